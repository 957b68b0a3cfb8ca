import { listDepositClaims } from '../db/repositories/depositClaims.ts';
import { listAllDeposits } from '../db/repositories/deposits.ts';
import { listLedgerEntries } from '../db/repositories/ledger.ts';
import { findOrder, listLaterOrders, listOrderEvents } from '../db/repositories/orders.ts';
import { listOutboxRows } from '../db/repositories/outbox.ts';
import { listSweeps } from '../db/repositories/sweeps.ts';
import type { TransferFees } from '../db/repositories/unresolved.ts';
import { findReservation } from '../db/repositories/treasury.ts';
import type { OperatorContext } from './operatorContext.ts';
import { listUnresolvedOf } from './unresolved.ts';

export type OrderRecord = NonNullable<Awaited<ReturnType<typeof readOrderRecord>>>;

/**
 * Returns everything an operator needs to answer a question about an order; null if there is none. It contains no secret that would
 * let the reader act as the customer, and no data about the customer's origin.
 */
export async function readOrderRecord(context: OperatorContext, orderId: string, fees?: TransferFees) {
  const { database } = context;
  const found = await findOrder(database, orderId);
  if (!found) return null;
  const { order_token_hash: tokenHash, ...order } = found;
  return {
    order,
    hasOrderPass: tokenHash !== null,
    deposits: await listAllDeposits(database, orderId),
    sends: await listOutboxRows(database, orderId),
    sweeps: await listSweeps(database, orderId),
    claims: await listDepositClaims(database, orderId),
    events: await listOrderEvents(database, orderId),
    entries: await listLedgerEntries(database, orderId),
    reservation: await findReservation(database, orderId),
    laterOrders: await listLaterOrders(database, orderId),
    unresolved: await listUnresolvedOf(context, orderId, fees),
  };
}
