import { add, amount, compare, isPositive, subtract, type Decimal } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { updateSweep } from '../../db/repositories/sweeps.ts';
import { networkOf } from '../../instruments/lookup.ts';
import { ChainRefusedError, type ChainGateway } from '../../ports/chain/chainGateway.ts';
import { enqueue, sendId } from '../outbox/enqueue.ts';
import type { PaymentContext } from '../paymentContext.ts';
import type { DueSweep } from './dueSweep.ts';
import { planBatch, type BatchCandidate } from './planBatch.ts';
import { FEE_RETRY_MS, inToken, planLater, waitsForLowerFees, type Plan, type Sweep } from './sweepPlan.ts';

/**
 * Gas at an address, as a share of the estimated fee, with which a token is swept without another top-up, where the network does not say
 * what it accepts: the estimate contains a margin for the next blocks.
 */
const LEAST_GAS_SHARE = amount('0.8');
/** Gas beyond this share of the estimated fee is kept for a later sweep. */
const MOST_GAS_SHARE = amount('1.5');
/** Transfers that collect a token: the top-up and the sweep. */
const TRANSFERS_OF_SWEEP = amount('2');

/** Minimum delay in ms before a sweep that is uneconomical, or that the network refuses, is estimated again. */
const SWEEP_RETRY_MS = 6 * 3_600_000;

/** Small, so that a network that fails half way keeps the plans written so far. */
const PLANS_PER_TRANSACTION = 5;

/**
 * Moves decided deposits to the treasury (D35). An address that holds a token but no gas gets a top-up first. Reads balances and fees
 * outside of any transaction. Returns whether anything is to be sent.
 */
export async function planSweeps(context: PaymentContext, gateway: ChainGateway): Promise<boolean> {
  const due: DueSweep[] = [];
  for (const owner of context.owners.all()) due.push(...((await owner.listDueSweeps?.(gateway.networkSlug)) ?? []));
  if (due.length === 0) return false;
  let hasSends = false;
  const candidates: BatchCandidate[] = [];
  const write = async (plans: readonly { sweep: DueSweep; plan: Plan }[]): Promise<void> => {
    if (plans.length === 0) return;
    await context.database.transaction().execute(async (transaction) => {
      for (const { sweep, plan } of plans) await writePlan(context, transaction, sweep, plan);
    });
    hasSends ||= plans.some(({ plan }) => plan.send !== undefined);
  };
  const treasury = await gateway.addressAt(gateway.treasury());
  for (let start = 0; start < due.length; start += PLANS_PER_TRANSACTION) {
    const plans: { sweep: DueSweep; plan: Plan }[] = [];
    for (const sweep of due.slice(start, start + PLANS_PER_TRANSACTION)) {
      const plan = await planSweep(context, gateway, sweep, treasury.address);
      if ('alone' in plan) candidates.push(plan);
      else plans.push({ sweep, plan });
    }
    await write(plans);
  }
  if (gateway.collection) await write(await planBatch(context, gateway.collection, candidates));
  return hasSends;
}

/** Writes the plan unless the address or its sweep has changed since they were read: the plan doesn't cover later deposits. */
async function writePlan(context: PaymentContext, transaction: Executor, sweep: DueSweep, plan: Plan): Promise<void> {
  if (!(await sweep.claim(transaction))) return;
  const { network, number: before, not_before } = sweep.row;
  const number = before + 1;
  const planned = { state: plan.state, number, not_before: plan.notBefore ?? not_before };
  if (!(await updateSweep(transaction, sweep.row, planned)) || !plan.send) return;
  await enqueue(context, transaction, {
    ...plan.send,
    id: sendId(plan.send.kind, sweep.subjectId, network, number),
    source: sweep.source,
    network,
    memo: null,
  });
}

type TokenSweep = Sweep & Pick<BatchCandidate, 'all'>;

