import { performance } from 'node:perf_hooks';
import { amount, compare, ONE, ZERO, type Amount } from '../../../contract/money.ts';
import { listFundingDeposits, updateDeposit } from '../../db/repositories/deposits.ts';
import { listOrders } from '../../db/repositories/orders.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import type { OrderSend, OutboxRow } from '../../db/tables/payments.ts';
import { ChainUnavailableError, type ChainGateway } from '../../ports/chain/chainGateway.ts';
import { createCircuitBreaker } from '../../ports/chain/circuitBreaker.ts';
import type { OrderContext } from '../core/context.ts';
import { isCustomerSend, sendId } from '../../payments/outbox/enqueue.ts';
import type { BackingCheck } from '../../payments/owners.ts';
import { isOrderSend } from '../core/orderSends.ts';
import { AWAITING_COLLECTION, DEPOSIT_BLOCKED, DEPOSIT_LEFT, DEPOSIT_REORGED } from '../rules/sendDelay.ts';
import { canBeBlocked, isBlocked, isCollectionAwaited } from './blockedDeposits.ts';
import { findLostUntil, hasDepositLeft } from './leftDeposits.ts';
import { confirmationsNeeded } from './recordTransfer.ts';

/** A deposit that was verified less than this time ago is not verified again. */
const RECHECK_AFTER_MS = 5 * 60_000;
const BATCH_SIZE = 8;
/** A network that does not answer within this time must not delay the sends of others. */
const TIMEOUT_MS = 3_000;
const CIRCUIT_OPEN_MS = 10_000;
/** A collection usually takes minutes. A payout that waits longer for one is shown as delayed. */
const COLLECTION_TIME_MS = 15 * 60_000;

/**
 * Verifies that the deposits behind payouts and refunds are still on chain, and that no token blocks them. The scanner never
 * re-reads a booked deposit, so without this check a send that was held or decided hours later would pay for a deposit that a deep
 * reorg has dropped. In books that were restored, also verifies that the deposits are still at their address (D73).
 */
export interface DepositInclusions {
  /**
   * Returns, by send id, the checks of sends whose deposits were booked too long ago to be trusted, or may be blocked by their
   * token. A check looks at the largest deposits. It throws ChainUnavailableError when their network does not answer.
   */
  listChecks(rows: readonly OutboxRow[]): Promise<ReadonlyMap<string, BackingCheck>>;
}

export function createDepositInclusions(context: OrderContext): DepositInclusions {
  /** Deposit → time of its last successful check. Thousands of small deposits are verified in several rounds. */
  const verifiedAt = new Map<string, number>();
  const breaker = createCircuitBreaker({
    timeoutMs: TIMEOUT_MS,
    openMs: CIRCUIT_OPEN_MS,
    now: context.now,
    opensOn: (error) => error instanceof ChainUnavailableError,
  });

  async function areConfirmed(order: OrderRow, network: string, deposits: readonly DepositRow[]): Promise<boolean> {
    const gateway = context.gateways.get(network);
    if (!gateway) throw new ChainUnavailableError(`${network} is not connected: its deposits cannot be verified`);
    const located = await breaker.call(network, () =>
      Promise.all(deposits.map((deposit) => locateDeposit(context, gateway, order, deposit))),
    );
    return located.every((location) => location === 'CONFIRMED');
  }

  async function verify(
    row: OrderSend,
    order: OrderRow,
    deposits: readonly DepositRow[],
    blockable: readonly DepositRow[],
    leavable: readonly DepositRow[],
  ): ReturnType<BackingCheck['run']> {
    const deadline = performance.now() + TIMEOUT_MS;
    for (let start = 0; start < deposits.length; start += BATCH_SIZE) {
      if (performance.now() > deadline) return 'UNCHECKED';
      const batch = deposits.slice(start, start + BATCH_SIZE);
      const byNetwork = [...Map.groupBy(batch, ({ network }) => network)];
      const located = await Promise.all(byNetwork.map(([network, own]) => areConfirmed(order, network, own)));
      if (located.includes(false)) return { refused: DEPOSIT_REORGED };
      for (const deposit of batch) verifiedAt.set(keyOf(deposit), context.now());
    }
    const leftOn = [...Map.groupBy(leavable, ({ network }) => network)].map(([network, own]) =>
      breaker.call(network, () => hasDepositLeft(context, order, own)),
    );
    if ((await Promise.all(leftOn)).includes(true)) return { refused: DEPOSIT_LEFT };
    const isAnyBlocked = blockable.map((deposit) => breaker.call(deposit.network, () => isBlocked(context, deposit)));
    if ((await Promise.all(isAnyBlocked)).includes(true)) return { refused: DEPOSIT_BLOCKED };
    if (!(await isCollectionAwaited(context, row, order))) return 'BACKED';
    const isLate = context.now() - row.created_at > COLLECTION_TIME_MS;
    return isLate ? { refused: AWAITING_COLLECTION } : 'UNCHECKED';
  }

  return {
    async listChecks(rows) {
      const now = context.now();
      for (const [name, at] of verifiedAt) if (now - at > RECHECK_AFTER_MS) verifiedAt.delete(name);
      const sends = rows.filter(isOrderSend).filter(({ kind, overridden_at }) => isCustomerSend(kind) && overridden_at === null);
      const orderIds = [...new Set(sends.map((row) => row.order_id))];
      const deposits = await listFundingDeposits(context.database, orderIds);
      if (deposits.length === 0) return new Map();
      const [listed, lostUntil] = await Promise.all([listOrders(context.database, orderIds), findLostUntil(context)]);
      const orders = new Map(listed.map((order) => [order.id, order]));
      const checks = new Map<string, BackingCheck>();
      for (const row of sends) {
        const order = orders.get(row.order_id);
        if (!order) continue;
        const behind = depositsToVerify(row, order, deposits);
        const old = behind.filter(({ booked_at }) => booked_at !== null && booked_at <= now - RECHECK_AFTER_MS);
        const unverified = old.filter((deposit) => !verifiedAt.has(keyOf(deposit)));
        const blockable = behind.filter((deposit) => canBeBlocked(context, deposit));
        const leavable = lostUntil !== null && order.created_at <= lostUntil ? behind : [];
        const size = unverified.length + blockable.length + leavable.length;
        if (size > 0) checks.set(row.id, { size, run: () => verify(row, order, unverified, blockable, leavable) });
      }
      return checks;
    },
  };
}

