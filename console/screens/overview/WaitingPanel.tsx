import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { EmptyState } from '../../../renderer/components/feedback/EmptyState.tsx';
import { RadioChip } from '../../../renderer/components/fields/RadioChip.tsx';
import { SuccessIcon } from '../../../renderer/components/icons/icons.tsx';
import { kindName, reasonText } from '../../acts/actTexts.ts';
import list from '../../parts/list.module.css';
import { Panel } from '../../parts/Panel.tsx';
import { WaitingTable } from '../../parts/WaitingTable.tsx';
import type { PanelStore } from '../../stores/PanelStore.ts';
import styles from './overview.module.css';

interface WaitingPanelProps {
  panel: PanelStore<'waiting'>;
  title: string;
}

type Lists = ConsoleOutput<'waiting'>['lists'];
type Item = Lists[number]['items'][number];

/** Items that wait for the same thing: one decision may solve them all. */
const causeOf = ({ kind, reason, network }: Item): string => [kind, reason, network].join(' ');

/** The items that wait for a person, by kind and cause, the most urgent kind first. */
export const WaitingPanel = observer(({ panel, title }: WaitingPanelProps) => {
  const [cause, setCause] = useState<string | null>(null);
  return (
    <Panel panel={panel} title={title}>
      {({ lists }) => {
        const items = lists.flatMap((one) => one.items);
        const shown = items.filter((item) => cause === null || causeOf(item) === cause);
        const count = lists.reduce((sum, one) => sum + one.count, 0);
        if (count === 0) return <Nothing />;
        return (
          <>
            <Causes items={items} count={count} chosen={cause} onChoose={setCause} />
            <div className={`${list['list']} ${list['cards']}`}>
              {items.length > 0 && <WaitingTable caption={title} items={shown.length > 0 ? shown : items} />}
              {count > items.length && (
                <p className={list['foot']}>
                  <FormattedMessage id="console.firstOf" values={{ shown: items.length, count }} />
                </p>
              )}
            </div>
          </>
        );
      }}
    </Panel>
  );
});

interface CausesProps {
  items: readonly Item[];
  count: number;
  chosen: string | null;
  onChoose: (cause: string | null) => void;
}

/** The causes of what waits, each with its number: many items of one cause are one problem. */
const Causes = observer(({ items, count, chosen, onChoose }: CausesProps) => {
  const intl = useIntl();
  const causes = Map.groupBy(items, causeOf);
  if (causes.size < 2) return null;
  return (
    <fieldset className={styles['causes']}>
      <legend className="visually-hidden">{intl.formatMessage({ id: 'console.causes' })}</legend>
      <RadioChip name="cause" checked={chosen === null} onSelect={() => onChoose(null)}>
        <FormattedMessage id="console.allKinds" /> {count}
      </RadioChip>
      {[...causes].map(([cause, own]) => {
        const [{ kind, reason, network } = items[0] as Item] = own;
        const words = [kindName(intl, kind), reason !== null && reasonText(intl, reason), network].filter(Boolean);
        return (
          <RadioChip key={cause} name="cause" checked={chosen === cause} onSelect={() => onChoose(cause)}>
            {words.join(', ')} {own.length}
          </RadioChip>
        );
      })}
    </fieldset>
  );
});

function Nothing() {
  return (
    <EmptyState icon={<SuccessIcon size="large" />} title={<FormattedMessage id="console.nothingWaits" />}>
      <FormattedMessage id="console.nothingWaitsHelp" />
    </EmptyState>
  );
}
