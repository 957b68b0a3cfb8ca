import { findCursor } from '../../db/repositories/cursors.ts';
import { listWatchedOrders, type WatchedOrder } from '../../db/repositories/orders.ts';
import type { ChainGateway, IncomingTransfer } from '../../ports/chain/chainGateway.ts';
import type { OrderContext } from '../core/context.ts';

interface Incoming {
  transfers: IncomingTransfer[];
  cursor: string;
  /** For whom was looked */
  looked: readonly WatchedOrder[];
  /** Nothing that came to them before is missing. */
  readUntil: number;
}

/**
 * What came to orders since the cursor. An order that was made while the network was asked may have been paid in a block
 * that the cursor now passes: it is looked for once more. Also where nobody pays the cursor
 * follows: after a quiet week the next customer's deposit must not wait until a week of blocks is read.
 */
export async function readIncoming(
  context: OrderContext,
  gateway: ChainGateway,
  orders: readonly WatchedOrder[],
): Promise<Incoming> {
  const { database, now, catalogue } = context;
  const network = gateway.networkSlug;
  const askedAt = now();
  const watched = new Set(orders.map((order) => order.deposit_address));
  const before = await findCursor(database, network);
  const needed = orders.map((order) => order.min_confirmations);
  const untilConfirmations = needed.length > 0 ? Math.max(...needed) : (catalogue.networks.get(network)?.minConfirmations ?? 1);
  const answer = await gateway.incoming({ watched: [...watched], cursor: before, untilConfirmations });
  const { transfers, cursor, readUntil = askedAt } = answer;
  if (cursor === before) return { transfers, cursor, looked: orders, readUntil };
  const looked = await listWatchedOrders(database, network, now());
  // What needs more confirmations than was asked for has to be told for longer.
  if (looked.some((order) => order.min_confirmations > untilConfirmations)) return await readIncoming(context, gateway, looked);
  const fresh = [...new Set(looked.map((order) => order.deposit_address))].filter((address) => !watched.has(address));
  if (fresh.length === 0) return { transfers, cursor, looked: [...orders, ...looked], readUntil };
  const more = await gateway.incoming({ watched: fresh, cursor: before, untilConfirmations });
  return { transfers: [...transfers, ...more.transfers], cursor, looked: [...orders, ...looked], readUntil };
}
