import { amount, compare, toDecimal, type Decimal } from '../../../contract/money.ts';
import type { SweepState } from '../../db/tables/payments.ts';
import { networkOf } from '../../instruments/lookup.ts';
import type { Send } from '../outbox/enqueue.ts';
import type { PaymentContext } from '../paymentContext.ts';
import { availableBalance, ensureFreshBalance } from '../treasury.ts';
import type { DueSweep } from './dueSweep.ts';

/** Minimum delay in ms before a sweep that waits for lower fees is estimated again. */
export const FEE_RETRY_MS = 15 * 60_000;
/**
 * The delay is also at least this fraction of the age of the deposit: it may never be worth sweeping, and anybody can create
 * thousands of such deposits.
 */
const SWEEP_RETRY_AGE_DIVISOR = 10;
/** A deposit that is worth much more than the fee waits this long for the usual one (docs/requirements.md#d67), in ms. */
const USUAL_WAIT_MS = 24 * 3_600_000;
const MUCH_MORE_THAN_FEE = amount('10');

/** What happens to a sweep next. */
export interface Plan {
  state: SweepState;
  send?: Pick<Send, 'kind' | 'instrument' | 'fromIndex' | 'toAddress' | 'amount' | 'fee'>;
  notBefore?: number;
}

/** What a sweep moves from an address, in one instrument. */
export interface Sweep {
  due: DueSweep;
  treasury: string;
  instrument: string;
  held: Decimal;
  /** When the last deposit was booked, in ms since 1970; null: none is */
  lastBookedAt: number | null;
}

/** Returns the plan of a sweep that is looked at again later. */
export function planLater({ now }: PaymentContext, lastBookedAt: number | null, leastMs: number): Plan {
  const age = now() - (lastBookedAt ?? now());
  return { state: 'DUE', notBefore: now() + Math.max(leastMs, Math.round(age / SWEEP_RETRY_AGE_DIVISOR)) };
}

/**
 * Returns whether a sweep waits for lower fees (docs/requirements.md#d67). `cost`: of all its transfers, in the instrument. It does
 * not wait when the treasury needs the coins: when less than the sweep brings is free.
 */
export async function waitsForLowerFees(context: PaymentContext, sweep: Sweep, cost: Decimal): Promise<boolean> {
  const { due, instrument, held, lastBookedAt } = sweep;
  const limits = due.isCollectedAtOnce ? null : await due.costLimits(instrument);
  if (limits === null || compare(cost, limits.usual) <= 0) return false;
  const hasWaited = lastBookedAt !== null && context.now() - lastBookedAt >= USUAL_WAIT_MS;
  const isMuchMore = amount(held).gte(amount(cost).times(MUCH_MORE_THAN_FEE));
  if (hasWaited && isMuchMore && compare(cost, limits.most) <= 0) return false;
  return !(await isNeededAtTreasury(context, sweep));
}

/** Returns whether less of the coin is free at the treasury than the sweep brings. */
export async function isNeededAtTreasury(context: PaymentContext, { instrument, held }: Sweep): Promise<boolean> {
  await ensureFreshBalance(context, instrument);
  return compare(await availableBalance(context, context.database, instrument), held) < 0;
}

/** Returns an amount of the native coin in a token of the same network; null while a price is unknown. */
export function inToken(context: PaymentContext, instrument: string, native: Decimal): Decimal | null {
  const price = context.lastUsdPrice(instrument);
  const nativePrice = context.lastUsdPrice(networkOf(context, instrument).nativeInstrument);
  return price === null || nativePrice === null ? null : toDecimal(amount(native).times(amount(nativePrice)).div(amount(price)));
}