/** Returns the plan of a sweep, or how its token can be collected with others. */
async function planSweep(
  context: PaymentContext,
  gateway: ChainGateway,
  due: DueSweep,
  treasury: string,
): Promise<Plan | BatchCandidate> {
  if (gateway.depositsAt === 'TREASURY') return { state: 'DONE' };
  const { coins, lastBookedAt } = await due.read();
  let isWorthAtUsualFee = false;
  let isNeededForRefund = false;
  let isUnpriced = false;
  let isWaiting = false;
  let isRefused = false;
  // Tokens first: their fee is paid from the native coin on the same address.
  const isNative = (slug: string): boolean => slug === networkOf(context, slug).nativeInstrument;
  for (const { instrument, refunded } of coins.toSorted(
    (left, right) => Number(isNative(left.instrument)) - Number(isNative(right.instrument)),
  )) {
    const all = await spendable(context, gateway, due, instrument);
    const held = sweepable(gateway, instrument, all);
    if (!isPositive(held)) continue;
    const sweep = { due, treasury, instrument, held, all, lastBookedAt };
    const plan = await planCoin(context, gateway, sweep, refunded.length > 0);
    if (plan === 'WAIT') isWaiting = true;
    else if (plan === 'REFUSED') isRefused = true;
    else if (plan) return plan;
    isWorthAtUsualFee ||= isWorthSweepingAtUsualFee(context, instrument, held);
    isUnpriced ||= !isPriced(context, instrument);
    // The treasury paid its refund. A balance below the deposit is only what an earlier sweep left.
    isNeededForRefund ||= refunded.some((deposit) => compare(held, deposit) >= 0);
  }
  const now = context.now();
  const isRetried = isWaiting || isRefused || isNeededForRefund || isUnpriced || (isWorthAtUsualFee && now < due.watchedUntil);
  if (!isRetried) return { state: 'DONE' };
  return planLater(context, lastBookedAt, isWaiting ? FEE_RETRY_MS : SWEEP_RETRY_MS);
}

/**
 * Plans to move one coin. A token may block a single address: every node then refuses its transfer. That must not stop the other coins of
 * the address, nor the sweeps of other addresses.
 */
async function planCoin(
  context: PaymentContext,
  gateway: ChainGateway,
  sweep: TokenSweep,
  isRefunded: boolean,
): Promise<Plan | BatchCandidate | 'WAIT' | 'REFUSED' | null> {
  const { due, instrument } = sweep;
  try {
    return instrument === networkOf(context, instrument).nativeInstrument
      ? await sweepNative(context, gateway, sweep)
      : await sweepToken(context, gateway, sweep, isRefunded);
  } catch (error) {
    if (!(error instanceof ChainRefusedError)) throw error;
    context.log.error({ err: error, orderId: due.subjectId, instrument }, 'sweep refused by the network, planned again later');
    return 'REFUSED';
  }
}

/**
 * Returns what can leave the address, in the instrument. It is never more than is booked: a reorg may drop a newer
 * deposit. A transaction that was signed for it could never be mined and would block those after it. Native coin that a customer
 * may still get back stays, because its refund leaves from the same address. Tokens are refunded by the treasury.
 */
async function spendable(context: PaymentContext, gateway: ChainGateway, due: DueSweep, instrument: string): Promise<Decimal> {
  const balance = await gateway.balance(due.index, instrument);
  const { held, owed } = await due.money(instrument);
  const { nativeInstrument } = networkOf(context, instrument);
  const free = subtract(compare(balance, held) < 0 ? balance : held, instrument === nativeInstrument ? owed : '0');
  return isPositive(free) ? free : '0';
}

/** Returns the part of a balance that a sweep moves. */
function sweepable(gateway: ChainGateway, instrument: string, held: Decimal): Decimal {
  return isPositive(held) ? subtract(held, gateway.residue(instrument)) : held;
}