/** UNCONFIRMED: mined, but with too few confirmations. MISSING: no block contains this payment. */
type DepositLocation = 'CONFIRMED' | 'UNCONFIRMED' | 'MISSING';

/**
 * Returns where a booked deposit is now. When its transaction has moved to another block, the payment there must be identical;
 * the row is then updated to the new block.
 *
 * @throws ChainUnavailableError when the network does not answer or its nodes are behind
 */
export async function locateDeposit(
  context: Pick<OrderContext, 'database' | 'catalogue'>,
  gateway: ChainGateway,
  order: Pick<OrderRow, 'network_from' | 'min_confirmations'>,
  deposit: DepositRow,
): Promise<DepositLocation> {
  const needed = confirmationsNeeded(context, order, deposit.network);
  const location = await gateway.locate(deposit.tx_hash);
  if (location === null || location.confirmations < needed) {
    await assertNodesSynced(gateway, deposit, needed);
    return location === null ? 'MISSING' : 'UNCONFIRMED';
  }
  if (location.blockHeight === deposit.block_height) return 'CONFIRMED';
  const { transfers, cursor, isBlind } = await gateway.incoming({
    watched: [deposit.to_address],
    cursor: String(location.blockHeight - 1),
    untilConfirmations: needed,
    through: location.blockHeight,
  });
  const isSame = transfers.some(
    (incoming) =>
      incoming.txHash === deposit.tx_hash &&
      incoming.index === deposit.transfer_index &&
      incoming.blockHeight === location.blockHeight &&
      incoming.instrumentSlug === deposit.instrument &&
      incoming.memo === deposit.memo &&
      compare(incoming.amount, deposit.amount) === 0,
  );
  if (!isSame) {
    // A different node may have answered this call: it must have the block, deep enough, and see all its transfers.
    if (Number(cursor) < location.blockHeight || isBlind === true) {
      throw new ChainUnavailableError(`${gateway.networkSlug} does not show the transfers of block ${location.blockHeight}`);
    }
    return 'MISSING';
  }
  const { blockHeight: block_height, confirmations } = location;
  await updateDeposit(context.database, deposit, { block_height, confirmations });
  return 'CONFIRMED';
}

/** @throws ChainUnavailableError when the nodes have not reached the height at which the deposit was confirmed */
export async function assertNodesSynced(gateway: ChainGateway, deposit: DepositRow, needed: number): Promise<void> {
  const { height } = await gateway.probe();
  if (deposit.block_height !== null && height < deposit.block_height + needed - 1) {
    throw new ChainUnavailableError(`${gateway.networkSlug} is behind: block ${height}`);
  }
}

/** Whether the deposit funds the send. An extra deposit funds its own refund; all others fund the order's payout or refund. */
function isFundedBy(row: OrderSend, deposit: DepositRow): boolean {
  if (deposit.order_id !== row.order_id) return false;
  return deposit.role === 'ORDER' ? row.id === sendId(row.kind, row.order_id) : row.id === deposit.refund_id;
}

/**
 * Returns the largest deposits behind a send, as many as needed to cover its value. Losing the rest would cost us no more than
 * the fee we charged, so thousands of dust deposits need no verification.
 */
function depositsToVerify(row: OrderSend, order: OrderRow, deposits: readonly DepositRow[]): DepositRow[] {
  const behind = deposits.filter((deposit) => isFundedBy(row, deposit));
  const required = requiredValue(row, order);
  if (!required) return behind;
  let covered = ZERO;
  return behind
    .map((deposit) => ({ deposit, value: amount(deposit.amount) }))
    .toSorted((left, right) => right.value.cmp(left.value))
    .filter(({ value }) => {
      const isNeeded = covered.lt(required.needed);
      covered = covered.plus(value.times(required.rate));
      return isNeeded;
    })
    .map(({ deposit }) => deposit);
}

/**
 * Returns how much the deposits must be worth in total, and the rate to value them at: a payout in its own coin before the network
 * fee, a refund in the deposited coin. Null when the order has no settled price.
 */
function requiredValue(row: OrderSend, order: OrderRow): { needed: Amount; rate: Amount } | null {
  if (row.kind === 'REFUND') return { needed: amount(row.amount), rate: ONE };
  const { settlement } = order;
  if (settlement === null) return null;
  return { needed: amount(settlement.amount).times(amount(settlement.price)), rate: amount(settlement.market_price) };
}

function keyOf({ network, tx_hash, transfer_index }: DepositRow): string {
  return `${network}:${tx_hash}:${transfer_index}`;
}
