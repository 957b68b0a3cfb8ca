import { performance } from 'node:perf_hooks';
import { amount, compare, ONE, ZERO, type Amount } from '../../../contract/money.ts';
import { listFundingDeposits, updateDeposit } from '../../db/repositories/deposits.ts';
import { listOrders } from '../../db/repositories/orders.ts';
import type { DepositRow, OrderRow, OutboxRow } from '../../db/tables/orders.ts';
import { ChainUnavailableError, type ChainGateway } from '../../ports/chain/chainGateway.ts';
import { createCircuitBreaker } from '../../ports/chain/circuitBreaker.ts';
import type { OrderContext } from '../core/context.ts';
import { isCustomerSend, sendId } from '../core/outbox.ts';
import { confirmationsNeeded } from './recordDeposits.ts';

export const DEPOSIT_REORGED = 'DEPOSIT_REORGED';

/** What was part of the chain so short a time ago is not asked about. */
const TRUSTED_MS = 5 * 60_000;
const LOCATED_AT_ONCE = 8;
/** A network that says nothing for so long must not keep others from their payments. */
const PATIENCE_MS = 3_000;
const SILENT_MS = 10_000;

/** REORGED: a deposit is not on chain with its confirmations. UNCHECKED: time ran out before every deposit was located. */
export type InclusionStatus = 'INCLUDED' | 'REORGED' | 'UNCHECKED';

/**
 * Whether the money that payouts and refunds rest on is still there. What was booked is never read again, and a payment
 * that was held for hours, or decided a day later, would leave for a deposit that a deep reorganisation took back.
 */
export interface DepositInclusions {
  /** Those of the sends whose deposits were booked so long ago that they have to be looked for, by id; the largest first. */
  listUnverified(rows: readonly OutboxRow[]): Promise<ReadonlyMap<string, UnverifiedSend>>;
  /** Throws ChainUnavailableError when the deposits' network does not say. */
  verify(doubt: UnverifiedSend): Promise<InclusionStatus>;
}

/** A send's order, and the deposits to readOrder for. */
export interface UnverifiedSend {
  order: OrderRow;
  deposits: readonly DepositRow[];
}

export function createDepositInclusions(context: OrderContext): DepositInclusions {
  /** Deposit → when it was last part of the chain: whoever was paid with thousands of crumbs is looked at in several goes. */
  const seenAt = new Map<string, number>();
  const breaker = createCircuitBreaker({
    timeoutMs: PATIENCE_MS,
    openMs: SILENT_MS,
    now: context.now,
    opensOn: (error) => error instanceof ChainUnavailableError,
  });

  async function areThere(order: OrderRow, network: string, deposits: readonly DepositRow[]): Promise<boolean> {
    const gateway = context.gateways.get(network);
    if (!gateway) throw new ChainUnavailableError(`no gateway of ${network}`);
    const located = await breaker.call(network, () =>
      Promise.all(deposits.map((deposit) => locateDeposit(context, gateway, order, deposit))),
    );
    return located.every((place) => place === 'CONFIRMED');
  }

  return {
    async listUnverified(rows) {
      const now = context.now();
      for (const [name, at] of seenAt) if (now - at > TRUSTED_MS) seenAt.delete(name);
      const sends = rows.filter(({ kind, overridden_at }) => isCustomerSend(kind) && overridden_at === null);
      const orderIds = [...new Set(sends.map((row) => row.order_id))];
      const deposits = await listFundingDeposits(context.database, orderIds, now - TRUSTED_MS);
      if (deposits.length === 0) return new Map();
      const orders = new Map((await listOrders(context.database, orderIds)).map((order) => [order.id, order]));
      const doubts = new Map<string, UnverifiedSend>();
      for (const row of sends) {
        const order = orders.get(row.order_id);
        if (!order) continue;
        const unseen = covering(row, order, deposits).filter((deposit) => !seenAt.has(nameOf(deposit)));
        if (unseen.length > 0) doubts.set(row.id, { order, deposits: unseen });
      }
      return doubts;
    },

    async verify({ order, deposits }) {
      const until = performance.now() + PATIENCE_MS;
      for (let start = 0; start < deposits.length; start += LOCATED_AT_ONCE) {
        if (performance.now() > until) return 'UNCHECKED';
        const some = deposits.slice(start, start + LOCATED_AT_ONCE);
        const byNetwork = [...Map.groupBy(some, ({ network }) => network)];
        const located = await Promise.all(byNetwork.map(([network, own]) => areThere(order, network, own)));
        if (located.includes(false)) return 'REORGED';
        for (const deposit of some) seenAt.set(nameOf(deposit), context.now());
      }
      return 'INCLUDED';
    },
  };
}

