import { amount, compare, isPositive, roundToDecimal, subtract, sum, type Decimal } from '../../../contract/money.ts';
import type { DecisionReason } from '../../../contract/order.ts';
import type { AgreedRefund, DepositRow, OrderRow, Settlement } from '../../db/tables/orders.ts';
import {
  assessFixed,
  assessFloating,
  isBooked,
  isDust,
  isInBlock,
  minimumDeposit,
  ownDeposits,
  totalAmount,
  type DepositAssessment,
} from './depositRules.ts';
import type { Known, OrderFacts } from './orderFacts.ts';
import { costsLimit } from './costsLimit.ts';
import {
  agreedRefund,
  amountAfterFee,
  postponeWhileCongested,
  refundQuote,
  type RefundQuote,
  type RefundTerms,
} from './refundRules.ts';
import type { SendDelay } from './sendDelay.ts';
import { payoutReservation, payoutTerms, settlementOf, type PayoutTerms } from './settlement.ts';

/** What happens to an order next: an action of the worker, or what it waits for. */
export type Decision = Action | Wait;

/** What the worker does now. */
export type Action =
  /** Writes fields without a transition: the rate lock, or a later deadline */
  | { do: 'AMEND'; changes: Partial<Pick<OrderRow, 'rate_locked_at' | 'decision_deadline'>> }
  | { do: 'REGISTER_DEPOSIT'; firstDepositAt: number; next: Decision }
  /** A deposit is in a block. `reserve`: what it would pay out is reserved, as far as the reserve covers it (D54) */
  | { do: 'DETECT_FUNDS'; reserve: PayoutTerms | null; next: Decision | null }
  | { do: 'ASK'; reason: DecisionReason }
  /** `deposits` count towards the order; all others become extra (D6). Without a reserve the customer is asked: NO_LIQUIDITY */
  | { do: 'PAY_OUT'; deposits: readonly DepositRow[]; settlement: Settlement }
  | { do: 'REQUEST_REFUND'; refund: AgreedRefund }
  | { do: 'REFUND'; deposits: readonly DepositRow[]; refund: AgreedRefund };

export interface Wait {
  wait: WaitReason;
  /** The first millisecond at which the order moves although nothing else changes; null: only a change moves it */
  until: number | null;
  /** The worker may skip the order until then (ms) */
  checkAt?: number;
  /** A larger reservation of the order is lowered to this amount (D54), in instrumentTo */
  reserveAtMost?: Decimal;
}

/** What an order waits for. docs/lifecycle.md says where each reason is shown. */
export type WaitReason =
  /** a deposit; at `until` the order expires */
  | 'DEPOSIT'
  /** a deposit to get into a block, or its confirmations */
  | 'CONFIRMATIONS'
  /** the rest of a deposit that is too small to exchange */
  | 'REST'
  /** a scan of the deposit network up to the deadline: more may have arrived in time */
  | 'DEPOSIT_NETWORK'
  /** a trusted price */
  | 'PRICE'
  /** lower fees of the payout's network */
  | 'NETWORK'
  /** another attempt of the host, which misses a value: the fee of a refund, the least that arrives, or an answer other than a price */
  | 'HOST'
  /** the customer's decision; at `until` the deposit is refunded */
  | 'DECISION'
  /** a deposit above the fee of its refund, a lower fee, or an address that takes less */
  | 'REFUND_BLOCKED'
  /** the payout or refund, which is on its way */
  | 'TRANSFER'
  /** what delays the payout or refund */
  | SendDelay
  /** nothing: no deposit arrived in time, or a reorg dropped it before anything was sent */
  | 'EXPIRED'
  /** nothing: the order was paid out or refunded */
  | 'NOTHING';

/** Interval in ms at which a refund that is smaller than its fee, or would not arrive, is checked again. */
const FEES_WAIT_MS = 10 * 60_000;
/** How long an order waits for a trusted price or lower fees before the customer is asked (D6). */
const MARKET_WAIT_MS = 6 * 3_600_000;
/** Interval in ms at which the fee of a congested network is checked, and a network that did not answer is asked again. */
const CONGESTED_CHECK_MS = 15_000;
/** On a congested network, the customer is asked when the fee exceeds this multiple of the fee shown. */
const MAX_FEE_FACTOR = amount('2');

