import { amount, ZERO, type Amount } from '../../../contract/money.ts';
import { listLedgerEntries } from '../../db/repositories/ledger.ts';
import type { JournalKind } from '../../db/tables/payments.ts';
import type { OrderContext } from './context.ts';

/** The network fees of an order in USD, at the last trusted prices. */
export interface NetworkFeesOfOrder {
  charged: Amount;
  paid: Amount;
}

const PAYMENTS: readonly JournalKind[] = ['SENT', 'SEND_FAILED'];

/** Returns what an order was charged for network fees and what was paid for it, as booked; null if one of the coins never had a price. */
export async function networkFeesOf(
  { database, lastUsdPrice }: Pick<OrderContext, 'database' | 'lastUsdPrice'>,
  orderId: string,
): Promise<NetworkFeesOfOrder | null> {
  let [charged, paid] = [ZERO, ZERO];
  for (const { account, kind, instrument, amount: booked } of await listLedgerEntries(database, orderId)) {
    if (account !== 'NETWORK_FEES') continue;
    const price = lastUsdPrice(instrument);
    if (price === null) return null;
    const value = amount(booked).times(amount(price));
    if (PAYMENTS.includes(kind)) paid = paid.plus(value);
    else charged = charged.minus(value);
  }
  return { charged, paid };
}
