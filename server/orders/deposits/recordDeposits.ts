import { compare } from '../../../contract/money.ts';
import { DECISION_DEADLINE_MS } from '../../../contract/limits.ts';
import type { Executor } from '../../db/database.ts';
import { lockInTransaction } from '../../db/lockInTransaction.ts';
import { isCursorOlderThan, writeCursor } from '../../db/repositories/cursors.ts';
import {
  updateConfirmations,
  insertDeposit,
  listDepositsByTransaction,
  listUnbookedDeposits,
  updateDeposit,
} from '../../db/repositories/deposits.ts';
import {
  findOrderByDepositAddress,
  listOrders,
  listWatchedOrders,
  touchOrder,
  type WatchedOrder,
} from '../../db/repositories/orders.ts';
import { listTopUps } from '../../db/repositories/outbox.ts';
import type { DepositRow, DepositTable, OrderRow, OutboxRow } from '../../db/tables/orders.ts';
import { normaliseAddress } from '../../instruments/addresses/index.ts';
import { ChainUnavailableError, type ChainGateway, type IncomingTransfer } from '../../ports/chain/chainGateway.ts';
import type { OrderContext } from '../core/context.ts';
import { isOpen } from '../core/depositRules.ts';
import { depositJournalId, post, transferLines, type Journal } from '../core/ledger.ts';
import type { NetworkLease } from '../core/networkLeases.ts';
import { readIncoming } from './readIncoming.ts';
import { scheduleSweep } from './sweep.ts';

/** How old a cursor may grow while nobody pays on its network. */
export const IDLE_CURSOR_MS = 300_000;
/**
 * Written in one transaction. Anybody can send ten thousand payments of dust to an address: they must not hold the
 * database for seconds, while customers wait.
 */
const TRANSFERS_AT_ONCE = 200;

/**
 * Asks a network what came in and writes it down: new transfers, their confirmations, those that are gone, and the
 * ledger's journal once they have their confirmations. The cursor moves with the last of them, so whatever crashes is read
 * again. Orders themselves are moved by `advanceOrder`. Throws what the gateway throws.
 */
export async function recordDeposits(
  context: OrderContext,
  gateway: ChainGateway,
  lease?: Pick<NetworkLease, 'assertHeld'>,
): Promise<void> {
  const { database, now } = context;
  const network = gateway.networkSlug;
  const orders = await listWatchedOrders(database, network, now());
  if (orders.length === 0 && !(await isCursorOlderThan(database, network, now() - IDLE_CURSOR_MS))) return;
  const normal = addressFormOf(context, network);
  const treasury = normal((await gateway.addressAt(0)).address);
  const { transfers, cursor, looked, readUntil } = await readIncoming(context, gateway, orders);
  const findWatched = indexByAddress(looked, normal);
  const seen = new Set(transfers.map(({ txHash, index }) => nameOf(txHash, index)));
  const watchedPlaces = new Set(looked.map((order) => normal(order.deposit_address)));
  let start = 0;
  do {
    const some = transfers.slice(start, start + TRANSFERS_AT_ONCE);
    start += TRANSFERS_AT_ONCE;
    await database.transaction().execute(async (transaction) => {
      // What was asked before somebody else took the network over is older than what they have written.
      await lease?.assertHeld(transaction);
      const told = some.map((incoming) => ({ incoming, watched: findWatched(incoming) }));
      const lot = await loadBatch(transaction, network, told);
      const deeper: IncomingTransfer[] = [];
      for (const { incoming, watched: order } of told) {
        const found = lot.deposits.get(nameOf(incoming.txHash, incoming.index));
        if (found?.booked_at) continue;
        if (found && order && onlyConfirmationsChanged(found, incoming, order)) deeper.push(incoming);
        else await recordTransfer(context, transaction, lot, incoming, order, normal(incoming.toAddress) === treasury);
      }
      await post(transaction, ...lot.journals);
      await deepen(transaction, network, deeper);
      if (start < transfers.length) return;
      await markReorged(transaction, network, (address) => watchedPlaces.has(normal(address)), seen);
      await writeCursor(transaction, network, cursor, now(), readUntil);
    });
  } while (start < transfers.length);
}

/** All that is new is that blocks came on top: nothing follows from that before there are enough of them. */
function onlyConfirmationsChanged(found: DepositRow, incoming: IncomingTransfer, order: WatchedOrder): boolean {
  return (
    found.is_reorged === 0 &&
    found.order_id === order.id &&
    found.block_height !== null &&
    found.block_height === incoming.blockHeight &&
    incoming.confirmations < order.min_confirmations &&
    isSamePlace(found, incoming) &&
    compare(found.amount, incoming.amount) === 0
  );
}

