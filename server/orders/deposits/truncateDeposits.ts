import { compare } from '../../../contract/money.ts';
import type { DepositRow } from '../../db/tables/orders.ts';

/** Far more than a real customer makes. Dust sent to other people must not bloat their responses. */
const MAX_PER_INSTRUMENT = 50;

/** Returns all deposits or, of a flood, the largest ones of each instrument in their original sequence. */
export function truncateDeposits(deposits: readonly DepositRow[]): readonly DepositRow[] {
  if (deposits.length <= MAX_PER_INSTRUMENT) return deposits;
  const groups = Map.groupBy(deposits, ({ instrument }) => instrument);
  const included = new Set([...groups.values()].flatMap(largest));
  return deposits.filter((deposit) => included.has(deposit));
}

/** Like {@link truncateDeposits}, but keeps every refunded deposit: each cost its sender a network fee, so there cannot be many. */
export function truncateUnrefunded(deposits: readonly DepositRow[]): readonly DepositRow[] {
  const included = new Set(truncateDeposits(deposits.filter((deposit) => deposit.refund_id === null)));
  return deposits.filter((deposit) => deposit.refund_id !== null || included.has(deposit));
}

/** Returns the largest deposits, largest first, in one pass: most of a flood is smaller than the smallest one so far. */
function largest(deposits: readonly DepositRow[]): DepositRow[] {
  const largestFirst: DepositRow[] = [];
  for (const deposit of deposits) {
    const smallest = largestFirst.at(-1);
    if (largestFirst.length >= MAX_PER_INSTRUMENT && smallest && compare(deposit.amount, smallest.amount) <= 0) continue;
    const index = largestFirst.findIndex((one) => compare(one.amount, deposit.amount) < 0);
    largestFirst.splice(index < 0 ? largestFirst.length : index, 0, deposit);
    if (largestFirst.length > MAX_PER_INSTRUMENT) largestFirst.pop();
  }
  return largestFirst;
}
