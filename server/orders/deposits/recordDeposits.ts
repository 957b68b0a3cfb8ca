import { compare } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { lockInTransaction } from '../../db/lockInTransaction.ts';
import { isCursorOlderThan, writeCursor } from '../../db/repositories/cursors.ts';
import { updateConfirmations, listUnbookedDeposits, updateDeposit } from '../../db/repositories/deposits.ts';
import { listWatchedOrders, type WatchedOrder } from '../../db/repositories/orders.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import { normaliseAddress } from '../../instruments/addresses/index.ts';
import { ChainUnavailableError, type ChainGateway, type IncomingTransfer } from '../../ports/chain/chainGateway.ts';
import type { OrderContext } from '../core/context.ts';
import { post } from '../../payments/ledger.ts';
import type { NetworkLease } from '../../payments/networkLeases.ts';
import { readForgottenAddresses } from './forgottenAddresses.ts';
import { readIncoming } from './readIncoming.ts';
import {
  confirmationsNeeded,
  hasSameTarget,
  loadBatch,
  recordTransfer,
  transferId,
  type StartLaterOrder,
} from './recordTransfer.ts';
import { startLaterOrder } from './startLaterOrder.ts';

/** Maximum age of the scan cursor of a network without watched orders. */
export const IDLE_CURSOR_MS = 300_000;
/**
 * Transfers per transaction. Anybody can send ten thousand dust payments to an address; recording them must not lock the database
 * for seconds.
 */
const BATCH_SIZE = 200;

/**
 * Scans a network for incoming transfers and records them: new deposits, confirmations, reorged deposits, and the ledger journal of
 * each deposit that has its confirmations. The cursor moves with the last transaction, so a crash repeats the scan. `advanceOrder`
 * applies the transitions.
 *
 * @throws what the gateway throws; the cursor then stays
 */
export async function recordDeposits(
  context: OrderContext,
  gateway: ChainGateway,
  lease?: Pick<NetworkLease, 'assertHeld'>,
): Promise<void> {
  const { database, now } = context;
  const network = gateway.networkSlug;
  const orders = await listWatchedOrders(database, network, now());
  const normalise = addressNormaliser(context, network);
  const forgotten = await readForgottenAddresses(context, gateway, normalise);
  const isWatching = orders.length > 0 || forgotten.addresses.size > 0;
  if (!isWatching && !(await isCursorOlderThan(database, network, now() - IDLE_CURSOR_MS))) return;
  const { transfers, cursor, watchedOrders, readUntil } = await readIncoming(context, gateway, orders, forgotten);
  const findWatched = indexByAddress(watchedOrders, normalise);
  const observedIds = new Set(transfers.map(({ txHash, index }) => transferId(txHash, index)));
  const watchedAddresses = new Set(watchedOrders.map((order) => normalise(order.deposit_address)));
  const isWatched = (address: string): boolean => {
    const normalised = normalise(address);
    return watchedAddresses.has(normalised) || forgotten.has(normalised);
  };
  let start = 0;
  do {
    const slice = transfers.slice(start, start + BATCH_SIZE);
    start += BATCH_SIZE;
    await database.transaction().execute(async (transaction) => {
      // After another process has taken the network over, this scan is older than what that process wrote.
      await lease?.assertHeld(transaction);
      const observations = slice.map((incoming) => ({ incoming, watched: findWatched(incoming) }));
      const batch = await loadBatch(transaction, network, observations);
      const startLater: StartLaterOrder = (first, deposit) => startLaterOrder(context, transaction, first, deposit);
      const confirmationUpdates: IncomingTransfer[] = [];
      for (const { incoming, watched: order } of observations) {
        const found = batch.deposits.get(transferId(incoming.txHash, incoming.index));
        if (found?.booked_at) continue;
        if (found && order && onlyConfirmationsChanged(found, incoming, order)) confirmationUpdates.push(incoming);
        else await recordTransfer(context, transaction, batch, incoming, order, gateway.depositsAt === 'TREASURY', startLater);
      }
      await post(transaction, ...batch.journals);
      await writeConfirmations(transaction, network, confirmationUpdates);
      if (start < transfers.length) return;
      await markReorged(transaction, network, isWatched, observedIds);
      await forgotten.store(transaction);
      await writeCursor(transaction, network, cursor, now(), readUntil);
    });
  } while (start < transfers.length);
}

/** Whether only the confirmation count of a known deposit changed, and is still too low for any action. */
function onlyConfirmationsChanged(found: DepositRow, incoming: IncomingTransfer, order: WatchedOrder): boolean {
  return (
    found.is_reorged === 0 &&
    found.order_id === order.id &&
    found.block_height !== null &&
    found.block_height === incoming.blockHeight &&
    incoming.confirmations < order.min_confirmations &&
    hasSameTarget(found, incoming) &&
    compare(found.amount, incoming.amount) === 0
  );
}

async function writeConfirmations(transaction: Executor, network: string, transfers: readonly IncomingTransfer[]): Promise<void> {
  for (const [blockHeight, ofBlock] of Map.groupBy(transfers, (incoming) => incoming.blockHeight)) {
    if (blockHeight === null) continue;
    const confirmations = Math.max(...ofBlock.map((incoming) => incoming.confirmations));
    const txHashes = [...new Set(ofBlock.map(({ txHash }) => txHash))];
    await updateConfirmations(transaction, { network, txHashes, blockHeight, confirmations });
  }
}

