import { listDocumentsOfOrders } from '../../db/repositories/signedDocuments.ts';
import { listOrders } from '../../db/repositories/orders.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { sameAddress } from '../../instruments/addresses/index.ts';
import type { ChainGateway } from '../../ports/chain/chainGateway.ts';
import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { type OrderContext } from '../../orders/core/context.ts';
import { networkOf } from '../../instruments/lookup.ts';
import { isCustomerSend, isOrderSend } from './outbox.ts';
import { findUnsignedWithdrawals } from '../../withdrawals/endWithdrawal.ts';
import { findUnsignedChange, readSignedTerms } from '../../orders/lifecycle/signedTerms.ts';

/** Refusal reason: the send differs from what the host signed. Somebody else wrote to the database. */
export const SIGNED_TERMS_DIFFER = 'SIGNED_TERMS_DIFFER';

/**
 * Returns, by id, the sends of a network that must not leave, with what is wrong: a payout or refund that differs from the order's
 * guarantee and decisions, a withdrawal that differs from what the customer asked for, a sweep to another address than the treasury, a
 * top-up of another address than the order's.
 */
export async function findUnsignedSends(
  context: OrderContext,
  gateway: ChainGateway,
  rows: readonly OutboxRow[],
): Promise<ReadonlyMap<string, string>> {
  const { database, signer } = context;
  const ofOrders = rows.filter(isOrderSend);
  const orderIds = [...new Set(ofOrders.map((row) => row.order_id))];
  const orders = new Map((await listOrders(database, orderIds)).map((order) => [order.id, order]));
  const documents = Map.groupBy(await listDocumentsOfOrders(database, orderIds), (row) => row.order_id);
  const found = new Map<string, string>(await findUnsignedWithdrawals(context, rows));
  for (const row of ofOrders) {
    const order = orders.get(row.order_id);
    const change = !order
      ? 'its order does not exist'
      : isCustomerSend(row.kind)
        ? findUnsignedChange(context, order, row, await readSignedTerms(signer.publicKeys, documents.get(order.id) ?? []))
        : await findForeignRecipient(context, gateway, order, row);
    if (change !== null) found.set(row.id, change);
  }
  return found;
}

async function findForeignRecipient(
  context: OrderContext,
  gateway: ChainGateway,
  order: OrderRow,
  row: OutboxRow,
): Promise<string | null> {
  const own = await gateway.addressAt(row.kind === 'SWEEP' ? TREASURY_INDEX : order.deposit_index);
  const network = networkOf(context, row.instrument);
  return sameAddress(network, own.address, network, row.to_address) ? null : `it goes to ${row.to_address}, which is not ours`;
}