/**
 * Decides what happens to an order next. The worker executes the action (`lifecycle/advance.ts`). The order page, e-mails and
 * the operator's list present the same decision. Pure: it reads no clock and no storage.
 */
export function decide(order: OrderRow, deposits: readonly DepositRow[], facts: OrderFacts): Decision {
  switch (order.status) {
    case 'AWAITING_DEPOSIT':
      return decideAwaiting(order, deposits, facts);
    case 'CONFIRMING':
      return decideConfirming(order, deposits, facts);
    case 'DECISION_NEEDED':
      return decideUndecided(order, deposits, facts);
    case 'REFUND_REQUESTED':
      return decideRefund(order, deposits, facts);
    case 'PAYING_OUT':
    case 'REFUNDING':
      return { wait: facts.transferDelay ?? 'TRANSFER', until: null };
    case 'COMPLETED':
    case 'REFUNDED':
      return { wait: 'NOTHING', until: null };
  }
}

/** Returns what pages and e-mails present: the decision that follows the registration of a deposit, which only writes an event. */
export function decideForCustomer(order: OrderRow, deposits: readonly DepositRow[], facts: OrderFacts): Decision {
  const decision = decide(order, deposits, facts);
  return ('next' in decision && decision.next) || decision;
}

function decideAwaiting(order: OrderRow, deposits: readonly DepositRow[], facts: OrderFacts): Decision {
  const own = ownDeposits(order, deposits);
  const [first] = own;
  if (!first) return waitForDeposit(order, facts);
  if (order.first_deposit_at === null) {
    const firstDepositAt = first.detected_at;
    const next = decide({ ...order, first_deposit_at: firstDepositAt }, deposits, facts);
    return { do: 'REGISTER_DEPOSIT', firstDepositAt, next };
  }
  const assessment = assessWithScan(order, deposits, facts);
  switch (assessment.kind) {
    case 'LOCK':
      return { do: 'AMEND', changes: { rate_locked_at: facts.now } };
    case 'DECIDE':
      return { do: 'ASK', reason: assessment.reason };
    case 'FUNDED': {
      const terms = payoutTerms(order, totalAmount(assessment.deposits), facts);
      if ('value' in terms) return { do: 'DETECT_FUNDS', reserve: terms.value, next: null };
      return waitForPrice(order, deposits, { deposits: assessment.deposits, ...terms }, facts);
    }
    case 'NO_PRICE':
      return waitForPrice(order, deposits, assessment, facts);
    case 'SCAN':
    case 'WAIT':
      return { ...waitForMore(order, deposits, assessment.kind, facts), ...lowerReservation(order, own, facts) };
  }
}

function decideConfirming(order: OrderRow, deposits: readonly DepositRow[], facts: OrderFacts): Decision {
  const own = ownDeposits(order, deposits);
  if (own.length === 0) return waitForDeposit(order, facts);
  if (isNewlyInBlock(order, own)) return detectFunds(order, deposits, facts, order.acceptance ?? order);
  const assessment = assessWithScan(order, deposits, facts);
  switch (assessment.kind) {
    case 'DECIDE':
      return { do: 'ASK', reason: assessment.reason };
    case 'FUNDED':
      return decideFunded(order, deposits, assessment.deposits, facts);
    case 'NO_PRICE':
      return waitForPrice(order, deposits, assessment, facts);
    case 'SCAN':
    case 'WAIT':
    case 'LOCK':
      return waitForMore(order, deposits, assessment.kind, facts);
  }
}

