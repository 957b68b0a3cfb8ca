import { compare, subtract, sum, type Decimal } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import type { TreasuryTransactionTable } from '../db/tables/recovery.ts';
import { networkOf } from '../instruments/lookup.ts';
import { bookCapital } from '../payments/capital.ts';
import { transactionOf } from './readTreasury.ts';
import type { RecoveryContext } from './recoveryContext.ts';

/** An amount in the instrument */
interface Left {
  instrument: string;
  amount: Decimal;
}

/** Returns what a transaction took from the treasury, with its fee, by instrument. */
export function amountsLeft(context: Pick<RecoveryContext, 'catalogue'>, row: TreasuryTransactionTable): Left[] {
  const { transfers, fee } = transactionOf(row);
  const native = context.catalogue.networks.get(row.network)?.nativeInstrument ?? '';
  const parts = [
    ...transfers.map(({ instrumentSlug, amount }) => ({ instrument: instrumentSlug, amount })),
    { instrument: native, amount: fee },
  ];
  return [...Map.groupBy(parts, ({ instrument }) => instrument)]
    .map(([instrument, group]) => ({ instrument, amount: sum(group.map(({ amount }) => amount)) }))
    .filter(({ instrument, amount }) => compare(amount, '0') > 0 && networkOf(context, instrument).slug === row.network);
}

/** Books what left as capital that was taken out. */
export async function bookLeft(
  context: RecoveryContext,
  transaction: Executor,
  left: readonly Left[],
  note: string,
): Promise<void> {
  const changes = left.map((one) => ({ ...one, amount: subtract('0', one.amount), note }));
  await bookCapital(context, transaction, () => Promise.resolve(changes));
}
