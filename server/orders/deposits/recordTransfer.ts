import { compare } from '../../../contract/money.ts';
import { DECISION_DEADLINE_MS } from '../../../contract/limits.ts';
import type { Executor } from '../../db/database.ts';
import { insertDeposit, listDepositsByTransaction, updateDeposit } from '../../db/repositories/deposits.ts';
import { findOrderByDepositAddress, listOrders, touchOrder, type WatchedOrder } from '../../db/repositories/orders.ts';
import { listTopUps } from '../../db/repositories/outbox.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import type { IncomingTransfer } from '../../ports/chain/chainGateway.ts';
import type { OrderContext } from '../core/context.ts';
import { isOpen } from '../rules/depositRules.ts';
import { type Journal } from '../../payments/ledger.ts';
import { depositJournalId, depositLines } from '../core/depositBooks.ts';
import { depositTimes } from './depositTimes.ts';
import type { LaterDeposit } from './startLaterOrder.ts';
import { scheduleSweep } from '../core/sweepRequests.ts';

/** Stored rows about the transfers of one batch, loaded once and kept up to date, and the journals to post for them. */
export interface TransferBatch {
  network: string;
  /** By {@link transferId} */
  deposits: Map<string, DepositRow>;
  /** By id */
  orders: Map<string, OrderRow>;
  /** By deposit address, for each of `orders` */
  topUps: Map<string, readonly OutboxRow[]>;
  journals: Journal[];
}

export async function loadBatch(
  transaction: Executor,
  network: string,
  observations: readonly { incoming: IncomingTransfer; watched: Pick<WatchedOrder, 'id'> | undefined }[],
): Promise<TransferBatch> {
  const deposits = await listDepositsByTransaction(transaction, network, [
    ...new Set(observations.map(({ incoming }) => incoming.txHash)),
  ]);
  const orderIds = new Set([...observations.map(({ watched }) => watched?.id), ...deposits.map(({ order_id }) => order_id)]);
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
    deposits: new Map(deposits.map((row) => [transferId(row.tx_hash, row.transfer_index), row])),
    orders: new Map(orders.map((order) => [order.id, order])),
    topUps: new Map(
      orders.map(({ deposit_address: address }) => [address, topUps.filter(({ to_address }) => to_address === address)]),
    ),
    journals: [],
  };
}

/** Returns the new order that exchanges a later deposit of `first` (D63); null if the deposit is extra. */
export type StartLaterOrder = (first: OrderRow, deposit: LaterDeposit) => Promise<OrderRow | null>;

