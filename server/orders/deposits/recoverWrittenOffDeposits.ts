import { listWrittenOffDeposits } from '../../db/repositories/deposits.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import type { DepositRow } from '../../db/tables/orders.ts';
import type { ChainGateway } from '../../ports/chain/chainGateway.ts';
import type { OrderContext } from '../core/context.ts';
import { confirmationsNeeded, recordForOrder } from './recordDeposits.ts';

/**
 * Looks on a network for deposits that an operator took out of the books because they were gone (`operatorGone.ts`), some at a
 * time. One that is back in a new block is told like all others; one that is back in its old block lies below everything that is
 * still read, and nobody would see it. With its confirmations it is booked again. Throws what the gateway throws; then the next
 * look begins behind the one that failed.
 */
export type RecoverWrittenOffDeposits = (gateway: ChainGateway) => Promise<void>;

const AT_ONCE = 20;

export function createRecoverWrittenOffDeposits(context: OrderContext): RecoverWrittenOffDeposits {
  /** Network → the last that was looked for */
  const places = new Map<string, DepositRow>();
  return async (gateway) => {
    const network = gateway.networkSlug;
    const deposits = await listWrittenOffDeposits(context.database, {
      network,
      now: context.now(),
      after: places.get(network) ?? null,
      limit: AT_ONCE,
    });
    for (const deposit of deposits) {
      places.set(network, deposit);
      await recordIfBack(context, gateway, deposit);
    }
    // Those behind are next; behind the last of all it begins anew.
    if (deposits.length < AT_ONCE) places.delete(network);
  };
}

async function recordIfBack(context: OrderContext, gateway: ChainGateway, deposit: DepositRow): Promise<void> {
  const place = await gateway.locate(deposit.tx_hash);
  const order = deposit.order_id === null ? undefined : await findOrder(context.database, deposit.order_id);
  if (place === null || !order) return;
  const untilConfirmations = confirmationsNeeded(context, order, gateway.networkSlug);
  if (place.confirmations < untilConfirmations) return;
  const { transfers } = await gateway.incoming({
    watched: [deposit.to_address],
    cursor: String(place.blockHeight - 1),
    untilConfirmations,
    through: place.blockHeight,
  });
  // On a shared address others' payments are in the same block.
  const back = transfers.filter(({ txHash, index }) => txHash === deposit.tx_hash && index === deposit.transfer_index);
  await recordForOrder(context, gateway, order, back);
  if (back.length > 0) context.log.warn({ orderId: order.id }, 'a deposit that was out of the books is back');
}
