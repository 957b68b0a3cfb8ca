import { listWrittenOffDeposits } from '../../db/repositories/deposits.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import type { DepositRow } from '../../db/tables/orders.ts';
import type { ChainGateway } from '../../ports/chain/chainGateway.ts';
import type { OrderContext } from '../core/context.ts';
import { recordForOrder } from './recordDeposits.ts';
import { confirmationsNeeded } from './recordTransfer.ts';

/**
 * Re-books written-off deposits that reappear on chain.
 *
 * The block scanner finds a deposit that is mined again in a new block. It cannot find one that returns in its original block, which
 * is below the scan cursor. This function locates those by transaction hash, in batches of `BATCH_SIZE`.
 *
 * @throws whatever the gateway throws; the next call continues after the deposit that failed
 */
export type RecoverWrittenOffDeposits = (gateway: ChainGateway) => Promise<void>;

const BATCH_SIZE = 20;

export function createRecoverWrittenOffDeposits(context: OrderContext): RecoverWrittenOffDeposits {
  /** Network → the last deposit of the previous batch */
  const cursorByNetwork = new Map<string, DepositRow>();
  return async (gateway) => {
    const network = gateway.networkSlug;
    const deposits = await listWrittenOffDeposits(context.database, {
      network,
      now: context.now(),
      after: cursorByNetwork.get(network) ?? null,
      limit: BATCH_SIZE,
    });
    for (const deposit of deposits) {
      cursorByNetwork.set(network, deposit);
      await rebookIfConfirmed(context, gateway, deposit);
    }
    if (deposits.length < BATCH_SIZE) cursorByNetwork.delete(network);
  };
}

async function rebookIfConfirmed(context: OrderContext, gateway: ChainGateway, deposit: DepositRow): Promise<void> {
  const location = await gateway.locate(deposit.tx_hash);
  const order = deposit.order_id === null ? undefined : await findOrder(context.database, deposit.order_id);
  if (location === null || !order) return;
  const untilConfirmations = confirmationsNeeded(context, order, gateway.networkSlug);
  if (location.confirmations < untilConfirmations) return;
  const { transfers } = await gateway.incoming({
    watched: [deposit.to_address],
    cursor: String(location.blockHeight - 1),
    untilConfirmations,
    through: location.blockHeight,
  });
  // On a shared address the block may contain payments to other orders.
  const reappeared = transfers.filter(({ txHash, index }) => txHash === deposit.tx_hash && index === deposit.transfer_index);
  await recordForOrder(context, gateway, order, reappeared);
  if (reappeared.length > 0) context.log.warn({ orderId: order.id }, 'a written-off deposit reappeared on chain: booked again');
}
