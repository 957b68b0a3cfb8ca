import { amount, compare, isPositive, roundToDecimal, sum, toDecimal, type Decimal } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { listDeposits } from '../../db/repositories/deposits.ts';
import { listLedgerEntries } from '../../db/repositories/ledger.ts';
import { findOrder, listOrders } from '../../db/repositories/orders.ts';
import { listDueSweeps, reopenSweep, requestSweep, updateSweep } from '../../db/repositories/sweeps.ts';
import type { OrderRow, SweepRow, SweepState } from '../../db/tables/orders.ts';
import type { ChainGateway } from '../../ports/chain/chainGateway.ts';
import { instrumentOf, networkOf, type OrderContext } from '../core/context.ts';
import { isOpen } from '../core/depositRules.ts';
import { amend } from '../core/machine.ts';
import { enqueue, type Send } from '../core/outbox.ts';

/** Factor on the estimated fee: fees may rise between planning and sending. */
const FEE_MARGIN = amount('1.25');
/** Factor on the estimated fee for the gas that a top-up sends. */
const TOP_UP_MARGIN = amount('1.5');

/** Minimum delay in ms before an uneconomical sweep is estimated again. */
const SWEEP_RETRY_MS = 6 * 3_600_000;
/**
 * The delay is also at least this fraction of the age of the deposit: it may never be worth sweeping, and anybody can create
 * thousands of such deposits.
 */
const SWEEP_RETRY_AGE_DIVISOR = 10;

/** Small, so that a network that fails half way keeps the plans written so far. */
const PLANS_PER_TRANSACTION = 5;

interface Plan {
  state: SweepState;
  send?: Omit<Send, 'part' | 'network'>;
  notBefore?: number;
}

/** A due sweep and its order. */
interface Job {
  order: OrderRow;
  sweep: SweepRow;
}

/**
 * Moves the deposits of decided orders (paid out, refunded, or extra deposits) to the treasury. A token on an address without gas
 * gets a top-up first (D35). Reads balances and fees outside of any transaction.
 */
export async function planSweeps(context: OrderContext, gateway: ChainGateway): Promise<void> {
  const jobs = await listJobs(context, gateway.networkSlug);
  if (jobs.length === 0) return;
  const treasury = await gateway.addressAt(0);
  for (let start = 0; start < jobs.length; start += PLANS_PER_TRANSACTION) {
    const plans: { job: Job; plan: Plan }[] = [];
    for (const job of jobs.slice(start, start + PLANS_PER_TRANSACTION)) {
      plans.push({ job, plan: await planSweep(context, gateway, job.order, treasury.address) });
    }
    await context.database.transaction().execute(async (transaction) => {
      for (const { job, plan } of plans) await writePlan(context, transaction, job, plan);
    });
  }
}

async function listJobs({ database, now }: OrderContext, network: string): Promise<Job[]> {
  const sweeps = await listDueSweeps(database, network, now());
  const ids = sweeps.map(({ order_id }) => order_id);
  const orders = new Map((await listOrders(database, ids)).map((order) => [order.id, order]));
  return sweeps.flatMap((sweep): Job[] => {
    const order = orders.get(sweep.order_id);
    return order ? [{ order, sweep }] : [];
  });
}

/** Writes the plan unless the order or its sweep has changed since they were read: the plan doesn't cover later deposits. */
async function writePlan(context: OrderContext, transaction: Executor, { order, sweep }: Job, plan: Plan): Promise<void> {
  const current = await findOrder(transaction, order.id);
  if (current?.version !== order.version) return;
  const amended = await amend(transaction, current, {});
  const number = sweep.number + 1;
  const planned = { state: plan.state, number, not_before: plan.notBefore ?? sweep.not_before };
  if (!(await updateSweep(transaction, sweep, planned)) || !plan.send) return;
  const { network } = sweep;
  await enqueue(context, transaction, amended, { ...plan.send, network, part: `${network}:${number}` });
}

/**
 * Requests a sweep of the order's address on a network and returns the updated order.
 *
 * @throws ConcurrentUpdateError if the order has changed since it was read
 */
export async function scheduleSweep(transaction: Executor, order: OrderRow, network: string): Promise<OrderRow> {
  const amended = await amend(transaction, order, {});
  await requestSweep(transaction, { order_id: order.id, network });
  return amended;
}

/**
 * Marks a sweep as in flight again after a reorg dropped its transaction, so that no second sweep is planned. Returns the
 * updated order.
 *
 * @throws ConcurrentUpdateError if the order has changed since it was read
 */
export async function awaitSweep(transaction: Executor, order: OrderRow, network: string): Promise<OrderRow> {
  const amended = await amend(transaction, order, {});
  await reopenSweep(transaction, { order_id: order.id, network });
  return amended;
}

