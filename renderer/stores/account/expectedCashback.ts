import type { CashbackLevel } from '../../../contract/api/affiliates.ts';
import type { PairData } from '../../../contract/api/rates.ts';
import { amount, roundToDecimal, type Decimal } from '../../../contract/money.ts';

const CENTS = 2;
const HUNDRED = amount('100');

/**
 * Returns the cashback that an exchange at this quote will earn a signed-in customer, in USDT, rounded down to cents. The host
 * values the fee again when the exchange completes, so it is an estimate.
 */
export function expectedCashback(
  pair: Pick<PairData, 'rateMode' | 'platformFee_Absolute' | 'quotes'>,
  { percentOfFee }: Pick<CashbackLevel, 'percentOfFee'>,
): Decimal {
  const fee = amount(pair.platformFee_Absolute).times(amount(pair.quotes.buyQuote.quoteValue));
  return roundToDecimal(fee.times(amount(percentOfFee[pair.rateMode])).div(HUNDRED), CENTS, 'down');
}
