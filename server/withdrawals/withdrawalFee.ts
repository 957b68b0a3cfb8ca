import { ApiError } from '../../contract/errors.ts';
import { amount, compare, roundToDecimal, toDecimal, type Decimal } from '../../contract/money.ts';
import { WITHDRAWAL_INSTRUMENT, type WithdrawalContext } from './withdrawalContext.ts';

/** Without an answer about a higher fee within this time, the amount returns to the balance (D69). */
export const ANSWER_WITHIN_MS = 7 * 24 * 3_600_000;
/** The fee is charged in cents. */
const FEE_DECIMALS = 2;
/** A withdrawal is at least this many times its fee, so that most of it arrives whatever the network costs. */
const LEAST_TIMES_FEE = amount('2');

/** Returns the fee that a withdrawal pays now: what its transaction costs this host, in USDT, rounded up to cents. */
export function currentFee(context: Pick<WithdrawalContext, 'desk' | 'now'>): Decimal {
  return roundToDecimal(amount(context.desk.networkFee(WITHDRAWAL_INSTRUMENT, context.now())), FEE_DECIMALS, 'up');
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
