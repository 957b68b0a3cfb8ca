import { findCursor } from '../../db/repositories/cursors.ts';
import { listWatchedOrders, type WatchedOrder } from '../../db/repositories/orders.ts';
import type { ChainGateway, IncomingTransfer } from '../../ports/chain/chainGateway.ts';
import type { OrderContext } from '../core/context.ts';
import type { ForgottenAddresses } from './forgottenAddresses.ts';

interface Incoming {
  transfers: IncomingTransfer[];
  cursor: string;
  /** The orders that the scan covered */
  watchedOrders: readonly WatchedOrder[];
  /** Every transfer detected before this time (ms) is included */
  readUntil: number;
}

/**
 * Returns the transfers to watched orders and forgotten addresses since the scan cursor. An order created during the scan may have been paid in a block
 * that the cursor passes, so a second scan covers such orders. The cursor also advances when no transfer arrives: otherwise the
 * first deposit after a quiet week would wait until a week of blocks is scanned.
 */
export async function readIncoming(
  context: OrderContext,
  gateway: ChainGateway,
  orders: readonly WatchedOrder[],
  forgotten: ForgottenAddresses,
): Promise<Incoming> {
  const { database, now, catalogue } = context;
  const network = gateway.networkSlug;
  const requestedAt = now();
  const watched = new Set([...orders.map((order) => order.deposit_address), ...forgotten.addresses]);
  const before = await findCursor(database, network);
  const usual = catalogue.networks.get(network)?.minConfirmations ?? 1;
  const needed = orders.map((order) => order.min_confirmations);
  if (needed.length === 0 || forgotten.addresses.size > 0) needed.push(usual);
  const untilConfirmations = Math.max(...needed);
  const scan = await gateway.incoming({ watched: [...watched], cursor: before, untilConfirmations });
  const { cursor, readUntil = requestedAt } = scan;
  const transfers = [...scan.transfers];
  for (let last = transfers; last.length > 0;) {
    const next = await forgotten.extend(last);
    if (next.length === 0) break;
    last = (await gateway.incoming({ watched: next, cursor: before, untilConfirmations })).transfers;
    transfers.push(...last);
  }
  if (cursor === before) return { transfers, cursor, watchedOrders: orders, readUntil };
  const watchedOrders = await listWatchedOrders(database, network, now());
  // A new order needs more confirmations than this scan reported on: scan again with that depth.
  if (watchedOrders.some((order) => order.min_confirmations > untilConfirmations))
    return await readIncoming(context, gateway, watchedOrders, forgotten);
  const newAddresses = [...new Set(watchedOrders.map((order) => order.deposit_address))].filter(
    (address) => !watched.has(address) && !forgotten.addresses.has(address),
  );
  if (newAddresses.length === 0) return { transfers, cursor, watchedOrders: [...orders, ...watchedOrders], readUntil };
  const late = await gateway.incoming({ watched: newAddresses, cursor: before, untilConfirmations });
  return { transfers: [...transfers, ...late.transfers], cursor, watchedOrders: [...orders, ...watchedOrders], readUntil };
}