export async function recordTransfer(
  context: Pick<OrderContext, 'catalogue' | 'now'>,
  transaction: Executor,
  batch: TransferBatch,
  incoming: IncomingTransfer,
  watched: Pick<WatchedOrder, 'id'> | undefined,
  isAtTreasury: boolean,
  startLater?: StartLaterOrder,
): Promise<void> {
  const { network } = batch;
  const key = { network, tx_hash: incoming.txHash, transfer_index: incoming.index };
  const found = batch.deposits.get(transferId(incoming.txHash, incoming.index));
  if (found?.booked_at) return;
  const known = found && hasSameTarget(found, incoming) ? found : undefined;
  const owner = await findOwner(transaction, batch, incoming, known, watched);
  if (!found && owner && (await isTopUp(transaction, batch, owner, incoming))) return;
  const needed = confirmationsNeeded(context, owner ?? null, network);
  const booked_at = incoming.blockHeight !== null && incoming.confirmations >= needed ? context.now() : null;
  // A concurrent settlement of the order, without this deposit, fails with ConcurrentUpdateError.
  const first = owner && booked_at !== null ? await touchOrder(transaction, owner.id) : owner;
  const role = known?.role ?? (first && countsForOrder(first, incoming) ? null : 'EXTRA');
  const isNew = role === 'EXTRA' && incoming.blockHeight !== null;
  const times = depositTimes(context.now(), incoming, known, first);
  const { instrumentSlug: instrument, amount } = incoming;
  const later = first && isNew ? await startLater?.(first, { instrument, amount, detectedAt: times.detected_at }) : null;
  const order = later ?? first;
  if (order) batch.orders.set(order.id, order);
  // Overwrites every field: mined in another block, the same contract call can pay less, or pay somebody else.
  const state = {
    order_id: order?.id ?? null,
    instrument,
    to_address: incoming.toAddress,
    memo: incoming.memo,
    amount,
    role: later ? null : role,
    ...(later ? depositTimes(context.now(), incoming, known, later) : times),
    block_height: incoming.blockHeight,
    confirmations: incoming.confirmations,
    is_reorged: 0,
    booked_at,
    refund_at: booked_at === null ? 0 : booked_at + DECISION_DEADLINE_MS,
  } satisfies Partial<DepositRow>;
  const refund = { refund_id: null, refund_address: null, refund_memo: null, refund_fee_factor: null, refund_least: null };
  const deposit: DepositRow = { ...key, ...refund, ...state };
  if (found) await updateDeposit(transaction, key, state);
  else await insertDeposit(transaction, deposit);
  batch.deposits.set(transferId(incoming.txHash, incoming.index), found ? { ...found, ...state } : deposit);
  if (booked_at === null) return;
  batch.journals.push(bookingJournal(deposit, isAtTreasury));
  if (!order) return;
  // A deposit after the end needs another sweep (D35). A wrong-network deposit never waits for its order.
  const needsSweep = order.network_from !== network || !isOpen(order);
  if (needsSweep) batch.orders.set(order.id, await scheduleSweep(transaction, order, network));
}

/**
 * Returns the confirmations after which a deposit is booked: those of the order on its own network, otherwise the network's
 * default.
 */
export function confirmationsNeeded(
  { catalogue }: Pick<OrderContext, 'catalogue'>,
  order: Pick<OrderRow, 'network_from' | 'min_confirmations'> | null,
  network: string,
): number {
  if (order?.network_from === network) return order.min_confirmations;
  return catalogue.networks.get(network)?.minConfirmations ?? 1;
}

export function hasSameTarget(deposit: DepositRow, incoming: IncomingTransfer): boolean {
  return (
    deposit.to_address === incoming.toAddress && deposit.memo === incoming.memo && deposit.instrument === incoming.instrumentSlug
  );
}

async function findOwner(
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
 * Whether the transfer is gas that we sent to a deposit address ourselves. While a top-up is in flight its hash may be unknown (a
 * crash after sending) or different (a bumped fee), so its amount identifies it.
 */
async function isTopUp(
  transaction: Executor,
  batch: TransferBatch,
  order: OrderRow,
  incoming: IncomingTransfer,
): Promise<boolean> {
  const topUps = batch.topUps.get(order.deposit_address) ?? (await listTopUps(transaction, [order.id]));
  return topUps.some(
    ({ instrument, amount, state, tx_hash }) =>
      instrument === incoming.instrumentSlug &&
      compare(amount, incoming.amount) === 0 &&
      (tx_hash === incoming.txHash || state === 'PENDING' || state === 'SENT'),
  );
}

function countsForOrder(order: OrderRow, incoming: IncomingTransfer): boolean {
  return isOpen(order) && incoming.instrumentSlug === order.instrument_from;
}

function bookingJournal(deposit: DepositRow, isAtTreasury: boolean): Journal {
  const { order_id: orderId, booked_at: at } = deposit;
  const lines = depositLines(deposit, { isAtTreasury, isAttributed: orderId !== null });
  return { id: depositJournalId(deposit), kind: 'DEPOSIT', source: { order_id: orderId }, at: at ?? 0, lines };
}

export function transferId(txHash: string, index: number): string {
  return `${txHash}:${index}`;
}