async function planSweep(context: OrderContext, gateway: ChainGateway, order: OrderRow, treasury: string): Promise<Plan> {
  if (order.deposit_address === treasury) return { state: 'DONE' };
  const deposits = (await listDeposits(context.database, order.id)).filter(({ network }) => network === gateway.networkSlug);
  // While the order is open, only refunded extra deposits are swept. Its own deposit stays until the order is decided.
  const refunded = deposits.filter((deposit) => deposit.refund_id !== null);
  const refundedInstruments = new Set(refunded.map((deposit) => deposit.instrument));
  const isUndecided = isOpen(order) && order.network_from === gateway.networkSlug;
  const booked = deposits.filter(
    (deposit) => deposit.booked_at !== null && (!isUndecided || refundedInstruments.has(deposit.instrument)),
  );
  const instruments = [...new Set(booked.map((deposit) => deposit.instrument))];
  let isWorthAtUsualFee = false;
  let isNeededForRefund = false;
  let isUnpriced = false;
  // Tokens first: their fee is paid from the native coin on the same address.
  const isNative = (slug: string): boolean => slug === networkOf(context, slug).nativeInstrument;
  for (const instrument of instruments.toSorted((left, right) => Number(isNative(left)) - Number(isNative(right)))) {
    const held = await spendable(context, gateway, order, instrument);
    const fee = (await gateway.estimateFee(instrument)).amount;
    const plan = isNative(instrument)
      ? sweepNative(context, order, treasury, instrument, held, fee)
      : await sweepToken(context, gateway, order, treasury, {
          instrument,
          held,
          native: networkOf(context, instrument).nativeInstrument,
          fee,
          isRefunded: refundedInstruments.has(instrument),
        });
    if (plan) return plan;
    isWorthAtUsualFee ||= isWorthSweepingAtUsualFee(context, instrument, held);
    isUnpriced ||= isPositive(held) && !isPriced(context, instrument);
    // The treasury paid its refund. A balance below the deposit is only what an earlier sweep left for fees.
    isNeededForRefund ||= refunded.some((deposit) => deposit.instrument === instrument && compare(held, deposit.amount) >= 0);
  }
  const now = context.now();
  const isRetried = isNeededForRefund || isUnpriced || (isWorthAtUsualFee && now < order.watch_until);
  if (!isRetried) return { state: 'DONE' };
  const lastBookedAt = Math.max(...booked.map((deposit) => deposit.booked_at ?? now));
  return { state: 'DUE', notBefore: now + Math.max(SWEEP_RETRY_MS, Math.round((now - lastBookedAt) / SWEEP_RETRY_AGE_DIVISOR)) };
}

/**
 * Returns the confirmed balance of the order's address, in the instrument: the smaller of the on-chain balance and the booked one.
 * A newer deposit may be reorged out; a transaction signed for it could never be mined and would block those after it.
 */
async function spendable(
  { database }: OrderContext,
  gateway: ChainGateway,
  order: OrderRow,
  instrument: string,
): Promise<Decimal> {
  const held = await gateway.balance(order.deposit_index, instrument);
  const entries = await listLedgerEntries(database, order.id);
  const own = entries.filter((entry) => entry.account === 'DEPOSIT_ADDRESSES' && entry.instrument === instrument);
  const booked = sum(own.map((entry) => entry.amount));
  return compare(held, booked) < 0 ? held : booked;
}

/** Whether the prices of the instrument and of its fee coin are known. */
function isPriced(context: OrderContext, instrument: string): boolean {
  const { nativeInstrument } = networkOf(context, instrument);
  return [instrument, nativeInstrument].every((slug) => context.lastUsdPrice(slug) !== null);
}

/** Whether the balance is worth sweeping at the usual fee of its network; false while its price is unknown. */
function isWorthSweepingAtUsualFee(context: OrderContext, instrument: string, held: Decimal): boolean {
  const price = context.lastUsdPrice(instrument);
  if (price === null) return false;
  const usual = amount(networkOf(context, instrument).typicalFeeUsd).times(amount('2'));
  return amount(held).times(amount(price)).gt(usual);
}

/** Plans to sweep everything but the fee. Returns null unless more than the fee would arrive. */
function sweepNative(
  context: OrderContext,
  order: OrderRow,
  treasury: string,
  native: string,
  held: Decimal,
  fee: Decimal,
): Plan | null {
  const worth = amount(held).minus(amount(fee).times(FEE_MARGIN));
  if (!worth.gt(amount(fee))) return null;
  const value = roundToDecimal(worth, instrumentOf(context, native).decimals, 'down');
  return {
    state: 'SWEEPING',
    send: { kind: 'SWEEP', instrument: native, fromIndex: order.deposit_index, toAddress: treasury, memo: null, amount: value },
  };
}

async function sweepToken(
  context: OrderContext,
  gateway: ChainGateway,
  order: OrderRow,
  treasury: string,
  token: Token,
): Promise<Plan | null> {
  if (!isWorthSweeping(context, token)) return null;
  const gas = await spendable(context, gateway, order, token.native);
  const needed = amount(token.fee).times(FEE_MARGIN);
  if (compare(gas, toDecimal(needed)) >= 0) {
    const send = { kind: 'SWEEP', instrument: token.instrument, amount: token.held, memo: null } as const;
    return { state: 'SWEEPING', send: { ...send, fromIndex: order.deposit_index, toAddress: treasury } };
  }
  const missing = amount(token.fee).times(TOP_UP_MARGIN).minus(amount(gas));
  const value = roundToDecimal(missing, instrumentOf(context, token.native).decimals, 'up');
  const send = { kind: 'TOP_UP', instrument: token.native, amount: value, memo: null } as const;
  return { state: 'TOPPING_UP', send: { ...send, fromIndex: 0, toAddress: order.deposit_address } };
}

interface Token {
  instrument: string;
  held: Decimal;
  native: string;
  fee: Decimal;
  /** The treasury paid the refund, and may hold no other balance of this token */
  isRefunded: boolean;
}

/** Whether the balance exceeds the fees of top-up and sweep. A refunded one is always swept. An unpriced one waits. */
function isWorthSweeping(context: OrderContext, token: Token): boolean {
  if (!amount(token.held).gt(amount('0'))) return false;
  if (token.isRefunded) return true;
  const [price, nativePrice] = [context.lastUsdPrice(token.instrument), context.lastUsdPrice(token.native)];
  if (price === null || nativePrice === null) return false;
  const cost = amount(token.fee).times(amount(nativePrice)).times(amount('2'));
  return amount(token.held).times(amount(price)).gt(cost);
}
