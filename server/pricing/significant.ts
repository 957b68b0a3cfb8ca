import { round, type Amount, type RoundingDirection } from '../../contract/money.ts';

const MOST_DECIMALS = 40;

/**
 * Rounds to so many significant digits, as prices are: 0.000034567 BTC and 98765.4 USDT lose equally little.
 * Digits before the dot are never dropped.
 */
export function roundSignificant(value: Amount, digits: number, direction: RoundingDirection): Amount {
  const decimals = digits - 1 - value.e;
  return round(value, Math.min(Math.max(decimals, 0), MOST_DECIMALS), direction);
}
