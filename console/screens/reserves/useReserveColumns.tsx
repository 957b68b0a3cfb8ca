import { FormattedMessage } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { compare } from '../../../contract/money.ts';
import type { DataColumn } from '../../../renderer/components/data/DataTable.tsx';
import { StatusChip } from '../../../renderer/components/feedback/StatusChip.tsx';
import { Coin, Small, Usd } from '../../parts/cells.tsx';
import { useColumns } from '../../parts/ListTable.tsx';
import { Meter } from '../../parts/Meter.tsx';
import { useCoins } from '../../parts/useCoins.ts';

export type Reserve = ConsoleOutput<'reserves'>['reserves'][number];
type Name = 'coin' | 'free' | 'reserved' | 'threshold' | 'level' | 'perDay' | 'lasts' | 'state';

/** Returns the columns that tables of reserves have in common. Use it in observers. */
export function useReserveColumns(): Readonly<Record<Name, DataColumn<Reserve>>> {
  const column = useColumns();
  const { number } = useCoins();
  return {
    coin: column('coin', ({ instrument, isGas }) => (
      <>
        <Coin slug={instrument} />
        {isGas && (
          <Small>
            <FormattedMessage id="console.isGas" />
          </Small>
        )}
      </>
    )),
    free: column(
      'free',
      ({ free, freeUsd }) => (
        <>
          <b>{free === null ? '–' : number(free)}</b>
          <Small>
            <Usd amount={freeUsd} />
          </Small>
        </>
      ),
      'end',
    ),
    reserved: column('reserved', ({ reserved }) => number(reserved), 'end'),
    threshold: column('threshold', ({ threshold }) => (threshold === null ? '–' : number(threshold)), 'end'),
    level: column('level', (reserve) =>
      reserve.free === null ? '–' : <Meter free={reserve.free} threshold={reserve.threshold} isLow={isLow(reserve)} />,
    ),
    perDay: column('perDay', ({ paidPerDay }) => number(paidPerDay), 'end'),
    lasts: column(
      'lasts',
      ({ daysLeft }) => (daysLeft === null ? '–' : <FormattedMessage id="console.days" values={{ days: daysLeft }} />),
      'end',
    ),
    state: column('state', (reserve) => (
      <StatusChip tone={isLow(reserve) ? 'urgent' : 'done'}>
        <FormattedMessage id={reserve.free === null ? 'console.notReadYet' : isLow(reserve) ? 'console.low' : 'console.enough'} />
      </StatusChip>
    )),
  };
}

const isLow = ({ free, threshold }: Reserve): boolean => free === null || (threshold !== null && compare(free, threshold) < 0);

/** Sorts what needs a person first: low ones, then those that last shortest. */
export function byNeed(left: Reserve, right: Reserve): number {
  const days = ({ daysLeft }: Reserve): number => (daysLeft === null ? Infinity : Number(daysLeft));
  const byDays = days(left) === days(right) ? 0 : days(left) - days(right);
  return Number(isLow(right)) - Number(isLow(left)) || byDays || (left.instrument < right.instrument ? -1 : 1);
}
