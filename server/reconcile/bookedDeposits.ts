import { compare } from '../../contract/money.ts';
import { readOrderBooks, type OrderBooks } from '../db/repositories/audit.ts';
import type { DepositRow } from '../db/tables/orders.ts';
import type { OutboxState } from '../db/tables/payments.ts';
import { locateDeposit } from '../orders/deposits/depositInclusion.ts';
import { ownSendId } from '../orders/core/orderSends.ts';
import { ChainUnavailableError } from '../ports/chain/chainGateway.ts';
import type { Difference, ReconcileContext } from './difference.ts';

/** In ms. Reorgs don't reach further back, and pruned nodes may have dropped older transactions. */
const LONG_AGO_MS = 7 * 24 * 3_600_000;
/** Limit for an order with many dust deposits: the largest are checked. */
const MAX_LOCATED = 50;
const SENT_STATES: readonly OutboxState[] = ['SENT', 'CONFIRMED'];

/** Returns the networks of an order's recent booked deposits that no sent payout or refund has used yet. */
export function networksToLocateOn(books: OrderBooks, now: number): string[] {
  return [...new Set(unspentDeposits(books, now).map(({ network }) => network))];
}

/** Returns a difference for each booked deposit of an order that is in no block. Throws ChainUnavailableError. */
export async function locateBookedDeposits(context: ReconcileContext, orderId: string, network: string): Promise<Difference[]> {
  const gateway = context.gateways.get(network);
  if (!gateway) throw new ChainUnavailableError(`${network} is not connected`);
  const [books] = await readOrderBooks(context.database, [orderId]);
  if (!books) return [];
  const found: Difference[] = [];
  for (const deposit of unspentDeposits(books, context.now())) {
    if (deposit.network !== network || (await locateDeposit(context, gateway, books.order, deposit)) !== 'MISSING') continue;
    found.push({
      key: `reorged:${deposit.network}:${deposit.tx_hash}:${deposit.transfer_index}`,
      severity: 'ALARM',
      what: `a confirmed deposit of order ${orderId} was reorged out`,
      howMuch: `${deposit.amount} ${deposit.instrument}`,
      whatToDo: `Its payout or refund is refused (DEPOSIT_REORGED) and continues when the deposit is mined again. Look the transaction up on two explorers. docs/operator.md says what to do when it does not return.`,
    });
  }
  return found;
}

function unspentDeposits({ order, deposits, sends }: OrderBooks, now: number): DepositRow[] {
  const left = new Set(sends.filter(({ state }) => SENT_STATES.includes(state)).map(({ id }) => id));
  const hasLeft = left.has(ownSendId('PAYOUT', order)) || left.has(ownSendId('REFUND', order));
  return deposits
    .filter(({ booked_at }) => booked_at !== null && booked_at > now - LONG_AGO_MS)
    .filter(({ role, refund_id }) => (role === 'EXTRA' ? refund_id === null || !left.has(refund_id) : !hasLeft))
    .toSorted((one, other) => compare(other.amount, one.amount))
    .slice(0, MAX_LOCATED);
}
