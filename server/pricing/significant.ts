import { round, type Amount, type RoundingDirection } from '../../contract/money.ts';

const MOST_DECIMALS = 40;

/**
 * Rounds to significant digits, so that 0.000034567 BTC and 98765.4 USDT have the same relative error. Keeps all digits before
 * the decimal point.
 */
export function roundSignificant(value: Amount, digits: number, direction: RoundingDirection): Amount {
  const decimals = digits - 1 - value.e;
  return round(value, Math.min(Math.max(decimals, 0), MOST_DECIMALS), direction);
}
