import { listOpenDestinations, listUnsentPayments } from '../db/repositories/recovery/treasuryTransactions.ts';
import type { TreasuryTransactionTable } from '../db/tables/recovery.ts';
import { sameAddress } from '../instruments/addresses/index.ts';
import { isToRecipient } from './adoptPayments.ts';
import { transactionOf } from './readTreasury.ts';
import type { RecoveryContext } from './recoveryContext.ts';

/** The ids of what a transaction may have paid, whatever its amount. */
export interface PossiblePayments {
  /** Unsent payments of the coin to its recipient */
  sends: string[];
  /** Open orders that name its recipient and have no payment yet: a floating rate gave another amount then than it will now */
  orders: string[];
}

/** Returns what a transaction of the treasury may have paid. */
export async function findPossiblePayments(
  context: Pick<RecoveryContext, 'database' | 'catalogue'>,
  found: TreasuryTransactionTable,
): Promise<PossiblePayments> {
  const payments = await listUnsentPayments(context.database, found.network);
  const sends = payments.filter((send) => isToRecipient(context, found, send));
  const network = context.catalogue.networks.get(found.network);
  const recipients = transactionOf(found).transfers.map(({ toAddress }) => toAddress);
  const destinations = await listOpenDestinations(context.database, found.network);
  const orders = destinations.filter(({ id, address }) => {
    const isPaid = payments.some(({ order_id }) => order_id === id);
    return network && !isPaid && recipients.some((recipient) => sameAddress(network, recipient, network, address));
  });
  return { sends: sends.map(({ id }) => id), orders: orders.map(({ id }) => id) };
}
