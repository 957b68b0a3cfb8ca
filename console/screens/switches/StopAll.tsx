import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { Button } from '../../../renderer/components/buttons/Button.tsx';
import { useStores } from '../../../renderer/StoresContext.tsx';
import { ACT_KEYS } from '../../acts/actKeys.ts';
import { consoleGroup } from '../../stores/consoleGroup.ts';
import styles from './StopAll.module.css';

/** All orders, of customers who send or receive anything */
const ALL_ORDERS = { target: 'everything', side: 'both' };

/** Pauses all new orders and stops all payouts; after that, opens them again. Stopping needs nobody else, resuming payouts does. */
export const StopAll = observer(({ switches }: Pick<ConsoleOutput<'switches'>, 'switches'>) => {
  const { formatMessage } = useIntl();
  const { acts } = useStores(consoleGroup);
  const about = formatMessage({ id: 'console.everywhere' });
  const isSet = (isPayouts: boolean): boolean =>
    switches.some(({ closes, target }) => target === 'EVERYTHING' && (closes === 'PAYOUTS') === isPayouts);
  return (
    <span data-open className={styles['buttons']}>
      {isSet(false) ? (
        <Button size="small" onClick={() => acts.open({ act: 'resume', input: ALL_ORDERS, about })}>
          <FormattedMessage id="console.openAll" />
        </Button>
      ) : (
        <Button
          size="small"
          variant="danger"
          data-key={ACT_KEYS['pause']}
          onClick={() => acts.open({ act: 'pause', input: ALL_ORDERS, asks: ['reason'], about })}
        >
          <FormattedMessage id="console.pauseAll" />
        </Button>
      )}
      {isSet(true) ? (
        <Button size="small" onClick={() => acts.open({ act: 'resume-payouts', input: {}, about })}>
          <FormattedMessage id="console.resumePayouts" />
        </Button>
      ) : (
        <Button
          size="small"
          className={styles['stop']}
          data-key={ACT_KEYS['stop-payouts']}
          onClick={() => acts.open({ act: 'stop-payouts', input: {}, asks: ['reason'], about })}
        >
          <FormattedMessage id="console.stopAllPayouts" />
        </Button>
      )}
    </span>
  );
});
