import Type from 'typebox';
import Value from 'typebox/value';
import { ApiError } from '../../contract/errors.ts';
import { amount, compare, roundToDecimal, toDecimal, type Decimal } from '../../contract/money.ts';
import type { WithdrawInput } from '../../contract/schemas/withdrawals.ts';
import { WITHDRAWAL_INSTRUMENT, type WithdrawalContext } from './withdrawalContext.ts';

/** Without an answer about a higher fee within this time, the amount returns to the balance (D69). */
export const ANSWER_WITHIN_MS = 7 * 24 * 3_600_000;
/** For so long a customer pays at most the fee that the terms showed. */
export const FEE_HELD_MS = 60_000;
/** The fee is charged in cents. */
const FEE_DECIMALS = 2;
/** A withdrawal is at least this many times its fee, so that most of it arrives whatever the network costs. */
const LEAST_TIMES_FEE = amount('2');

/** Returns the fee that a withdrawal pays now: what its transaction costs this host, in USDT, rounded up to cents. */
export function currentFee(context: Pick<WithdrawalContext, 'desk' | 'now'>): Decimal {
  return roundToDecimal(amount(context.desk.networkFee(WITHDRAWAL_INSTRUMENT, context.now())), FEE_DECIMALS, 'up');
}

type QuoteContext = Pick<WithdrawalContext, 'desk' | 'now' | 'sealing'>;
const FeeQuote = Type.Object({ networkFee: Type.String(), until: Type.Number() });
const ownerOf = (userId: number): string => `withdrawal fee:${userId}`;

/** Returns the fee of now, and a quote that holds it for {@link FEE_HELD_MS}. Every host of the same seed honours it, without storage. */
export function quoteFee(context: QuoteContext, userId: number): { networkFee: Decimal; feeQuote: string } {
  const networkFee = currentFee(context);
  const quote = JSON.stringify({ networkFee, until: context.now() + FEE_HELD_MS });
  return { networkFee, feeQuote: context.sealing.seal(quote, ownerOf(userId)) };
}

/** Returns what a withdrawal pays: the fee of now, or the quoted one if that is lower and holds. Throws as {@link checkFeeLimit}. */
export function chargedFee(
  context: QuoteContext,
  userId: number,
  { feeQuote, maxNetworkFee }: Pick<WithdrawInput, 'feeQuote' | 'maxNetworkFee'>,
): Decimal {
  const current = currentFee(context);
  const quoted = feeQuote === undefined ? null : readQuote(context, userId, feeQuote);
  const networkFee = quoted !== null && compare(quoted, current) < 0 ? quoted : current;
  checkFeeLimit(networkFee, maxNetworkFee);
  return networkFee;
}

/** Returns the fee of a quote; null if it has expired, or is not one of this customer. */
function readQuote({ sealing, now }: QuoteContext, userId: number, feeQuote: string): Decimal | null {
  try {
    const { networkFee, until } = Value.Parse(FeeQuote, JSON.parse(sealing.open(feeQuote, ownerOf(userId))));
    return now() <= until ? networkFee : null;
  } catch {
    // Nobody but this host can seal one.
    return null;
  }
}

/** Throws ERR_RATE_CHANGED if the fee is higher than the customer accepts. The limit never lowers the fee: the host pays it in full. */
export function checkFeeLimit(networkFee: Decimal, most: Decimal | undefined): void {
  if (most === undefined || compare(networkFee, most) <= 0) return;
  const message = `The network fee is ${networkFee} USDT now. Nothing was taken: check what arrives, and confirm again.`;
  throw new ApiError('ERR_RATE_CHANGED', message, { networkFee });
}

/** Returns the smallest amount that can be withdrawn at this fee. */
export function smallestAmount({ rules }: Pick<WithdrawalContext, 'rules'>, networkFee: Decimal): Decimal {
  const least = toDecimal(amount(networkFee).times(LEAST_TIMES_FEE));
  return compare(least, rules.minimum) > 0 ? least : rules.minimum;
}
