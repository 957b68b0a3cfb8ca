import { compare, subtract, sum, type Decimal } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import type { TreasuryTransactionTable } from '../db/tables/recovery.ts';
import { networkOf } from '../instruments/lookup.ts';
import { bookCapital } from '../payments/capital.ts';
import { openTransfersOf, transfersOf } from '../payments/listedTransaction.ts';
import { shareFee } from '../ports/chain/shareFee.ts';
import type { RecoveryContext } from './recoveryContext.ts';

/** An amount in the instrument */
interface Left {
  instrument: string;
  amount: Decimal;
}

/**
 * Returns what a transaction took from the treasury beside the sends of the outbox that it made, with the fee or the share of it that these
 * did not pay, by instrument.
 */
export function amountsLeft(context: Pick<RecoveryContext, 'catalogue'>, row: TreasuryTransactionTable): Left[] {
  const native = context.catalogue.networks.get(row.network)?.nativeInstrument ?? '';
  const decimals = context.catalogue.instruments.get(native)?.decimals ?? 0;
  const transfers = transfersOf(row);
  // A transaction that failed moved nothing, and has cost its fee.
  const shares = shareFee(row.fee, Math.max(1, transfers.length), decimals);
  const fees = shares.filter((_share, place) => transfers[place]?.sendId === null || transfers.length === 0);
  const parts = [
    ...openTransfersOf(row).map(({ instrumentSlug, amount }) => ({ instrument: instrumentSlug, amount })),
    ...fees.map((amount) => ({ instrument: native, amount })),
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