/** Pays out once the deposits have their confirmations, and their price and fee are known. */
function decideFunded(
  order: OrderRow,
  deposits: readonly DepositRow[],
  counted: readonly DepositRow[],
  facts: OrderFacts,
): Decision {
  const confirmed = confirmedOf(order, counted);
  if (confirmed === null) return { wait: 'CONFIRMATIONS', until: null };
  const isTooExpensive = exceedsFeeLimit(order, facts);
  if (!('value' in isTooExpensive)) return waitForPrice(order, deposits, { deposits: counted, ...isTooExpensive }, facts);
  if (isTooExpensive.value) {
    const askAt = waitingSince(order, confirmed, ({ booked_at }) => booked_at ?? facts.now, facts) + MARKET_WAIT_MS;
    if (facts.now >= askAt) return { do: 'ASK', reason: 'NETWORK_CONGESTED' };
    return { wait: 'NETWORK', until: askAt, checkAt: facts.now + CONGESTED_CHECK_MS };
  }
  const settlement = settlementOf(order, totalAmount(confirmed), facts);
  if (!('value' in settlement)) return waitForPrice(order, deposits, { deposits: counted, ...settlement }, facts);
  const { payout_amount: payout } = settlement.value;
  if (!isPositive(payout) || compare(payout, order.payout_least) < 0) return { do: 'ASK', reason: 'BELOW_MINIMUM' };
  const hasRisenCosts = exceedsCosts(order, settlement.value, facts);
  if (!('value' in hasRisenCosts)) return waitForPrice(order, deposits, { deposits: counted, ...hasRisenCosts }, facts);
  if (hasRisenCosts.value) return { do: 'ASK', reason: 'NETWORK_CONGESTED' };
  return { do: 'PAY_OUT', deposits: confirmed, settlement: settlement.value };
}

/** Refunds after the decision deadline, when the order has a refund address (D5). */
function decideUndecided(order: OrderRow, deposits: readonly DepositRow[], facts: OrderFacts): Decision {
  const own = ownDeposits(order, deposits);
  if (isNewlyInBlock(order, own)) return detectFunds(order, deposits, facts, null);
  const { refund_address: address, decision_deadline: deadline, first_deposit_at: detectedAt, created_at: createdAt } = order;
  if (address === null || deadline === null) return { wait: 'DECISION', until: null };
  if (facts.now < deadline) return { wait: 'DECISION', until: isWorthRefunding(own, facts.refundTerms()) ? deadline : null };
  const later = postponeWhileCongested(facts.isCongested('REFUND'), detectedAt ?? createdAt, facts.now);
  // The deadline itself is moved, because the customer sees it.
  if (later !== null) return { do: 'AMEND', changes: { decision_deadline: later } };
  const due = refundDue(own, facts.refundTerms());
  if (!('value' in due)) return { wait: 'DECISION', until: null };
  if (due.value.least === null) return { wait: 'DECISION', until: null, checkAt: facts.now + CONGESTED_CHECK_MS };
  if (isPositive(due.value.amount)) return { do: 'REQUEST_REFUND', refund: agreedRefund(due.value) };
  return { wait: 'DECISION', until: null, checkAt: facts.now + FEES_WAIT_MS };
}

/** Starts a requested refund once the deposit has its confirmations. */
function decideRefund(order: OrderRow, deposits: readonly DepositRow[], facts: OrderFacts): Decision {
  const own = ownDeposits(order, deposits);
  if (isNewlyInBlock(order, own)) return detectFunds(order, deposits, facts, null);
  const inBlock = own.filter(isInBlock);
  if (inBlock.length === 0) return { wait: 'CONFIRMATIONS', until: null };
  const confirmed = confirmedOf(order, inBlock);
  const terms = agreedTerms(order, facts);
  const missing = { wait: confirmed === null ? 'CONFIRMATIONS' : 'HOST', until: null } as const;
  if (!('value' in terms)) return missing;
  if (terms.value.least === null) return { ...missing, checkAt: facts.now + CONGESTED_CHECK_MS };
  const refund = confirmed && agreedRefund({ total: totalAmount(confirmed), ...terms.value });
  if (confirmed && refund && order.refund_address !== null && isPositive(refund.amount)) {
    return { do: 'REFUND', deposits: confirmed, refund };
  }
  // A deposit that is on its way may be what the fee lacks.
  if (isPositive(amountAfterFee(totalAmount(own), terms.value))) return { wait: 'CONFIRMATIONS', until: null };
  return { wait: 'REFUND_BLOCKED', until: null, ...(confirmed && { checkAt: facts.now + FEES_WAIT_MS }) };
}

/** A payout that an operator turned into a refund has no agreed fee: the current one applies. */
function agreedTerms({ refund, refund_least: least }: OrderRow, facts: OrderFacts): Known<RefundTerms> {
  if (refund) return { value: { networkFee: refund.network_fee, collectionFee: refund.collection_fee, least } };
  return facts.refundTerms();
}

