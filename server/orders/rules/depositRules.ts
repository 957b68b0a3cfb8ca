import { confirmWindowMs, marketLimitPercent } from '../../../contract/fixedRate.ts';
import { FIXED_AMOUNT_TOLERANCE_PERCENT } from '../../../contract/limits.ts';
import { amount, compare, ONE, sum, toDecimal, type Amount, type Decimal } from '../../../contract/money.ts';
import type { DecisionReason, OrderStatus } from '../../../contract/order.ts';
import type { Network } from '../../instruments/catalogue.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import type { OrderFacts } from './orderFacts.ts';

/** What the deposits of an order mean for it. */
export type DepositAssessment =
  /** too little, or not mined yet: later deposits or blocks may complete it */
  | { kind: 'WAIT' }
  /** the fixed rate is accepted and stays locked (D5) */
  | { kind: 'LOCK' }
  /** enough, and every counted deposit is mined */
  | { kind: 'FUNDED'; deposits: readonly DepositRow[] }
  | { kind: 'DECIDE'; reason: DecisionReason }
  /** the deposits may be enough, but no price says so */
  | { kind: 'NO_PRICE'; deposits: readonly DepositRow[]; missingSince: number | null };

const WAIT: DepositAssessment = { kind: 'WAIT' };
const decide = (reason: DecisionReason): DepositAssessment => ({ kind: 'DECIDE', reason });

const fraction = (percent: string): Amount => amount(percent).div(amount('100'));
const MIN_SHARE = ONE.minus(fraction(FIXED_AMOUNT_TOLERANCE_PERCENT));
const MAX_SHARE = ONE.plus(fraction(FIXED_AMOUNT_TOLERANCE_PERCENT));
const DUST_SHARE = fraction('1');

const OPEN: readonly OrderStatus[] = ['AWAITING_DEPOSIT', 'CONFIRMING', 'DECISION_NEEDED', 'REFUND_REQUESTED'];

/** Deposits of an open order count towards it. Later ones are extra (D6). */
export function isOpen(order: Pick<OrderRow, 'status'>): boolean {
  return OPEN.includes(order.status);
}

/** Whether the deposit is extra: it is owed to the customer until it is refunded (D6). */
export function isExtra(order: OrderRow, deposit: DepositRow): boolean {
  return deposit.role === null ? !isOpen(order) : deposit.role === 'EXTRA';
}

/** Returns the smallest total within the tolerance of the claimed amount, in instrumentFrom. */
export function minimumDeposit(order: Pick<OrderRow, 'claimed_deposit_amount'>): Decimal {
  return toDecimal(amount(order.claimed_deposit_amount).times(MIN_SHARE));
}

/** Whether a total is within the tolerance of the claimed amount. */
export function isWithinTolerance(order: Pick<OrderRow, 'claimed_deposit_amount'>, value: Decimal): boolean {
  const claimed = amount(order.claimed_deposit_amount);
  return compare(value, minimumDeposit(order)) >= 0 && compare(value, toDecimal(claimed.times(MAX_SHARE))) <= 0;
}

/**
 * Whether the deposit is too small, compared to the claimed amount, to delay its order. Otherwise anybody who knows the deposit
 * address could block an order by sending dust in every block.
 */
export function isDust(order: OrderRow, deposit: DepositRow): boolean {
  return compare(deposit.amount, toDecimal(amount(order.claimed_deposit_amount).times(DUST_SHARE))) < 0;
}

/** Returns the deposits that count towards the order: of its instrument and not extra (D6). */
export function ownDeposits(order: OrderRow, deposits: readonly DepositRow[]): DepositRow[] {
  return deposits.filter((deposit) => deposit.instrument === order.instrument_from && deposit.role !== 'EXTRA');
}

/**
 * Returns until when (ms) the deposit of a fixed rate must be in a block (D55). `blockSeconds` are those of the real network: an
 * embedded one is faster.
 */
export function confirmBy(expiresAt: number, { blockSeconds }: Pick<Network, 'blockSeconds'>): number {
  return expiresAt + confirmWindowMs(blockSeconds);
}

export function isInBlock(deposit: DepositRow): boolean {
  return deposit.block_height !== null;
}

/** Whether the deposit has its confirmations and is in the ledger. */
export function isBooked(deposit: DepositRow): boolean {
  return deposit.booked_at !== null;
}

export function totalAmount(deposits: readonly DepositRow[]): Decimal {
  return sum(deposits.map((deposit) => deposit.amount));
}

/**
 * Returns the deposits that a locked rate applies to: the first ones that reach the claimed amount, mined ones before pending
 * ones. Further deposits are extra and do not affect the lock.
 */
function lockedDeposits(order: OrderRow, own: readonly DepositRow[]): DepositRow[] {
  const minimum = minimumDeposit(order);
  const counted: DepositRow[] = [];
  for (const deposit of [...own.filter(isInBlock), ...own.filter((one) => !isInBlock(one))]) {
    if (counted.length > 0 && compare(totalAmount(counted), minimum) >= 0) break;
    counted.push(deposit);
  }
  return counted;
}

