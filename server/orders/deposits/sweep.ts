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

/** Fees move between planning and sending: so much more than the estimate is left for them. */
const FEE_RESERVE = amount('1.25');
/** A top-up brings a little more than one transfer needs. */
const TOP_UP = amount('1.5');

/** What would be worth it at lower fees is looked at again so much later at least. */
const LATER_MS = 6 * 3_600_000;
/**
 * And at least after this part of the time that it has lain there: at its network's usual fees it may never be worth it, and
 * anybody can leave thousands of those.
 */
const LATER_SHARE = 10;

/** A network that fails half way keeps the sweeps that are planned already. */
const WRITTEN_AT_ONCE = 5;

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
 * Brings deposits that are decided (paid out, refunded, or extra) to the treasury, with gas first where a token lies
 * on an address without any (D35). Balances and fees are asked for outside of any transaction.
 */
export async function planSweeps(context: OrderContext, gateway: ChainGateway): Promise<void> {
  const jobs = await listJobs(context, gateway.networkSlug);
  if (jobs.length === 0) return;
  const treasury = await gateway.addressAt(0);
  for (let start = 0; start < jobs.length; start += WRITTEN_AT_ONCE) {
    const plans: { job: Job; plan: Plan }[] = [];
    for (const job of jobs.slice(start, start + WRITTEN_AT_ONCE)) {
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
  // While an order is open only what is given back besides it is fetched; its own deposit stays until it is decided.
  const givenBack = deposits.filter((one) => one.refund_id !== null);
  const owedBack = new Set(givenBack.map((one) => one.instrument));
  const isUndecided = isOpen(order) && order.network_from === gateway.networkSlug;
  const booked = deposits.filter((one) => one.booked_at !== null && (!isUndecided || owedBack.has(one.instrument)));
  const instruments = [...new Set(booked.map((one) => one.instrument))];
  let onlyExceedsFeeLimit = false;
  let isStillOwed = false;
  let isUnpriced = false;
  // Tokens first: what pays their fee must still be there.
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
          isOwedBack: owedBack.has(instrument),
        });
    if (plan) return plan;
    onlyExceedsFeeLimit ||= isWorthUsualFee(context, instrument, held);
    isUnpriced ||= isPositive(held) && !isPriced(context, instrument);
    // Its refund leaves the treasury. Less than any of it is what sweeps have left there for their fees.
    isStillOwed ||= givenBack.some((one) => one.instrument === instrument && compare(held, one.amount) >= 0);
  }
  const now = context.now();
  const isToBeFetched = isStillOwed || isUnpriced || (onlyExceedsFeeLimit && now < order.watch_until);
  if (!isToBeFetched) return { state: 'DONE' };
  const youngest = Math.max(...booked.map((one) => one.booked_at ?? now));
  return { state: 'DUE', notBefore: now + Math.max(LATER_MS, Math.round((now - youngest) / LATER_SHARE)) };
}

/**
 * What lies on the order's address for good, in the instrument: a block that brought more may still leave the chain, and a
 * payment signed for it could then never be made, nor any other after it. What the ledger has is final.
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

/** Whether anybody knows what the instrument is worth, and what its network's fee is. */
function isPriced(context: OrderContext, instrument: string): boolean {
  const { nativeInstrument } = networkOf(context, instrument);
  return [instrument, nativeInstrument].every((slug) => context.lastUsdPrice(slug) !== null);
}

/** Whether it is worth fetching when the network costs what it usually does; false while nobody knows its price. */
function isWorthUsualFee(context: OrderContext, instrument: string, held: Decimal): boolean {
  const price = context.lastUsdPrice(instrument);
  if (price === null) return false;
  const usual = amount(networkOf(context, instrument).typicalFeeUsd).times(amount('2'));
  return amount(held).times(amount(price)).gt(usual);
}

/** All but the fee's reserve; null when what would arrive is not more than the fee. */
function sweepNative(
  context: OrderContext,
  order: OrderRow,
  treasury: string,
  native: string,
  held: Decimal,
  fee: Decimal,
): Plan | null {
  const worth = amount(held).minus(amount(fee).times(FEE_RESERVE));
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
  const needed = amount(token.fee).times(FEE_RESERVE);
  if (compare(gas, toDecimal(needed)) >= 0) {
    const send = { kind: 'SWEEP', instrument: token.instrument, amount: token.held, memo: null } as const;
    return { state: 'SWEEPING', send: { ...send, fromIndex: order.deposit_index, toAddress: treasury } };
  }
  const missing = amount(token.fee).times(TOP_UP).minus(amount(gas));
  const value = roundToDecimal(missing, instrumentOf(context, token.native).decimals, 'up');
  const send = { kind: 'TOP_UP', instrument: token.native, amount: value, memo: null } as const;
  return { state: 'TOPPING_UP', send: { ...send, fromIndex: 0, toAddress: order.deposit_address } };
}

interface Token {
  instrument: string;
  held: Decimal;
  native: string;
  fee: Decimal;
  /** Its refund leaves the treasury, which may have none of it but this */
  isOwedBack: boolean;
}

/** More than the two transfers cost; where it is owed back, whatever is there. While a price is unknown it waits. */
function isWorthSweeping(context: OrderContext, token: Token): boolean {
  if (!amount(token.held).gt(amount('0'))) return false;
  if (token.isOwedBack) return true;
  const [price, nativePrice] = [context.lastUsdPrice(token.instrument), context.lastUsdPrice(token.native)];
  if (price === null || nativePrice === null) return false;
  const cost = amount(token.fee).times(amount(nativePrice)).times(amount('2'));
  return amount(token.held).times(amount(price)).gt(cost);
}