async function deepen(transaction: Executor, network: string, transfers: readonly IncomingTransfer[]): Promise<void> {
  for (const [blockHeight, ofBlock] of Map.groupBy(transfers, (incoming) => incoming.blockHeight)) {
    if (blockHeight === null) continue;
    const confirmations = Math.max(...ofBlock.map((incoming) => incoming.confirmations));
    const txHashes = [...new Set(ofBlock.map(({ txHash }) => txHash))];
    await updateConfirmations(transaction, { network, txHashes, blockHeight, confirmations });
  }
}

/** What is stored about transfers that are written together, read at once and kept up to date; and what to book of them. */
interface TransferBatch {
  network: string;
  /** By `nameOf` */
  deposits: Map<string, DepositRow>;
  /** By id */
  orders: Map<string, OrderRow>;
  /** By order; of each of `orders` */
  topUps: Map<string, readonly OutboxRow[]>;
  journals: Journal[];
}

async function loadBatch(
  transaction: Executor,
  network: string,
  told: readonly { incoming: IncomingTransfer; watched: Pick<WatchedOrder, 'id'> | undefined }[],
): Promise<TransferBatch> {
  const deposits = await listDepositsByTransaction(transaction, network, [
    ...new Set(told.map(({ incoming }) => incoming.txHash)),
  ]);
  const orderIds = new Set([...told.map(({ watched }) => watched?.id), ...deposits.map(({ order_id }) => order_id)]);
  const orders = await listOrders(
    transaction,
    [...orderIds].filter((id) => id !== undefined && id !== null),
  );
  const topUps = await listTopUps(
    transaction,
    orders.map(({ id }) => id),
  );
  return {
    network,
    deposits: new Map(deposits.map((row) => [nameOf(row.tx_hash, row.transfer_index), row])),
    orders: new Map(orders.map((order) => [order.id, order])),
    topUps: new Map(orders.map(({ id }) => [id, topUps.filter(({ order_id }) => order_id === id)])),
    journals: [],
  };
}

async function recordTransfer(
  context: Pick<OrderContext, 'catalogue' | 'now'>,
  transaction: Executor,
  lot: TransferBatch,
  incoming: IncomingTransfer,
  watched: Pick<WatchedOrder, 'id'> | undefined,
  isAtTreasury: boolean,
): Promise<void> {
  const { network } = lot;
  const key = { network, tx_hash: incoming.txHash, transfer_index: incoming.index };
  const found = lot.deposits.get(nameOf(incoming.txHash, incoming.index));
  if (found?.booked_at) return;
  const known = found && isSamePlace(found, incoming) ? found : undefined;
  const owner = await orderOf(transaction, lot, incoming, known, watched);
  if (!found && owner && (await isTopUp(transaction, lot, owner, incoming))) return;
  const needed = confirmationsNeeded(context, owner ?? null, network);
  const booked_at = incoming.blockHeight !== null && incoming.confirmations >= needed ? context.now() : null;
  // Whoever settles the order at this moment, without this money, finds that it moved.
  const order = owner && booked_at !== null ? await touchOrder(transaction, owner.id) : owner;
  if (order) lot.orders.set(order.id, order);
  // All of it as the network says now: in another block the same transaction of a contract can pay less, or somebody else.
  const state = {
    order_id: order?.id ?? null,
    instrument: incoming.instrumentSlug,
    to_address: incoming.toAddress,
    memo: incoming.memo,
    amount: incoming.amount,
    role: known?.role ?? (order && isForOrder(order, incoming) ? null : 'EXTRA'),
    detected_at: seenAt(context.now(), incoming, known, order),
    block_height: incoming.blockHeight,
    confirmations: incoming.confirmations,
    is_reorged: 0,
    booked_at,
    refund_at: booked_at === null ? 0 : booked_at + DECISION_DEADLINE_MS,
  } satisfies Partial<DepositTable>;
  const refund = { refund_id: null, refund_address: null, refund_memo: null };
  const deposit: DepositTable = {
    ...key,
    ...refund,
    times_written_off: found?.times_written_off ?? 0,
    write_off_note: null,
    ...state,
  };
  if (found) await updateDeposit(transaction, key, state);
  else await insertDeposit(transaction, deposit);
  lot.deposits.set(nameOf(incoming.txHash, incoming.index), found ? { ...found, ...state } : deposit);
  if (booked_at === null) return;
  lot.journals.push(bookingOf(deposit, isAtTreasury));
  if (!order) return;
  // What comes after an order's own sweep is done has to be fetched too (D35); what came elsewhere never waits for the order.
  const isFetched = order.network_from !== network || !isOpen(order);
  if (isFetched) lot.orders.set(order.id, await scheduleSweep(transaction, order, network));
}

