import { compare } from '../../contract/money.ts';
import { readOrderBooks, type OrderBooks } from '../db/repositories/audit.ts';
import type { DepositRow, OutboxState } from '../db/tables/orders.ts';
import { locateDeposit } from '../orders/deposits/depositInclusion.ts';
import { sendId } from '../orders/core/outbox.ts';
import { ChainUnavailableError } from '../ports/chain/chainGateway.ts';
import type { Difference, ReconcileContext } from './difference.ts';

/** A reorganisation does not reach so far, and nodes need not remember so much. */
const LONG_AGO_MS = 7 * 24 * 3_600_000;
/** Of a flood of crumbs the largest. */
const MOST_LOCATED = 50;
const HAS_LEFT: readonly OutboxState[] = ['SENT', 'CONFIRMED'];

/** Where deposits of an order lie on which something still rests: what left for them can not be undone. */
export function networksToLocateOn(books: OrderBooks, now: number): string[] {
  return [...new Set(restingOn(books, now).map(({ network }) => network))];
}

/** Names the booked deposits of an order that are in no block of the network. Throws ChainUnavailableError. */
export async function locateBookedDeposits(context: ReconcileContext, orderId: string, network: string): Promise<Difference[]> {
  const gateway = context.gateways.get(network);
  if (!gateway) throw new ChainUnavailableError(`${network} is not connected`);
  const [books] = await readOrderBooks(context.database, [orderId]);
  if (!books) return [];
  const found: Difference[] = [];
  for (const deposit of restingOn(books, context.now())) {
    if (deposit.network !== network || (await locateDeposit(context, gateway, books.order, deposit)) !== 'MISSING') continue;
    found.push({
      key: `reorged:${deposit.network}:${deposit.tx_hash}:${deposit.transfer_index}`,
      severity: 'ALARM',
      what: `a confirmed deposit of order ${orderId} is in no block any more`,
      howMuch: `${deposit.amount} ${deposit.instrument}`,
      whatToDo: `What rests on it waits (DEPOSIT_REORGED), and goes on when it is in a block again. Look it up on two explorers; when it does not come back: npm run operator -- write-off ${orderId} NOTE.`,
    });
  }
  return found;
}

function restingOn({ order, deposits, sends }: OrderBooks, now: number): DepositRow[] {
  const left = new Set(sends.filter(({ state }) => HAS_LEFT.includes(state)).map(({ id }) => id));
  const hasLeft = left.has(sendId({ kind: 'PAYOUT' }, order)) || left.has(sendId({ kind: 'REFUND' }, order));
  return deposits
    .filter(({ booked_at }) => booked_at !== null && booked_at > now - LONG_AGO_MS)
    .filter(({ role, refund_id }) => (role === 'EXTRA' ? refund_id === null || !left.has(refund_id) : !hasLeft))
    .toSorted((one, other) => compare(other.amount, one.amount))
    .slice(0, MOST_LOCATED);
}
