import { ApiError } from '../../contract/errors.ts';
import {
  HISTORY_STATES,
  MAX_COUNTED,
  type ClaimOrderInput,
  type HistoryEntry,
  type HistoryInput,
  type HistoryTableInput,
  type OrderHistory,
} from '../../contract/schemas/history.ts';
import { listHistoryOrders } from '../db/repositories/accounts/historyParts.ts';
import {
  countHistory,
  listHistory,
  listOrdersByLegacyId,
  listOwnOrders,
  searchHistory,
  type FoundOrder,
  type HistoryFilter,
  type HistoryOwner,
  type HistoryPosition,
  type HistoryState,
} from '../db/repositories/accounts/orderHistory.ts';
import { claimOrder, findOrderOwner, listOrderSources } from '../db/repositories/accounts/orderOwners.ts';
import { findReadUntil } from '../db/repositories/cursors.ts';
import { listOrdersAtAddress } from '../db/repositories/orders.ts';
import type { OrderRow } from '../db/tables/orders.ts';
import { presentParts } from '../orders/calls/presentOrder.ts';
import { openOrder, requireAuthority } from '../orders/calls/readOrder.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { maskAddress } from '../common/mask.ts';
import { writeOrderTable } from './orderTable.ts';
import type { OtherHistory } from './otherHistory.ts';

const PAGE_SIZE = 20;
/** Results of a search. The customer types more to find the others. */
const MAX_FOUND = 20;

/** The orders of a customer. Nothing here reads an order of another customer. */
export type HistoryService = ReturnType<typeof createHistoryService>;

export function createHistoryService(context: OrderContext, others: readonly OtherHistory[] = []) {
  return {
    list: (owner: HistoryOwner, input: HistoryInput) => list(context, others, owner, input),
    table: (customerId: number, input: HistoryTableInput) =>
      writeOrderTable((page) => list(context, others, { customerId, onlyOfKeys: false }, page), input),
    claim: (userId: number, input: ClaimOrderInput, orderToken: string | null) => claim(context, userId, input, orderToken),
  };
}

/** Returns a page of the customer's orders and of what else is in the history, newest first. */
async function list(
  context: OrderContext,
  allOthers: readonly OtherHistory[],
  owner: HistoryOwner,
  input: HistoryInput,
): Promise<OrderHistory> {
  const { database } = context;
  // API keys create orders only.
  const others = owner.onlyOfKeys ? [] : allOthers;
  if (input.search !== undefined) return await search(context, others, owner, input.search.trim());
  const named =
    input.legacyOrderId !== undefined
      ? await listOrdersByLegacyId(database, owner, input.legacyOrderId, MAX_FOUND)
      : input.orderIds !== undefined
        ? await listOwnOrders(database, owner, input.orderIds.split(','))
        : null;
  if (named) {
    const ids = input.orderIds?.split(',') ?? [];
    return { entries: await presentAll(context, others, owner, named, ids), nextCursor: null, counts: null };
  }
  const filter = filterOf(context, owner, input);
  const limit = Number(input.limit ?? PAGE_SIZE);
  const after = input.cursor === undefined ? null : positionOf(input.cursor);
  const pages = [listHistory(database, filter, { after, limit: limit + 1 })];
  for (const other of others) pages.push(other.list(filter, { after, limit: limit + 1 }));
  const found = (await Promise.all(pages))
    .flat()
    .toSorted(newestFirst)
    .slice(0, limit + 1);
  const page = found.slice(0, limit);
  const ids = page.map(({ orderId }) => orderId);
  const entries = await presentAll(context, others, owner, ids, ids);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    entries,
    nextCursor: last ? `${last.createdAt}.${last.orderId}` : null,
    counts: after ? null : await count(context, others, filter),
  };
}

const newestFirst = (one: HistoryPosition, other: HistoryPosition): number =>
  other.createdAt - one.createdAt || (one.orderId < other.orderId ? 1 : -1);

/** Returns the entries of orders and of what else has one of `otherIds`, newest first. */
async function presentAll(
  context: OrderContext,
  others: readonly OtherHistory[],
  { customerId }: HistoryOwner,
  orderIds: readonly string[],
  otherIds: readonly string[],
): Promise<HistoryEntry[]> {
  const orders = await present(context, orderIds);
  const missing = otherIds.filter((id) => !orders.some(({ order }) => order.orderId === id));
  if (missing.length === 0) return orders;
  const found = await Promise.all(others.map((other) => other.present(customerId, missing)));
  const positionOfEntry = ({ order }: HistoryEntry): HistoryPosition => ({
    orderId: order.orderId,
    createdAt: Date.parse(order.createdAt),
  });
  return [...orders, ...found.flat()].toSorted((one, other) => newestFirst(positionOfEntry(one), positionOfEntry(other)));
}

