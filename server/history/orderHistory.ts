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

const PAGE_SIZE = 20;
/** Results of a search. The customer types more to find the others. */
const MAX_FOUND = 20;

/** The orders of a customer. Nothing here reads an order of another customer. */
export type HistoryService = ReturnType<typeof createHistoryService>;

export function createHistoryService(context: OrderContext) {
  return {
    list: (owner: HistoryOwner, input: HistoryInput) => list(context, owner, input),
    table: (customerId: number, input: HistoryTableInput) =>
      writeOrderTable((page) => list(context, { customerId, onlyOfKeys: false }, page), input),
    claim: (userId: number, input: ClaimOrderInput, orderToken: string | null) => claim(context, userId, input, orderToken),
  };
}

/** Returns a page of the customer's orders, newest first. */
async function list(context: OrderContext, owner: HistoryOwner, input: HistoryInput): Promise<OrderHistory> {
  const { database } = context;
  if (input.search !== undefined) return await search(context, owner, input.search.trim());
  const named =
    input.legacyOrderId !== undefined
      ? await listOrdersByLegacyId(database, owner, input.legacyOrderId, MAX_FOUND)
      : input.orderIds !== undefined
        ? await listOwnOrders(database, owner, input.orderIds.split(','))
        : null;
  if (named) return { entries: await present(context, named), nextCursor: null, counts: null };
  const filter = filterOf(context, owner, input);
  const limit = Number(input.limit ?? PAGE_SIZE);
  const after = input.cursor === undefined ? null : positionOf(input.cursor);
  const found = await listHistory(database, filter, { after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const entries = await present(
    context,
    page.map(({ orderId }) => orderId),
  );
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    entries,
    nextCursor: last ? `${last.createdAt}.${last.orderId}` : null,
    counts: after ? null : await count(context, filter),
  };
}

async function count({ database }: OrderContext, filter: HistoryFilter): Promise<NonNullable<OrderHistory['counts']>> {
  const counts = await countHistory(database, { ...filter, states: HISTORY_STATES }, MAX_COUNTED + 1);
  return HISTORY_STATES.map((state) => {
    const counted = counts.get(state) ?? 0;
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

/** Returns the orders whose id, address or transaction hash begins with the text, and which of them did. */
async function search(context: OrderContext, owner: HistoryOwner, text: string): Promise<OrderHistory> {
  const found = await searchHistory(context.database, owner, text, MAX_FOUND);
  const matches = new Map<string, FoundOrder>();
  for (const one of found) if (!matches.has(one.id)) matches.set(one.id, one);
  const newest = [...matches.values()].toSorted((one, other) => Number(other.created_at) - Number(one.created_at));
  const ids = newest.slice(0, MAX_FOUND).map(({ id }) => id);
  return { entries: await present(context, ids, matches), nextCursor: null, counts: null };
}

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

async function present(
  context: OrderContext,
  orderIds: readonly string[],
  matches: ReadonlyMap<string, FoundOrder> = new Map(),
): Promise<HistoryEntry[]> {
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
    const match = matches.get(order.id);
    return {
      order: presented,
      state: stateOf(order, context.now()),
      source: sources.get(order.id) ?? 'CLAIMED',
      match: match ? { field: match.field, text: shownText(match) } : null,
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
