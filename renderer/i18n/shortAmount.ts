import { amount, ONE, roundToDecimal, type Decimal, type RoundingDirection } from '../../contract/money.ts';

const SIGNIFICANT = 6;
const LEAST_DECIMALS = 2;

/**
 * Returns a rounded amount for display (a price, a fee, an estimate): six significant figures, and at least two decimals
 * above one. Amounts to claim or send are never shortened.
 */
export function shortAmount(value: Decimal, direction: RoundingDirection = 'down'): Decimal {
  const exact = amount(value);
  const integerDigits = exact.abs().lt(ONE) ? exact.e + 1 : (value.split('.')[0] ?? '').replace('-', '').length;
  return roundToDecimal(exact, Math.min(40, Math.max(LEAST_DECIMALS, SIGNIFICANT - integerDigits)), direction);
}
