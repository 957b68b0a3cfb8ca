import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { sum } from '../../contract/money.ts';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import { DataTable } from '../../renderer/components/data/DataTable.tsx';
import { Small } from './cells.tsx';
import list from './list.module.css';
import { useCoins } from './useCoins.ts';

type Entry = ConsoleOutput<'order'>['ledger'][number];

/** The journals of the books, a column for each coin. Each column sums to zero. */
export const Ledger = observer(({ entries }: { entries: readonly Entry[] }) => {
  const { formatMessage } = useIntl();
  const { ticker, place, number } = useCoins();
  if (entries.length === 0) return null;
  const coins = [...new Set(entries.map(({ instrument }) => instrument))];
  const total = (coin: string): string => sum(entries.flatMap(({ instrument, amount }) => (instrument === coin ? [amount] : [])));
  const rows = entries.map((entry, index) => ({
    ...entry,
    key: String(index),
    isFirst: entries[index - 1]?.journalId !== entry.journalId,
  }));
  return (
    <>
      <h3>
        <FormattedMessage id="console.ledger" />
      </h3>
      <div className={list['ledger']}>
        <DataTable
          caption={formatMessage({ id: 'console.ledger' })}
          rows={rows}
          rowKey={({ key }) => key}
          columns={[
            {
              id: 'account',
              heading: formatMessage({ id: 'console.column.account' }),
              cell: ({ account, kind, isFirst }) => (
                <>
                  {isFirst && <Small>{kind}</Small>}
                  <span className="mono">{account}</span>
                </>
              ),
            },
            ...coins.map((coin) => ({
              id: coin,
              heading: place(coin),
              cell: ({ instrument, amount }: Entry) => (instrument === coin ? signed(number(amount)) : ''),
            })),
          ]}
        />
        <p className={list['sum']}>
          <FormattedMessage id="console.sum" />
          <span className="numeric">{coins.map((coin) => `${number(total(coin))} ${ticker(coin)}`).join(' · ')}</span>
        </p>
      </div>
    </>
  );
});

const signed = (text: string): string => (text.startsWith('-') ? text.replace('-', '−') : `+${text}`);