async function count(
  { database }: OrderContext,
  others: readonly OtherHistory[],
  filter: HistoryFilter,
): Promise<NonNullable<OrderHistory['counts']>> {
  const all = { ...filter, states: HISTORY_STATES };
  const counts = await Promise.all([
    countHistory(database, all, MAX_COUNTED + 1),
    ...others.map((other) => other.count(all, MAX_COUNTED + 1)),
  ]);
  return HISTORY_STATES.map((state) => {
    const counted = counts.reduce((sum, one) => sum + (one.get(state) ?? 0), 0);
    return { state, count: Math.min(counted, MAX_COUNTED), hasMore: counted > MAX_COUNTED };
  });
}

function filterOf({ now }: OrderContext, owner: HistoryOwner, { state, coin, since, until }: HistoryInput): HistoryFilter {
  const times = { since: timeOf('since', since), until: timeOf('until', until) };
  return { ...owner, states: statesOf(state), coin: coin ?? null, ...times, now: now() };
}

/** Returns the time in ms since 1970. Throws ERR_VALIDATION for a leap second, which the format allows. */
function timeOf(field: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new ApiError('ERR_VALIDATION', `${field} can’t be a leap second.`, { field });
  return at;
}

function statesOf(state: HistoryInput['state']): readonly HistoryState[] {
  if (state === undefined) return HISTORY_STATES;
  return state === 'ended' ? HISTORY_STATES.filter((one) => one !== 'open') : [state];
}

function positionOf(cursor: string): HistoryPosition {
  const [createdAt = '', orderId = ''] = cursor.split('.');
  return { createdAt: Number(createdAt), orderId };
}

/** Returns the entries whose id, address or transaction hash begins with the text, and which of them did. */
async function search(
  context: OrderContext,
  others: readonly OtherHistory[],
  owner: HistoryOwner,
  text: string,
): Promise<OrderHistory> {
  const searches = [searchHistory(context.database, owner, text, MAX_FOUND)];
  for (const other of others) searches.push(other.search(owner.customerId, text, MAX_FOUND));
  const found = (await Promise.all(searches)).flat();
  const matches = new Map<string, FoundOrder>();
  for (const one of found) if (!matches.has(one.id)) matches.set(one.id, one);
  const newest = [...matches.values()].toSorted((one, other) => Number(other.created_at) - Number(one.created_at));
  const ids = newest.slice(0, MAX_FOUND).map(({ id }) => id);
  const entries = await presentAll(context, others, owner, ids, ids);
  const named = entries.map((entry) => ({ ...entry, match: matchOf(matches.get(entry.order.orderId)) }));
  return { entries: named, nextCursor: null, counts: null };
}

const matchOf = (found: FoundOrder | undefined): HistoryEntry['match'] =>
  found ? { field: found.field, text: shownText(found) } : null;

/**
 * Adds a guest's order to the account of a customer who has its order token, with the orders of its later deposits (D63). Idempotent.
 *
 * Throws ERR_NOT_FOUND_E, ERR_ORDER_TOKEN_REQUIRED, and ERR_NOT_ACCEPTABLE if it is another customer's.
 */
async function claim(
  context: OrderContext,
  userId: number,
  { orderId, destinationAddress }: ClaimOrderInput,
  orderToken: string | null,
): Promise<HistoryEntry> {
  requireAuthority(await openOrder(context, orderId, destinationAddress), { orderToken, clientAddress: null });
  await context.database.transaction().execute(async (transaction) => {
    const claimed: string[] = [];
    for (const id of await listOrdersAtAddress(transaction, orderId)) {
      if (await claimOrder(transaction, id, userId)) claimed.push(id);
    }
    await context.referrals.onOwned(transaction, claimed);
  });
  const owner = await findOrderOwner(context.database, orderId);
  const [entry] = owner?.user_id === userId ? await present(context, [orderId]) : [];
  if (!entry) throw new ApiError('ERR_NOT_ACCEPTABLE', 'This order belongs to another account.');
  return entry;
}

async function present(context: OrderContext, orderIds: readonly string[]): Promise<HistoryEntry[]> {
  const sources = await listOrderSources(context.database, orderIds);
  const orders = await listHistoryOrders(context.database, orderIds);
  const networks = new Set(orders.map(({ order }) => order.network_from));
  const readUntil = new Map<string, number>();
  for (const network of networks) readUntil.set(network, await findReadUntil(context.database, network));
  return orders.map(({ order, ...parts }) => {
    const {
      guarantee: _guarantee,
      receipt: _receipt,
      ...presented
    } = presentParts(context, order, {
      ...parts,
      readUntil: readUntil.get(order.network_from) ?? 0,
      documents: { guarantee: null, receipt: null },
    });
    return {
      order: presented,
      state: stateOf(order, context.now()),
      source: sources.get(order.id) ?? 'CLAIMED',
      match: null,
    };
  });
}

/** The refund address of an order is shown to nobody in full (D3). */
function shownText({ field, text }: FoundOrder): string {
  return field === 'REFUND_ADDRESS' ? maskAddress(text) : text;
}

/** The state by which `listHistory` finds the order. */
function stateOf({ status, first_deposit_at, expires_at }: OrderRow, now: number): HistoryState {
  if (status === 'COMPLETED') return 'completed';
  if (status === 'REFUNDED') return 'refunded';
  return status === 'AWAITING_DEPOSIT' && first_deposit_at === null && expires_at < now ? 'expired' : 'open';
}
