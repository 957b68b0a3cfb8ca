import { listDocumentsOfOrders } from '../../db/repositories/signedDocuments.ts';
import { listOrders } from '../../db/repositories/orders.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { sameAddress } from '../../instruments/addresses/index.ts';
import { networkOf } from '../../instruments/lookup.ts';
import { isCustomerSend } from '../../payments/outbox/enqueue.ts';
import type { ChainGateway } from '../../ports/chain/chainGateway.ts';
import type { OrderContext } from '../core/context.ts';
import { findUnsignedChange, readSignedTerms } from './signedTerms.ts';

/**
 * Returns, by id, the sends of orders on a network that must not leave, with what is wrong: a payout or refund that differs from the
 * order's guarantee and decisions, a sweep to another address than the treasury, a top-up of another address than the order's.
 */
export async function findUnsignedSends(
  context: OrderContext,
  gateway: ChainGateway,
  sends: readonly OutboxRow[],
): Promise<ReadonlyMap<string, string>> {
  const { database, signer } = context;
  const orderIds = [...new Set(sends.flatMap((send) => send.order_id ?? []))];
  const orders = new Map((await listOrders(database, orderIds)).map((order) => [order.id, order]));
  const documents = Map.groupBy(await listDocumentsOfOrders(database, orderIds), (row) => row.order_id);
  const found = new Map<string, string>();
  for (const send of sends) {
    const order = orders.get(send.order_id ?? '');
    const change = !order
      ? 'its order does not exist'
      : isCustomerSend(send.kind)
        ? findUnsignedChange(context, order, send, await readSignedTerms(signer.publicKeys, documents.get(order.id) ?? []))
        : await findForeignRecipient(context, gateway, order, send);
    if (change !== null) found.set(send.id, change);
  }
  return found;
}

async function findForeignRecipient(
  context: OrderContext,
  gateway: ChainGateway,
  order: OrderRow,
  row: OutboxRow,
): Promise<string | null> {
  const own = await gateway.addressAt(row.kind === 'SWEEP' ? gateway.treasury() : order.deposit_index);
  const network = networkOf(context, row.instrument);
  return sameAddress(network, own.address, network, row.to_address) ? null : `it goes to ${row.to_address}, which is not ours`;
}