/** Until a payment to the order, or to nobody known, is money. On another network than the order's, what that one asks for. */
export function confirmationsNeeded(
  { catalogue }: Pick<OrderContext, 'catalogue'>,
  order: Pick<OrderRow, 'network_from' | 'min_confirmations'> | null,
  network: string,
): number {
  if (order?.network_from === network) return order.min_confirmations;
  return catalogue.networks.get(network)?.minConfirmations ?? 1;
}

/**
 * When a deposit counts as seen: at our first look, or when its block was made, if that was before. While this host or its
 * node is away the customer's time must not run out. Never before the order was made, and never in the future.
 */
function seenAt(now: number, incoming: IncomingTransfer, known: DepositRow | undefined, order: OrderRow | undefined): number {
  const earliest = Math.min(known?.detected_at ?? now, incoming.blockTime ?? now);
  return Math.min(now, Math.max(earliest, order?.created_at ?? 0));
}

function isSamePlace(deposit: DepositRow, incoming: IncomingTransfer): boolean {
  return (
    deposit.to_address === incoming.toAddress && deposit.memo === incoming.memo && deposit.instrument === incoming.instrumentSlug
  );
}

/** What reading an order's past came to. */
interface LateDeposits {
  /** Confirmed payments to the order, known ones among them. */
  count: number;
  /** Everything up to this block was read; null when nothing was. */
  readTo: number | null;
  /** Why it stopped before the newest block that has its confirmations. */
  failure: string | null;
  /** There may be more than the nodes had the means to show. */
  isBlind: boolean;
}

/**
 * Writes down what was paid to an order's address from a block on, though nobody looks there any more, or nobody ever did:
 * the network may be another than the order's (`claimWrongNetwork.ts`). The network's own cursor stays. Only what has its
 * confirmations, and on a shared address only what bears the order's memo. A gateway reads some blocks at a time: each part
 * is kept, whatever comes of the next. Throws what the gateway throws at once.
 */
export async function recordLateDeposits(
  context: Pick<OrderContext, 'database' | 'catalogue' | 'now'>,
  gateway: ChainGateway,
  order: OrderRow,
  fromBlock: number,
): Promise<LateDeposits> {
  const untilConfirmations = confirmationsNeeded(context, order, gateway.networkSlug);
  const isOfOrder = ({ memo, confirmations }: IncomingTransfer): boolean =>
    confirmations >= untilConfirmations && (order.deposit_memo === null || memo?.trim() === order.deposit_memo);
  // What comes while it is read is not waited for: on a quick network that would never end.
  const last = (await gateway.probe()).height - untilConfirmations + 1;
  const names = new Set<string>();
  let [readTo, isBlind] = [fromBlock - 1, false];
  const result = (failure: string | null): LateDeposits => ({
    count: names.size,
    readTo: readTo < fromBlock ? null : readTo,
    failure,
    isBlind,
  });
  while (readTo < last) {
    let answer: Awaited<ReturnType<ChainGateway['incoming']>>;
    try {
      const watched = [order.deposit_address];
      answer = await gateway.incoming({ watched, cursor: String(readTo), untilConfirmations, through: last });
    } catch (error) {
      if (readTo < fromBlock || !(error instanceof ChainUnavailableError)) throw error;
      return result(error.message);
    }
    const own = answer.transfers.filter(isOfOrder);
    await recordForOrder(context, gateway, order, own);
    for (const { txHash, index } of own) names.add(nameOf(txHash, index));
    isBlind ||= answer.isBlind === true;
    if (Number(answer.cursor) <= readTo) break;
    readTo = Number(answer.cursor);
  }
  return result(null);
}