/** Whether the prices of the instrument and of its fee coin are known. */
function isPriced(context: PaymentContext, instrument: string): boolean {
  const { nativeInstrument } = networkOf(context, instrument);
  return [instrument, nativeInstrument].every((slug) => context.lastUsdPrice(slug) !== null);
}

/** Whether the balance is worth sweeping at the usual fee of its network; false while its price is unknown. */
function isWorthSweepingAtUsualFee(context: PaymentContext, instrument: string, held: Decimal): boolean {
  const price = context.lastUsdPrice(instrument);
  if (price === null) return false;
  const usual = amount(networkOf(context, instrument).typicalFeeUsd).times(TRANSFERS_OF_SWEEP);
  return amount(held).times(amount(price)).gt(usual);
}

function sweepSend({ due, treasury, instrument }: Sweep, value: Decimal, fee: Decimal): Plan {
  const send = { kind: 'SWEEP', instrument, fromIndex: due.index, toAddress: treasury } as const;
  return { state: 'SWEEPING', send: { ...send, amount: value, fee } };
}

/** Plans to sweep everything but the fee. Returns null unless more than the fee would arrive, and all that the network asks for (D78). */
async function sweepNative(context: PaymentContext, gateway: ChainGateway, sweep: Sweep): Promise<Plan | 'WAIT' | null> {
  const fee = (await gateway.estimateFee(sweep.instrument)).amount;
  const value = subtract(sweep.held, fee);
  const least = (await gateway.leastPayment?.(sweep.instrument, sweep.treasury)) ?? '0';
  if (compare(value, fee) <= 0 || compare(value, least) < 0) return null;
  return (await waitsForLowerFees(context, sweep, fee)) ? 'WAIT' : sweepSend(sweep, value, fee);
}

/**
 * Plans a token's sweep for all native coin of the address, or a top-up of exactly what is missing. Without gas at the address, the token
 * can be collected with others instead.
 */
async function sweepToken(
  context: PaymentContext,
  gateway: ChainGateway,
  sweep: TokenSweep,
  isRefunded: boolean,
): Promise<Plan | BatchCandidate | 'WAIT' | null> {
  const { due, treasury, instrument, held } = sweep;
  const transfer = { fromIndex: due.index, toAddress: treasury, amount: held };
  const { amount: fee, least } = await gateway.estimateFee(instrument, transfer);
  if (!isWorthSweeping(context, { instrument, held, fee, isRefunded })) return null;
  const native = networkOf(context, instrument).nativeInstrument;
  const gas = await spendable(context, gateway, due, native);
  const hasGas = amount(gas).gte(least === undefined ? amount(fee).times(LEAST_GAS_SHARE) : amount(least));
  const topUp = hasGas ? '0' : (await gateway.estimateFee(native)).amount;
  const topUpPlan = {
    state: 'TOPPING_UP',
    send: { kind: 'TOP_UP', instrument: native, amount: subtract(fee, gas), toAddress: due.address },
  } as const;
  if (gateway.collection && !hasGas) return { ...sweep, alone: { cost: add(fee, topUp), plan: topUpPlan } };
  const cost = inToken(context, instrument, add(fee, topUp));
  if (cost !== null && (await waitsForLowerFees(context, sweep, cost))) return 'WAIT';
  if (!hasGas) return topUpPlan;
  // A little more than the fee is not worth keeping.
  return sweepSend(sweep, held, amount(gas).gt(amount(fee).times(MOST_GAS_SHARE)) ? fee : gas);
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
function isWorthSweeping(context: PaymentContext, { instrument, held, fee, isRefunded }: Token): boolean {
  if (isRefunded) return true;
  const native = networkOf(context, instrument).nativeInstrument;
  const [price, nativePrice] = [context.lastUsdPrice(instrument), context.lastUsdPrice(native)];
  if (price === null || nativePrice === null) return false;
  const cost = amount(fee).times(amount(nativePrice)).times(TRANSFERS_OF_SWEEP);
  return amount(held).times(amount(price)).gt(cost);
}
