import { FIXED_AMOUNT_TOLERANCE_PERCENT, FIXED_MARKET_TOLERANCE_PERCENT } from '../../../contract/limits.ts';
import { amount, compare, ONE, sum, toDecimal, type Amount, type Decimal } from '../../../contract/money.ts';
import type { DecisionReason, OrderStatus } from '../../../contract/order.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';

/** What an order's deposits mean for it. Pure: the market and the bounds are asked for only when they matter. */
export type DepositAssessment =
  /** not enough, or not in a block yet: time may still bring it */
  | { kind: 'WAIT' }
  /** the fixed rate is judged good, for ever (D5) */
  | { kind: 'LOCK' }
  /** enough, and all of it in a block */
  | { kind: 'FUNDED'; deposits: readonly DepositRow[] }
  | { kind: 'DECIDE'; reason: DecisionReason };

const WAIT: DepositAssessment = { kind: 'WAIT' };
const decide = (reason: DecisionReason): DepositAssessment => ({ kind: 'DECIDE', reason });

const fraction = (percent: string): Amount => amount(percent).div(amount('100'));
const LEAST = ONE.minus(fraction(FIXED_AMOUNT_TOLERANCE_PERCENT));
const MOST = ONE.plus(fraction(FIXED_AMOUNT_TOLERANCE_PERCENT));
const CRUMB = fraction('1');
const LEAST_MARKET = ONE.minus(fraction(FIXED_MARKET_TOLERANCE_PERCENT));

const OPEN: readonly OrderStatus[] = ['AWAITING_DEPOSIT', 'CONFIRMING', 'DECISION_NEEDED', 'REFUND_REQUESTED'];

/** Until then a deposit belongs to what the order is about; afterwards it is extra (D6). */
export function isOpen(order: Pick<OrderRow, 'status'>): boolean {
  return OPEN.includes(order.status);
}

/** Came besides what the order is about; owed to the customer until it is given back. */
export function isExtra(order: OrderRow, deposit: DepositRow): boolean {
  return deposit.role === null ? !isOpen(order) : deposit.role === 'EXTRA';
}

/** Less than this is not what the order says is to be sent, by more than the tolerance. */
export function minimumDeposit(order: Pick<OrderRow, 'claimed_deposit_amount'>): Decimal {
  return toDecimal(amount(order.claimed_deposit_amount).times(LEAST));
}

/** Within the tolerance of what the order says is to be sent. */
export function isWithinTolerance(order: Pick<OrderRow, 'claimed_deposit_amount'>, value: Decimal): boolean {
  const claimed = amount(order.claimed_deposit_amount);
  return compare(value, minimumDeposit(order)) >= 0 && compare(value, toDecimal(claimed.times(MOST))) <= 0;
}

/**
 * So little beside what was claimed that nothing waits for its confirmations: otherwise anybody who knows the deposit
 * address could hold an order up with a crumb in every block.
 */
export function isDust(order: OrderRow, deposit: DepositRow): boolean {
  return compare(deposit.amount, toDecimal(amount(order.claimed_deposit_amount).times(CRUMB))) < 0;
}

/** The deposits that can be the order's: of its instrument, and not set aside as extra (D6). */
export function ownDeposits(order: OrderRow, deposits: readonly DepositRow[]): DepositRow[] {
  return deposits.filter((deposit) => deposit.instrument === order.instrument_from && deposit.role !== 'EXTRA');
}

export function isInBlock(deposit: DepositRow): boolean {
  return deposit.block_height !== null;
}

/** In the ledger, and so with its confirmations. */
export function isBooked(deposit: DepositRow): boolean {
  return deposit.booked_at !== null;
}

/** By an operator's word it does not come back: it is not on its way, until it is in a block again (`operatorGone.ts`). */
export function isWrittenOff({ times_written_off, is_reorged }: Pick<DepositRow, 'times_written_off' | 'is_reorged'>): boolean {
  return times_written_off > 0 && is_reorged === 1;
}

export function totalAmount(deposits: readonly DepositRow[]): Decimal {
  return sum(deposits.map((deposit) => deposit.amount));
}

/**
 * The deposits that a locked rate is for: the first ones that make up the claimed amount, those in a block before
 * those that are not. What comes besides is extra and never spoils the lock.
 */
