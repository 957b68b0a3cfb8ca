import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Profit } from '../../../contract/console/hedging.ts';
import { Select } from '../../../renderer/components/fields/Select.tsx';
import { useStores } from '../../../renderer/StoresContext.tsx';
import list from '../../parts/list.module.css';
import { ListTable, useColumns } from '../../parts/ListTable.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { dayText } from '../../parts/times.ts';
import { useCoins } from '../../parts/useCoins.ts';
import { usePanel } from '../../parts/usePanel.ts';

const MONTHS = 12;
/** The host reads its whole ledger for it. */
const EVERY_MS = 600_000;

interface Line {
  id: string;
  name: ReactNode;
  value: string;
}

/** What we own at the begin and the end of a month, and why it changed. */
export const Result = observer(() => {
  const { formatMessage } = useIntl();
  const { clock } = useStores();
  const column = useColumns();
  const { usdText } = useCoins();
  const [months] = useState(() => lastMonths(dayText(clock.now()).slice(0, 7)));
  const [month, setMonth] = useState(months[0] ?? '');
  const panel = usePanel('profit', { month }, { everyMs: EVERY_MS });
  const title = formatMessage({ id: 'console.hedging.result' });
  return (
    <Panel
      panel={panel}
      title={title}
      hint={<FormattedMessage id="console.hedging.resultHelp" />}
      aside={
        <Select
          small
          aria-label={formatMessage({ id: 'console.hedging.month' })}
          value={month}
          options={months.map((one) => ({ value: one, label: one }))}
          onChange={setMonth}
        />
      }
    >
      {(profit) => (
        <>
          <ListTable
            cards={false}
            caption={title}
            rows={linesOf(profit)}
            rowKey={({ id }) => id}
            columns={[
              column<Line>('what', ({ name }) => name),
              column<Line>('usd', ({ value }) => <span className={list['nowrap']}>{usdText(value)}</span>, 'end'),
            ]}
          />
          {profit.unpriced.length > 0 && (
            <p className={`hint ${list['foot']}`}>
              <FormattedMessage id="console.hedging.unpriced" values={{ coins: profit.unpriced.join(', ') }} />
            </p>
          )}
        </>
      )}
    </Panel>
  );
});

function linesOf(profit: Profit): Line[] {
  return [
    { id: 'opening', name: <FormattedMessage id="console.hedging.opening" />, value: profit.opening },
    { id: 'capital', name: <FormattedMessage id="console.hedging.capital" />, value: profit.capital },
    { id: 'fees', name: <FormattedMessage id="console.hedging.fees" />, value: profit.fees },
    { id: 'networks', name: <FormattedMessage id="console.hedging.networks" />, value: profit.networks },
    { id: 'venues', name: <FormattedMessage id="console.hedging.venueFees" />, value: profit.venues },
    { id: 'affiliates', name: <FormattedMessage id="console.hedging.affiliates" />, value: profit.affiliates },
    { id: 'trading', name: <FormattedMessage id="console.hedging.trading" />, value: profit.trading },
    {
      id: 'revaluation',
      name: <FormattedMessage id={profit.hasOpeningPrices ? 'console.hedging.revaluation' : 'console.hedging.rounding'} />,
      value: profit.revaluation,
    },
    { id: 'closing', name: <FormattedMessage id="console.hedging.closing" />, value: profit.closing },
  ];
}

/** Returns months such as "2026-11", the newest first. */
function lastMonths(newest: string): string[] {
  const [year = 0, month = 1] = newest.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, back) => new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7));
}
