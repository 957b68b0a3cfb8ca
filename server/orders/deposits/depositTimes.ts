import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import type { IncomingTransfer } from '../../ports/chain/chainGateway.ts';

/**
 * Returns the times of a deposit in ms since 1970, none before its order was created and none in the future.
 *
 * - `detected_at`: its first scan or, if earlier, the time of its block. The customer's time must not run out while this host or its
 *   node is down.
 * - `in_block_at`: the time of the first block that included it; null: none did. A reorg that moves it to a later block does not
 *   make it late (D55).
 *
 * @param known the stored deposit, if this scan is not the first
 */
export function depositTimes(
  now: number,
  { blockHeight, blockTime }: Pick<IncomingTransfer, 'blockHeight' | 'blockTime'>,
  known: Pick<DepositRow, 'detected_at' | 'in_block_at'> | undefined,
  order: Pick<OrderRow, 'created_at'> | undefined,
): Pick<DepositRow, 'detected_at' | 'in_block_at'> {
  const within = (time: number) => Math.min(now, Math.max(time, order?.created_at ?? 0));
  const included = blockTime ?? now;
  const inBlock = known?.in_block_at ?? null;
  return {
    detected_at: within(Math.min(known?.detected_at ?? now, included)),
    in_block_at: blockHeight === null ? inBlock : within(Math.min(inBlock ?? now, included)),
  };
}
