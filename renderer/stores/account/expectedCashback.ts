import { amount, roundToDecimal, type Decimal } from '../../../contract/money.ts';

const CENTS = 2;
const HUNDRED = amount('100');

/**
 * Returns the cashback of an exchange in USDT, rounded down to cents: `percent` of the service fee, which is in a coin of which 1 is
 * worth `coinInUsd`. The host values the fee again when the exchange completes, so it is an estimate.
 */
export function expectedCashback(fee: Decimal, coinInUsd: Decimal, percent: Decimal): Decimal {
  const part = amount(fee).times(amount(percent)).div(HUNDRED);
  return roundToDecimal(part.times(amount(coinInUsd)), CENTS, 'down');
}
