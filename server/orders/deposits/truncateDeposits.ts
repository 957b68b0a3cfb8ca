import { compare } from '../../../contract/money.ts';
import type { DepositRow } from '../../db/tables/orders.ts';

/** Of one instrument. Nobody pays an order so often, and whoever sends dust to others must not make their answers long. */
const MOST_SHOWN = 50;

/** The deposits that an answer names: all, or of a flood the largest of each instrument, oldest first as before. */
export function truncateDeposits(deposits: readonly DepositRow[]): readonly DepositRow[] {
  if (deposits.length <= MOST_SHOWN) return deposits;
  const groups = Map.groupBy(deposits, ({ instrument }) => instrument);
  const shown = new Set([...groups.values()].flatMap(largest));
  return deposits.filter((deposit) => shown.has(deposit));
}

/** {@link truncateDeposits}, and whatever was given back, which has cost its sender a network fee. */
export function truncateUnrefunded(deposits: readonly DepositRow[]): readonly DepositRow[] {
  const shown = new Set(truncateDeposits(deposits.filter((deposit) => deposit.refund_id === null)));
  return deposits.filter((deposit) => deposit.refund_id !== null || shown.has(deposit));
}

/** In one pass: most of a flood is smaller than the smallest that is kept. */
function largest(deposits: readonly DepositRow[]): DepositRow[] {
  const kept: DepositRow[] = [];
  for (const deposit of deposits) {
    const smallest = kept.at(-1);
    if (kept.length >= MOST_SHOWN && smallest && compare(deposit.amount, smallest.amount) <= 0) continue;
    const place = kept.findIndex((one) => compare(one.amount, deposit.amount) < 0);
    kept.splice(place < 0 ? kept.length : place, 0, deposit);
    if (kept.length > MOST_SHOWN) kept.pop();
  }
  return kept;
}
