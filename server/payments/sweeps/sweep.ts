import { amount, compare, fromBaseUnits, isPositive, subtract, type Decimal } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { listDeposits } from '../../db/repositories/deposits.ts';
import { findOrder, listOrders } from '../../db/repositories/orders.ts';
import { listDueSweeps, reopenSweep, requestSweep, updateSweep } from '../../db/repositories/sweeps.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { SweepRow, SweepState } from '../../db/tables/payments.ts';
import type { ChainGateway } from '../../ports/chain/chainGateway.ts';
import { type OrderContext } from '../../orders/core/context.ts';
import { instrumentOf, networkOf } from '../../instruments/lookup.ts';
import { moneyAtDepositAddress } from '../../orders/core/depositAddress.ts';
import { isOpen } from '../../orders/rules/depositRules.ts';
import { amend } from '../../orders/core/machine.ts';
import { enqueue, type Send } from '../outbox/outbox.ts';

/**
 * Gas at an address, as a share of the estimated fee, with which a token is swept without another top-up: the estimate contains a
 * margin for the next blocks.
 */
const LEAST_GAS_SHARE = amount('0.8');
/** Gas beyond this share of the estimated fee is kept for a later sweep. */
const MOST_GAS_SHARE = amount('1.5');
/** Transfers that collect a token: the top-up and the sweep. */
const TRANSFERS_OF_SWEEP = amount('2');

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
 * Moves the deposits of decided orders to the treasury (D35): orders that are paid out or refunded by the treasury, and extra
 * tokens. An address that holds a token but no gas gets a top-up first. Reads balances and fees outside of any transaction.
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
  const refunded = deposits.filter((deposit) => deposit.refund_id !== null);
  const refundedInstruments = new Set(refunded.map((deposit) => deposit.instrument));
  // While the order is open, only refunded extra deposits are swept. Its own deposit stays until the order is decided.
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
    const held = sweepable(context, instrument, await spendable(context, gateway, order, instrument));
    if (!isPositive(held)) continue;
    const sweep = { order, treasury, instrument, held };
    const plan = isNative(instrument)
      ? await sweepNative(gateway, sweep)
      : await sweepToken(context, gateway, sweep, refundedInstruments.has(instrument));
    if (plan) return plan;
    isWorthAtUsualFee ||= isWorthSweepingAtUsualFee(context, instrument, held);
    isUnpriced ||= !isPriced(context, instrument);
    // The treasury paid its refund. A balance below the deposit is only what an earlier sweep left.
    isNeededForRefund ||= refunded.some((deposit) => deposit.instrument === instrument && compare(held, deposit.amount) >= 0);
  }
  const now = context.now();
  const isRetried = isNeededForRefund || isUnpriced || (isWorthAtUsualFee && now < order.watch_until);
  if (!isRetried) return { state: 'DONE' };
  const lastBookedAt = Math.max(...booked.map((deposit) => deposit.booked_at ?? now));
  return { state: 'DUE', notBefore: now + Math.max(SWEEP_RETRY_MS, Math.round((now - lastBookedAt) / SWEEP_RETRY_AGE_DIVISOR)) };
}

/**
 * Returns what can leave the order's address, in the instrument. It is never more than is booked: a reorg may drop a newer
 * deposit. A transaction that was signed for it could never be mined and would block those after it. Native coin that a customer
 * may still get back stays, because its refund leaves from the same address. Tokens are refunded by the treasury.
 */
async function spendable(context: OrderContext, gateway: ChainGateway, order: OrderRow, instrument: string): Promise<Decimal> {
  const balance = await gateway.balance(order.deposit_index, instrument);
  const { held, owed } = await moneyAtDepositAddress(context, context.database, order, instrument);
  const { nativeInstrument } = networkOf(context, instrument);
  const free = subtract(compare(balance, held) < 0 ? balance : held, instrument === nativeInstrument ? owed : '0');
  return isPositive(free) ? free : '0';
}

/**
 * Returns the part of a balance that a sweep moves. On EVM networks one base unit of a token stays: emptying a balance refunds
 * gas (EIP-3529), and the refunded gas, already paid for by the exact fee, would stay at the address.
 */
function sweepable(context: OrderContext, instrument: string, held: Decimal): Decimal {
  const { family, nativeInstrument } = networkOf(context, instrument);
  if (family !== 'evm' || instrument === nativeInstrument || !isPositive(held)) return held;
  return subtract(held, fromBaseUnits(1n, instrumentOf(context, instrument).decimals));
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
  const usual = amount(networkOf(context, instrument).typicalFeeUsd).times(TRANSFERS_OF_SWEEP);
  return amount(held).times(amount(price)).gt(usual);
}

/** What a sweep moves from an order's address, in one instrument. */
interface Sweep {
  order: OrderRow;
  treasury: string;
  instrument: string;
  held: Decimal;
}

function sweepSend({ order, treasury, instrument }: Sweep, value: Decimal, fee: Decimal): Plan {
  const send = { kind: 'SWEEP', instrument, fromIndex: order.deposit_index, toAddress: treasury, memo: null } as const;
  return { state: 'SWEEPING', send: { ...send, amount: value, fee } };
}

/** Plans to sweep everything but the fee. Returns null unless more than the fee would arrive. */
async function sweepNative(gateway: ChainGateway, sweep: Sweep): Promise<Plan | null> {
  const fee = (await gateway.estimateFee(sweep.instrument)).amount;
  const value = subtract(sweep.held, fee);
  return compare(value, fee) > 0 ? sweepSend(sweep, value, fee) : null;
}

/** Plans a token's sweep for all native coin of the address, or a top-up of exactly what is missing. */
async function sweepToken(context: OrderContext, gateway: ChainGateway, sweep: Sweep, isRefunded: boolean): Promise<Plan | null> {
  const { order, treasury, instrument, held } = sweep;
  const transfer = { fromIndex: order.deposit_index, toAddress: treasury, amount: held };
  const fee = (await gateway.estimateFee(instrument, transfer)).amount;
  if (!isWorthSweeping(context, { instrument, held, fee, isRefunded })) return null;
  const native = networkOf(context, instrument).nativeInstrument;
  const gas = await spendable(context, gateway, order, native);
  if (amount(gas).gte(amount(fee).times(LEAST_GAS_SHARE))) {
    // A little more than the fee is not worth keeping.
    return sweepSend(sweep, held, amount(gas).gt(amount(fee).times(MOST_GAS_SHARE)) ? fee : gas);
  }
  const send = { kind: 'TOP_UP', instrument: native, amount: subtract(fee, gas), memo: null } as const;
  return { state: 'TOPPING_UP', send: { ...send, fromIndex: 0, toAddress: order.deposit_address } };
}

interface Token {
  instrument: string;
  held: Decimal;
  /** Of one transfer, in the native instrument */
  fee: Decimal;
  /** The treasury paid the refund, and may hold no other balance of this token */
  isRefunded: boolean;
}

/** Whether the balance exceeds the fees of top-up and sweep. A refunded one is always swept. An unpriced one waits. */
function isWorthSweeping(context: OrderContext, { instrument, held, fee, isRefunded }: Token): boolean {
  if (isRefunded) return true;
  const native = networkOf(context, instrument).nativeInstrument;
  const [price, nativePrice] = [context.lastUsdPrice(instrument), context.lastUsdPrice(native)];
  if (price === null || nativePrice === null) return false;
  const cost = amount(fee).times(amount(nativePrice)).times(TRANSFERS_OF_SWEEP);
  return amount(held).times(amount(price)).gt(cost);
}