/** Whether a deposit was seen before the rate expired and was, or still can be, in a block before the order's deadline (D55). */
function isInTime({ expires_at, confirm_by }: OrderRow, deposit: DepositRow, readUntil: number): boolean {
  if (deposit.detected_at > expires_at) return false;
  return confirm_by === null || (deposit.in_block_at ?? readUntil) <= confirm_by;
}

/**
 * Assesses the deposits of a fixed-rate order.
 *
 * The rate is checked when the deposit is detected (D5), and the market price once more when the deposit is mined: a pending
 * transaction can be withdrawn, so honouring the rate for it would be a free option. For the same reason a deposit that is in no
 * block by `confirm_by` is late (D55). Once mined, the rate is final.
 *
 * @param readUntil every deposit detected before this time (ms) and every block until then is known. An order is short or late only
 * once this passes its expiry, and a pending deposit is late only once this passes `confirm_by`.
 * @param marketPrice returns the current price in the order's direction; called only when it matters
 */
export function assessFixed(
  order: OrderRow,
  deposits: readonly DepositRow[],
  readUntil: number,
  marketPrice: OrderFacts['marketPrice'],
): DepositAssessment {
  const own = ownDeposits(order, deposits);
  if (own.length === 0) return WAIT;
  const claimed = amount(order.claimed_deposit_amount);
  const minimum = minimumDeposit(order);
  const inTime = own.filter((deposit) => isInTime(order, deposit, readUntil));
  const isEnoughInTime = compare(totalAmount(inTime), minimum) >= 0;
  // The lock covers the deposits that arrived in time. It is void when those were dropped, or stay pending for too long.
  const isLocked = order.rate_locked_at !== null && isEnoughInTime;
  const counted = isLocked ? lockedDeposits(order, inTime) : own;
  const total = totalAmount(counted);
  const isExpired = readUntil > order.expires_at;

  if (inTime.length === 0) return isExpired ? decide('SLOW_DEPOSIT') : WAIT;
  if (compare(total, toDecimal(claimed.times(MAX_SHARE))) > 0) return decide('WRONG_DEPOSIT_AMOUNT');
  if (compare(total, minimum) < 0) return isExpired ? decide('WRONG_DEPOSIT_AMOUNT') : WAIT;
  if (!isEnoughInTime) return isExpired ? decide('SLOW_DEPOSIT') : WAIT;
  if (isLocked && !counted.every(isInBlock)) {
    // The customer paid again because the first transaction is stuck: the order must not wait for the stuck one.
    const late = own.filter((deposit) => isInBlock(deposit) && !inTime.includes(deposit));
    return compare(totalAmount(late), minimum) >= 0 ? decide('SLOW_DEPOSIT') : WAIT;
  }
  if (order.status === 'AWAITING_DEPOSIT') {
    const price = marketPrice();
    if (!('value' in price)) return { kind: 'NO_PRICE', deposits: counted, ...price };
    if (hasMarketDropped(order, price.value)) return decide('HIGH_VOLATILITY');
  }
  return isLocked ? { kind: 'FUNDED', deposits: counted } : { kind: 'LOCK' };
}

/** Whether the market is worse for the exchange than a fixed rate allows (D5, D67). */
export function hasMarketDropped(order: Pick<OrderRow, 'market_price' | 'premium_percent'>, marketPrice: Decimal): boolean {
  const least = ONE.minus(fraction(marketLimitPercent(order.premium_percent)));
  return compare(marketPrice, toDecimal(amount(order.market_price).times(least))) < 0;
}

/**
 * Assesses the deposits of a floating-rate order. A deposit counts once it is mined. A total below the minimum waits for more
 * until the order expires (D9). A deposit of the claimed amount is always accepted, even if the bounds have changed since. An order
 * that the customer has already decided on is not assessed again.
 *
 * @param readUntil as in {@link assessFixed}
 */
export function assessFloating(
  order: OrderRow,
  deposits: readonly DepositRow[],
  readUntil: number,
  bounds: OrderFacts['bounds'],
): DepositAssessment {
  const counted = ownDeposits(order, deposits).filter(isInBlock);
  if (counted.length === 0) return WAIT;
  if (order.decision_reason !== null) return { kind: 'FUNDED', deposits: counted };
  const total = totalAmount(counted);
  const known = bounds();
  if (!('value' in known)) return { kind: 'NO_PRICE', deposits: counted, ...known };
  const { minimum, maximum } = known.value;
  const claimed = order.claimed_deposit_amount;
  if (compare(total, maximum) > 0 && compare(total, claimed) > 0) return decide('ABOVE_MAXIMUM');
  const isShort = compare(total, minimum) < 0 && compare(total, claimed) < 0;
  if (isShort) return readUntil > order.expires_at ? decide('BELOW_MINIMUM') : WAIT;
  return { kind: 'FUNDED', deposits: counted };
}