function lockedDeposits(order: OrderRow, own: readonly DepositRow[]): DepositRow[] {
  const least = minimumDeposit(order);
  const counted: DepositRow[] = [];
  for (const deposit of [...own.filter(isInBlock), ...own.filter((one) => !isInBlock(one))]) {
    if (counted.length > 0 && compare(totalAmount(counted), least) >= 0) break;
    counted.push(deposit);
  }
  return counted;
}

/**
 * A fixed rate is judged when its deposit is seen, never before (D5), and its market once more when the deposit gets into
 * a block: what is in no block can be taken back, and a rate that is held for it would be an option that costs nothing.
 * From the block on it is good for ever. `marketPrice` is in the order's own direction. `readUntil`: nothing is missing that
 * came before; what is too little or too late in time is so only when all that came in time is known.
 */
export function assessFixed(
  order: OrderRow,
  deposits: readonly DepositRow[],
  readUntil: number,
  marketPrice: () => Decimal,
): DepositAssessment {
  const own = ownDeposits(order, deposits);
  if (own.length === 0) return WAIT;
  const claimed = amount(order.claimed_deposit_amount);
  const least = minimumDeposit(order);
  const inTime = own.filter((deposit) => deposit.detected_at <= order.expires_at);
  const isEnoughInTime = compare(totalAmount(inTime), least) >= 0;
  // A lock is for the deposits that were seen in time: when those are taken back, it is for nothing.
  const isLocked = order.rate_locked_at !== null && isEnoughInTime;
  const counted = isLocked ? lockedDeposits(order, inTime) : own;
  const total = totalAmount(counted);
  const isTimeOver = readUntil > order.expires_at;

  if (inTime.length === 0) return isTimeOver ? decide('SLOW_DEPOSIT') : WAIT;
  if (compare(total, toDecimal(claimed.times(MOST))) > 0) return decide('WRONG_DEPOSIT_AMOUNT');
  if (compare(total, least) < 0) return isTimeOver ? decide('WRONG_DEPOSIT_AMOUNT') : WAIT;
  if (!isEnoughInTime) return isTimeOver ? decide('SLOW_DEPOSIT') : WAIT;
  if (isLocked && !counted.every(isInBlock)) {
    // Whoever paid once more, because the first payment hangs, must not wait for that one.
    const late = own.filter((deposit) => isInBlock(deposit) && !inTime.includes(deposit));
    return compare(totalAmount(late), least) >= 0 ? decide('SLOW_DEPOSIT') : WAIT;
  }
  if (order.status === 'AWAITING_DEPOSIT' && isMarketAgainst(order, marketPrice())) return decide('HIGH_VOLATILITY');
  return isLocked ? { kind: 'FUNDED', deposits: counted } : { kind: 'LOCK' };
}

function isMarketAgainst(order: OrderRow, marketPrice: Decimal): boolean {
  return compare(marketPrice, toDecimal(amount(order.market_price).times(LEAST_MARKET))) < 0;
}

/**
 * A floating deposit counts once it is in a block; too little waits for the rest until the window ends (D9). Whoever
 * sends what the order says is never out of bounds, wherever the bounds have moved since. A decided order is not judged again.
 * `readUntil` as for a fixed rate.
 */
export function assessFloating(
  order: OrderRow,
  deposits: readonly DepositRow[],
  readUntil: number,
  bounds: () => { minimum: Decimal; maximum: Decimal },
): DepositAssessment {
  const counted = ownDeposits(order, deposits).filter(isInBlock);
  if (counted.length === 0) return WAIT;
  if (order.decision_reason !== null) return { kind: 'FUNDED', deposits: counted };
  const total = totalAmount(counted);
  const { minimum, maximum } = bounds();
  const claimed = order.claimed_deposit_amount;
  if (compare(total, maximum) > 0 && compare(total, claimed) > 0) return decide('ABOVE_MAXIMUM');
  const isShort = compare(total, minimum) < 0 && compare(total, claimed) < 0;
  if (isShort) return readUntil > order.expires_at ? decide('BELOW_MINIMUM') : WAIT;
  return { kind: 'FUNDED', deposits: counted };
}
