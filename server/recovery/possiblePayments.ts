import { listOpenDestinations, listUnsentPayments } from '../db/repositories/recovery/treasuryTransactions.ts';
import type { TreasuryTransactionTable } from '../db/tables/recovery.ts';
import { sameAddress } from '../instruments/addresses/index.ts';
import { placesOf } from './adoptPayments.ts';
import { openTransfersOf } from '../payments/listedTransaction.ts';
import type { RecoveryContext } from './recoveryContext.ts';

/** The ids of what a transaction may have paid, whatever its amount. */
export interface PossiblePayments {
  /** Unsent payments of the coin to a recipient of it */
  sends: string[];
  /** Open orders that name a recipient of it and have no payment yet: a floating rate gave another amount then than it will now */
  orders: string[];
}

/** Returns what a transaction of the treasury may have paid beside the sends of the outbox that it made. */
export async function findPossiblePayments(
  context: Pick<RecoveryContext, 'database' | 'catalogue'>,
  found: TreasuryTransactionTable,
): Promise<PossiblePayments> {
  const payments = await listUnsentPayments(context.database, found.network);
  const sends = payments.filter((send) => placesOf(context, found, send).length > 0);
  const network = context.catalogue.networks.get(found.network);
  const recipients = openTransfersOf(found).map(({ toAddress }) => toAddress);
  const destinations = await listOpenDestinations(context.database, found.network);
  const orders = destinations.filter(({ id, address }) => {
    const isPaid = payments.some(({ order_id }) => order_id === id);
    return network && !isPaid && recipients.some((recipient) => sameAddress(network, recipient, network, address));
  });
  return { sends: sends.map(({ id }) => id), orders: orders.map(({ id }) => id) };
}