function refundDue(own: readonly DepositRow[], terms: Known<RefundTerms>): Known<RefundQuote> {
  return 'value' in terms ? { value: refundQuote(totalAmount(own), terms.value) } : terms;
}

/** Returns whether a refund of these deposits would pay anything. While its fee or the least that arrives is unknown, it counts as enough. */
export function isWorthRefunding(own: readonly DepositRow[], terms: Known<RefundTerms>): boolean {
  const due = refundDue(own, terms);
  return 'value' in due ? isPositive(due.value.amount) : own.length > 0;
}

/** A deposit got into a block after the order had left AWAITING_DEPOSIT. */
function isNewlyInBlock(order: OrderRow, own: readonly DepositRow[]): boolean {
  return order.funds_detected_at === null && own.some(isInBlock);
}

function detectFunds(order: OrderRow, deposits: readonly DepositRow[], facts: OrderFacts, reserve: PayoutTerms | null): Decision {
  return { do: 'DETECT_FUNDS', reserve, next: decide({ ...order, funds_detected_at: facts.now }, deposits, facts) };
}

/** Assesses the deposits as if they were all deposits up to `readUntil`. */
function assess(order: OrderRow, deposits: readonly DepositRow[], readUntil: number, facts: OrderFacts): DepositAssessment {
  return order.rate_mode === 'FIXED'
    ? assessFixed(order, deposits, readUntil, facts.marketPrice)
    : assessFloating(order, deposits, readUntil, facts.bounds);
}

/**
 * Assesses the deposits. Before the customer is asked after the deadline, the assessment must also hold at the scan time of the
 * network: the rest of the deposit may have arrived in time while this host or its node was offline (SCAN).
 */
function assessWithScan(
  order: OrderRow,
  deposits: readonly DepositRow[],
  facts: OrderFacts,
): DepositAssessment | { kind: 'SCAN' } {
  const assessment = assess(order, deposits, facts.now, facts);
  if (assessment.kind !== 'DECIDE' || facts.now <= order.expires_at) return assessment;
  const complete = assess(order, deposits, facts.scannedUntil, facts);
  return complete.kind === 'DECIDE' || complete.kind === 'NO_PRICE' ? complete : { kind: 'SCAN' };
}

/** Returns when the customer is asked if nothing but the time changes: after a deadline of the deposit; null: never. */
function nextAsk(order: OrderRow, deposits: readonly DepositRow[], facts: OrderFacts): number | null {
  const ends = [order.expires_at, order.confirm_by ?? order.expires_at].filter((end) => end >= facts.now);
  return ends.map((end) => end + 1).find((at) => assess(order, deposits, at, facts).kind === 'DECIDE') ?? null;
}

function waitForDeposit({ expires_at: end }: OrderRow, { now }: OrderFacts): Wait {
  return now > end ? { wait: 'EXPIRED', until: null } : { wait: 'DEPOSIT', until: end + 1 };
}

function waitForMore(order: OrderRow, deposits: readonly DepositRow[], kind: 'SCAN' | 'WAIT' | 'LOCK', facts: OrderFacts): Wait {
  if (kind === 'SCAN') return { wait: 'DEPOSIT_NETWORK', until: null };
  const own = ownDeposits(order, deposits);
  // On a floating rate, an unconfirmed deposit may be the rest.
  const isAllMined = own.some(isInBlock) && own.every((deposit) => isInBlock(deposit) || isDust(order, deposit));
  const isShort = order.rate_mode === 'FIXED' ? compare(totalAmount(own), minimumDeposit(order)) < 0 : isAllMined;
  return { wait: isShort ? 'REST' : 'CONFIRMATIONS', until: nextAsk(order, deposits, facts) };
}

/**
 * After a partial deposit, a fixed-rate order reserves only the share that was received (D54). The rest is reserved again when it is
 * in a block.
 */
function lowerReservation(order: OrderRow, own: readonly DepositRow[], facts: OrderFacts): Pick<Wait, 'reserveAtMost'> {
  const total = totalAmount(own);
  if (order.rate_mode !== 'FIXED' || compare(total, minimumDeposit(order)) >= 0) return {};
  const share = amount(total).div(amount(order.claimed_deposit_amount));
  const promised = amount(payoutReservation(order.amount_to_get, order.network_fee));
  return { reserveAtMost: roundToDecimal(promised.times(share), facts.payoutDecimals(), 'up') };
}

