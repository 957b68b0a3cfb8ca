import { findRecovery, listDestinations, listUnsentPayments } from '../db/repositories/recovery/treasuryTransactions.ts';
import type { TreasuryTransactionTable } from '../db/tables/recovery.ts';
import { sameAddress } from '../instruments/addresses/index.ts';
import { sendId } from '../payments/outbox/enqueue.ts';
import { placesOf } from './adoptPayments.ts';
import { openTransfersOf } from '../payments/listedTransaction.ts';
import type { RecoveryContext } from './recoveryContext.ts';

/** The ids of what a transaction may have paid, whatever its amount. */
export interface PossiblePayments {
  /** Unsent payments of the coin to a recipient of it, and unsent refunds of orders that it may have paid out */
  sends: string[];
  /**
   * Orders that name a recipient of it: open ones that have no payment yet (a floating rate gave another amount then than it will now), and
   * those that were refunded since the books were lost
   */
  orders: string[];
}

/** Books that are found to be old were put back a moment before, unless no host ran or the nodes did not answer. */
const FOUND_WITHIN_MS = 24 * 3_600_000;

/** Returns what a transaction of the treasury may have paid beside the sends of the outbox that it made. */
export async function findPossiblePayments(
  { database, catalogue }: Pick<RecoveryContext, 'database' | 'catalogue'>,
  found: TreasuryTransactionTable,
): Promise<PossiblePayments> {
  const payments = await listUnsentPayments(database, found.network);
  const sends = payments.filter((send) => placesOf({ catalogue }, found, send).length > 0).map(({ id }) => id);
  const network = catalogue.networks.get(found.network);
  const recipients = openTransfersOf(found).map(({ toAddress }) => toAddress);
  const recovery = await findRecovery(database, found.network);
  const since = Number(recovery?.since ?? found.found_at) - FOUND_WITHIN_MS;
  const orders = new Set<string>();
  for (const { id, status, address, isRefund } of await listDestinations(database, found.network, since)) {
    const isPaid = payments.some(({ order_id }) => order_id === id);
    if (!network || isPaid || !recipients.some((recipient) => sameAddress(network, recipient, network, address))) continue;
    // Its refund has not left, and the transaction may be its payout.
    if (status === 'REFUNDING' && isRefund === 0) sends.push(sendId('REFUND', id));
    else orders.add(id);
  }
  return { sends, orders: [...orders] };
}