/** The result of scanning the past of an order's address. */
interface LateDeposits {
  /** Confirmed payments to the order, including known ones */
  count: number;
  /** Last scanned block; null when none was */
  readTo: number | null;
  /** Why the scan stopped before the newest confirmed block */
  failure: string | null;
  /** Whether the nodes could not show every transfer */
  isBlind: boolean;
}

/**
 * Scans an order's address from a block on and records confirmed payments. Used when the address is no longer watched, or never was:
 * the network may be another than the order's (`claimWrongNetwork.ts`). On a shared address only payments with the order's memo
 * count. Does not move the network's scan cursor. A gateway scans some blocks per call; each part is recorded before the next.
 *
 * @throws what the gateway throws on the first call; a later failure is returned as `failure`
 */
export async function recordLateDeposits(
  context: Pick<OrderContext, 'database' | 'catalogue' | 'now'>,
  gateway: ChainGateway,
  order: OrderRow,
  fromBlock: number,
): Promise<LateDeposits> {
  const untilConfirmations = confirmationsNeeded(context, order, gateway.networkSlug);
  const isConfirmedForOrder = ({ memo, confirmations }: IncomingTransfer): boolean =>
    confirmations >= untilConfirmations && (order.deposit_memo === null || memo?.trim() === order.deposit_memo);
  // Fixed in advance: on a fast network, chasing the newest block would never end.
  const lastConfirmedBlock = (await gateway.probe()).height - untilConfirmations + 1;
  const transferIds = new Set<string>();
  let [readTo, isBlind] = [fromBlock - 1, false];
  const result = (failure: string | null): LateDeposits => ({
    count: transferIds.size,
    readTo: readTo < fromBlock ? null : readTo,
    failure,
    isBlind,
  });
  while (readTo < lastConfirmedBlock) {
    let scan: Awaited<ReturnType<ChainGateway['incoming']>>;
    try {
      const watched = [order.deposit_address];
      scan = await gateway.incoming({ watched, cursor: String(readTo), untilConfirmations, through: lastConfirmedBlock });
    } catch (error) {
      if (readTo < fromBlock || !(error instanceof ChainUnavailableError)) throw error;
      return result(error.message);
    }
    const ownTransfers = scan.transfers.filter(isConfirmedForOrder);
    await recordForOrder(context, gateway, order, ownTransfers);
    for (const { txHash, index } of ownTransfers) transferIds.add(transferId(txHash, index));
    isBlind ||= scan.isBlind === true;
    if (Number(scan.cursor) <= readTo) break;
    readTo = Number(scan.cursor);
  }
  return result(null);
}

/** Records payments to an order that is not watched for them. Booked deposits stay unchanged. */
export async function recordForOrder(
  context: Pick<OrderContext, 'database' | 'catalogue' | 'now'>,
  gateway: ChainGateway,
  order: OrderRow,
  transfers: readonly IncomingTransfer[],
): Promise<void> {
  const network = gateway.networkSlug;
  for (let start = 0; start < transfers.length; start += BATCH_SIZE) {
    const observations = transfers.slice(start, start + BATCH_SIZE).map((incoming) => ({ incoming, watched: order }));
    await context.database.transaction().execute(async (transaction) => {
      // The customer and an operator may report the same payment at the same time.
      await lockInTransaction(transaction, `deposits of ${order.id}`);
      const batch = await loadBatch(transaction, network, observations);
      for (const { incoming } of observations) {
        await recordTransfer(context, transaction, batch, incoming, order, gateway.depositsAt === 'TREASURY');
      }
      await post(transaction, ...batch.journals);
    });
  }
}

/** Returns the function that maps all spellings of an address of the network to one. */
function addressNormaliser(context: Pick<OrderContext, 'catalogue'>, networkSlug: string): (address: string) => string {
  const network = context.catalogue.networks.get(networkSlug);
  return network ? (address) => normaliseAddress(network, address) : (address) => address;
}

/**
 * Marks unbooked deposits that the scan no longer reports as reorged: replaced, or dropped by a reorg. The gateway reports every
 * transfer until it is deep enough.
 */
async function markReorged(
  transaction: Executor,
  network: string,
  isWatched: (address: string) => boolean,
  observedIds: ReadonlySet<string>,
): Promise<void> {
  for (const deposit of await listUnbookedDeposits(transaction, network)) {
    if (!isWatched(deposit.to_address) || observedIds.has(transferId(deposit.tx_hash, deposit.transfer_index))) continue;
    await updateDeposit(transaction, deposit, { is_reorged: 1 });
  }
}

function indexByAddress(
  orders: readonly WatchedOrder[],
  normalise: (address: string) => string,
): (incoming: IncomingTransfer) => WatchedOrder | undefined {
  const byAddress = new Map(orders.map((order) => [addressKey(normalise(order.deposit_address), order.deposit_memo), order]));
  // An address of a single order accepts any memo; a shared address needs the memo of the order.
  return ({ toAddress, memo }) =>
    byAddress.get(addressKey(normalise(toAddress), memo)) ?? byAddress.get(addressKey(normalise(toAddress), null));
}

function addressKey(address: string, memo: string | null): string {
  return memo === null ? address : `${address}|${memo.trim()}`;
}