/** Writes down payments to an order that it is not watched for. What is known already stays as it is. */
export async function recordForOrder(
  context: Pick<OrderContext, 'database' | 'catalogue' | 'now'>,
  gateway: ChainGateway,
  order: OrderRow,
  transfers: readonly IncomingTransfer[],
): Promise<void> {
  const network = gateway.networkSlug;
  const normal = addressFormOf(context, network);
  const treasury = normal((await gateway.addressAt(0)).address);
  for (let start = 0; start < transfers.length; start += TRANSFERS_AT_ONCE) {
    const told = transfers.slice(start, start + TRANSFERS_AT_ONCE).map((incoming) => ({ incoming, watched: order }));
    await context.database.transaction().execute(async (transaction) => {
      // A customer may say it twice, and an operator at the same moment.
      await lockInTransaction(transaction, `deposits of ${order.id}`);
      const lot = await loadBatch(transaction, network, told);
      for (const { incoming } of told) {
        await recordTransfer(context, transaction, lot, incoming, order, normal(incoming.toAddress) === treasury);
      }
      await post(transaction, ...lot.journals);
    });
  }
}

/** How a network's addresses are compared: all spellings of one are the same place. */
function addressFormOf(context: Pick<OrderContext, 'catalogue'>, networkSlug: string): (address: string) => string {
  const network = context.catalogue.networks.get(networkSlug);
  return network ? (address) => normaliseAddress(network, address) : (address) => address;
}

async function orderOf(
  transaction: Executor,
  { network, orders }: TransferBatch,
  incoming: IncomingTransfer,
  known: DepositRow | undefined,
  watched: Pick<WatchedOrder, 'id'> | undefined,
): Promise<OrderRow | undefined> {
  const orderId = known?.order_id ?? watched?.id;
  if (orderId !== undefined && orderId !== null) return orders.get(orderId);
  const found = await findOrderByDepositAddress(transaction, network, incoming.toAddress, incoming.memo);
  return found && (orders.get(found.id) ?? found);
}

/**
 * Gas that we sent to a deposit address ourselves is no deposit. While a top-up is on its way its hash may be unknown
 * (a crash after sending) or another than noted (a raised fee), so its amount tells it.
 */
async function isTopUp(transaction: Executor, lot: TransferBatch, order: OrderRow, incoming: IncomingTransfer): Promise<boolean> {
  const sends = lot.topUps.get(order.id) ?? (await listTopUps(transaction, [order.id]));
  return sends.some(
    ({ instrument, amount, state, tx_hash }) =>
      instrument === incoming.instrumentSlug &&
      compare(amount, incoming.amount) === 0 &&
      (tx_hash === incoming.txHash || state === 'PENDING' || state === 'SENT'),
  );
}

function isForOrder(order: OrderRow, incoming: IncomingTransfer): boolean {
  return isOpen(order) && incoming.instrumentSlug === order.instrument_from;
}

/** Money is money once it has its confirmations: an asset of ours, and owed to the customer, or to nobody known (D6). */
function bookingOf(deposit: DepositTable, isAtTreasury: boolean): Journal {
  const asset = isAtTreasury ? 'TREASURY' : 'DEPOSIT_ADDRESSES';
  const owed = deposit.order_id === null ? 'UNATTRIBUTED' : 'CUSTOMER';
  return {
    id: depositJournalId(deposit),
    orderId: deposit.order_id,
    at: deposit.booked_at ?? 0,
    lines: transferLines(owed, asset, deposit.instrument, deposit.amount),
  };
}

/**
 * The gateway repeats every transfer that is not deep enough: one that it no longer names was replaced, or its block
 * left the chain. It counts for nothing until it comes back.
 */
async function markReorged(
  transaction: Executor,
  network: string,
  isWatched: (address: string) => boolean,
  seen: ReadonlySet<string>,
): Promise<void> {
  for (const deposit of await listUnbookedDeposits(transaction, network)) {
    if (!isWatched(deposit.to_address) || seen.has(nameOf(deposit.tx_hash, deposit.transfer_index))) continue;
    await updateDeposit(transaction, deposit, { is_reorged: 1 });
  }
}

function indexByAddress(
  orders: readonly WatchedOrder[],
  normal: (address: string) => string,
): (incoming: IncomingTransfer) => WatchedOrder | undefined {
  const byPlace = new Map(orders.map((order) => [placeOf(normal(order.deposit_address), order.deposit_memo), order]));
  // An address of one order takes money with any memo; a shared one only with the order's own.
  return ({ toAddress, memo }) => byPlace.get(placeOf(normal(toAddress), memo)) ?? byPlace.get(placeOf(normal(toAddress), null));
}

function placeOf(address: string, memo: string | null): string {
  return memo === null ? address : `${address}|${memo.trim()}`;
}

function nameOf(txHash: string, index: number): string {
  return `${txHash}:${index}`;
}