/** UNCONFIRMED: mined, but with too few confirmations. MISSING: no block contains this payment. */
type DepositLocation = 'CONFIRMED' | 'UNCONFIRMED' | 'MISSING';

/**
 * Where a booked deposit is now. When its transaction is in another block than it was, it must be the same payment there, and
 * its row says the new block. Throws ChainUnavailableError when the network does not answer, or its nodes are behind.
 */
export async function locateDeposit(
  context: Pick<OrderContext, 'database' | 'catalogue'>,
  gateway: ChainGateway,
  order: Pick<OrderRow, 'network_from' | 'min_confirmations'>,
  deposit: DepositRow,
): Promise<DepositLocation> {
  const needed = confirmationsNeeded(context, order, deposit.network);
  const place = await gateway.locate(deposit.tx_hash);
  if (place === null || place.confirmations < needed) {
    await assertNodesSynced(gateway, deposit, needed);
    return place === null ? 'MISSING' : 'UNCONFIRMED';
  }
  if (place.blockHeight === deposit.block_height) return 'CONFIRMED';
  const { transfers, cursor, isBlind } = await gateway.incoming({
    watched: [deposit.to_address],
    cursor: String(place.blockHeight - 1),
    untilConfirmations: needed,
    through: place.blockHeight,
  });
  const isSame = transfers.some(
    (incoming) =>
      incoming.txHash === deposit.tx_hash &&
      incoming.index === deposit.transfer_index &&
      incoming.blockHeight === place.blockHeight &&
      incoming.instrumentSlug === deposit.instrument &&
      incoming.memo === deposit.memo &&
      compare(incoming.amount, deposit.amount) === 0,
  );
  if (!isSame) {
    // Other nodes may have answered than those that located it: they must have had its block, deep enough, and see all of it.
    if (Number(cursor) < place.blockHeight || isBlind === true) {
      throw new ChainUnavailableError(`${gateway.networkSlug} does not show what block ${place.blockHeight} brought`);
    }
    return 'MISSING';
  }
  const { blockHeight: block_height, confirmations } = place;
  await updateDeposit(context.database, deposit, { block_height, confirmations });
  return 'CONFIRMED';
}

/** Nodes that do not have the block yet in which it was deep already say nothing about it. */
export async function assertNodesSynced(gateway: ChainGateway, deposit: DepositRow, needed: number): Promise<void> {
  const { height } = await gateway.probe();
  if (deposit.block_height !== null && height < deposit.block_height + needed - 1) {
    throw new ChainUnavailableError(`${gateway.networkSlug} is behind: block ${height}`);
  }
}

/** What came besides goes back by itself, and an order's own payout or refund is for all that was its own. */
function isBehind(row: OutboxRow, deposit: DepositRow): boolean {
  if (deposit.order_id !== row.order_id) return false;
  return deposit.role === 'ORDER' ? row.id === sendId(row, { id: row.order_id }) : row.id === deposit.refund_id;
}

/**
 * Of the deposits behind a send the largest, as many as bring what it is worth: without the rest we lose no more than the fee
 * that was kept of it, and thousands of crumbs need not be looked for.
 */
function covering(row: OutboxRow, order: OrderRow, deposits: readonly DepositRow[]): DepositRow[] {
  const behind = deposits.filter((deposit) => isBehind(row, deposit));
  const cover = coverOf(row, order);
  if (!cover) return behind;
  let brought = ZERO;
  return behind
    .map((deposit) => ({ deposit, value: amount(deposit.amount) }))
    .toSorted((left, right) => right.value.cmp(left.value))
    .filter(({ value }) => {
      const isNeeded = brought.lt(cover.needed);
      brought = brought.plus(value.times(cover.rate));
      return isNeeded;
    })
    .map(({ deposit }) => deposit);
}

/** What deposits must bring at which rate: a payout in its own coin, before the network's fee; a refund in the coin that came. */
function coverOf(row: OutboxRow, order: OrderRow): { needed: Amount; rate: Amount } | null {
  if (row.kind === 'REFUND') return { needed: amount(row.amount), rate: ONE };
  const { settlement } = order;
  if (settlement === null) return null;
  return { needed: amount(settlement.amount).times(amount(settlement.price)), rate: amount(settlement.market_price) };
}

function nameOf({ network, tx_hash, transfer_index }: DepositRow): string {
  return `${network}:${tx_hash}:${transfer_index}`;
}