/**
 * Waits for a trusted price, and asks the customer of a deposit in a block after {@link MARKET_WAIT_MS}: a refund needs none. The
 * price itself must have been missing for that long, so that one failed query asks nobody. `counted`: the deposits to be priced.
 */
function waitForPrice(
  order: OrderRow,
  deposits: readonly DepositRow[],
  { deposits: counted, missingSince }: { deposits: readonly DepositRow[]; missingSince: number | null },
  facts: OrderFacts,
): Decision {
  const own = ownDeposits(order, deposits);
  const inBlock = own.filter(isInBlock);
  const since = waitingSince(order, inBlock, ({ detected_at }) => detected_at, facts);
  const askAt = missingSince === null || inBlock.length === 0 ? null : Math.max(missingSince, since) + MARKET_WAIT_MS;
  if (askAt !== null && facts.now >= askAt) return { do: 'ASK', reason: 'NO_PRICE' };
  // Before it is in a block, a deposit waits for that first, also when dust is in a block already.
  const [awaited, isDone] = order.status === 'CONFIRMING' ? [counted, isBooked] : [own, isInBlock];
  const isReady = awaited.some(isDone) && awaited.every((deposit) => isDone(deposit) || isDust(order, deposit));
  const ends = [askAt, nextAsk(order, deposits, facts)].filter((end) => end !== null);
  const until = ends.length === 0 ? null : Math.min(...ends);
  return { wait: missingSince === null ? 'HOST' : isReady ? 'PRICE' : 'CONFIRMATIONS', until };
}

/** Returns when the wait of a deposit began: at the last deposit, or at the customer's acceptance if that was later. */
function waitingSince(
  order: OrderRow,
  deposits: readonly DepositRow[],
  at: (deposit: DepositRow) => number,
  { acceptedAt }: OrderFacts,
): number {
  const large = deposits.filter((deposit) => !isDust(order, deposit));
  // Dust does not count, because anybody could restart the wait with it.
  const last = large.length > 0 ? Math.max(...large.map(at)) : Math.min(...deposits.map(at));
  return Math.max(last, acceptedAt ?? last);
}

/** Returns whether a floating payout would cost far more in fees than the customer was last shown. */
function exceedsFeeLimit(order: OrderRow, facts: OrderFacts): Known<boolean> {
  if (order.rate_mode === 'FIXED' || !facts.isCongested('PAYOUT')) return { value: false };
  const transfer = facts.payoutFee();
  if (!('value' in transfer)) return transfer;
  const { network_fee, collection_fee } = order.acceptance ?? order;
  const fee = amount(transfer.value).times(amount(order.payout_fee_factor));
  return { value: fee.gt(amount(subtract(network_fee, collection_fee)).times(MAX_FEE_FACTOR)) };
}

/**
 * Returns whether payout and collection would now cost more than the order was charged plus 1 % of its value (D67). Never true for a
 * floating rate, which is charged today's fees.
 */
function exceedsCosts(order: OrderRow, settlement: Settlement, facts: OrderFacts): Known<boolean> {
  if (order.rate_mode !== 'FIXED') return { value: false };
  const payout = facts.payoutFee();
  if (!('value' in payout)) return payout;
  const collection = facts.collectionFee();
  if (!('value' in collection)) return collection;
  const { payout_amount, network_fee, platform_fee } = settlement;
  const costs = amount(payout.value)
    .times(amount(order.payout_fee_factor))
    .plus(amount(collection.value).times(amount(order.market_price)));
  return { value: costs.gt(costsLimit(amount(network_fee), amount(sum([payout_amount, network_fee, platform_fee])))) };
}

/** Returns the confirmed deposits; null while one awaits confirmations. Unconfirmed dust is ignored and becomes extra (D6). */
function confirmedOf(order: OrderRow, deposits: readonly DepositRow[]): readonly DepositRow[] | null {
  const isWaiting = deposits.some((deposit) => !isBooked(deposit) && !isDust(order, deposit));
  const confirmed = deposits.filter(isBooked);
  return isWaiting || confirmed.length === 0 ? null : confirmed;
}
