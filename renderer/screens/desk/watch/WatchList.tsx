import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { BrandMark } from '../../../components/shell/BrandMark.tsx';
import { classNames } from '../../../components/classNames.ts';
import { CheckIcon } from '../../../components/icons/icons.tsx';
import { BellIcon } from '../../../components/icons/pageIcons.tsx';
import { IconButton } from '../../../components/buttons/IconButton.tsx';
import { rateAlertsGroup } from '../../../stores/desk/RateAlertStore.ts';
import { watchGroup } from '../../../stores/desk/WatchStore.ts';
import { pairKey } from '../../../../contract/desktop/watchedRate.ts';
import { useStores } from '../../../StoresContext.tsx';
import { PencilIcon } from '../deskIcons.tsx';
import pane from '../pane.module.css';
import { Keys } from '../tools/Keys.tsx';
import { ariaKeysOf } from '../tools/shortcuts.ts';
import { useCommands } from '../tools/useCommands.ts';
import { modifierOf } from '../tools/useShortcuts.ts';
import { AddPair } from './AddPair.tsx';
import styles from './watch.module.css';
import { WatchRow } from './WatchRow.tsx';

/** The watched pairs with their live rates. */
export const WatchList = observer(() => {
  const { formatMessage } = useIntl();
  const { platform, watch } = useStores(watchGroup);
  const [isEditing, setEditing] = useState(false);
  useEffect(() => watch.start(), [watch]);
  const { pairs, state } = watch;
  return (
    <div className={pane['pane']}>
      <header className={classNames(pane['heading'], styles['heading'])}>
        <BrandMark />
        <h2>
          <FormattedMessage id="desk.watch" />
        </h2>
        {pairs.length > 0 && (
          <IconButton
            icon={isEditing ? <CheckIcon /> : <PencilIcon />}
            label={formatMessage({ id: isEditing ? 'desk.watch.done' : 'desk.watch.edit' })}
            aria-pressed={isEditing}
            onClick={() => setEditing(!isEditing)}
          />
        )}
        <AddPair />
      </header>
      <div className={pane['scroll']}>
        {state === 'ready' && pairs.length === 0 && (
          <p className={pane['empty']}>
            <FormattedMessage id="desk.watch.empty" />
          </p>
        )}
        <ul className={styles['rows']}>
          {pairs.map((pair, place) => (
            <WatchRow key={pairKey(pair)} pair={pair} place={place} isEditing={isEditing} />
          ))}
        </ul>
      </div>
      {platform.rateAlerts && <AlertCount />}
    </div>
  );
});

/** How many alerts are set, and the way to those of the form's pair. */
const AlertCount = observer(() => {
  const run = useCommands();
  const { platform, rateAlerts } = useStores(rateAlertsGroup);
  const count = rateAlerts?.alerts.length ?? 0;
  return (
    <button
      type="button"
      className={styles['alerts']}
      aria-keyshortcuts={ariaKeysOf('alerts', modifierOf(platform.about))}
      onClick={() => run('alerts')}
    >
      <BellIcon size="small" />
      <span className={styles['alertCount']}>
        <FormattedMessage id="desk.alerts" values={{ count }} />
      </span>
      <span aria-hidden="true">
        <Keys command="alerts" />
      </span>
    </button>
  );
});
