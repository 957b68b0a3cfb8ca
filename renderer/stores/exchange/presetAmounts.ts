import { PRESET_MULTIPLES } from '../../../contract/limits.ts';
import { amount, toDecimal, type Decimal } from '../../../contract/money.ts';

/** Units for expensive to cheap coins: 0.0001 to 100,000. */
const UNITS = ['1', '10', '0.1', '100', '0.01', '1000', '0.001', '10000', '0.0001', '100000'].map(amount);
/** The first unit with at least this many rows is used. */
const ENOUGH_ROWS = 8;

/**
 * Returns the preset multiples (§9) of one coin, or of the power of ten for which most are within the bounds. In
 * instrumentFrom.
 */
export function presetAmounts(bounds: { minimum: Decimal; maximum: Decimal }): Decimal[] {
  const [minimum, maximum] = [amount(bounds.minimum), amount(bounds.maximum)];
  let best: Decimal[] = [];
  for (const unit of UNITS) {
    const possible = PRESET_MULTIPLES.map((multiple) => amount(multiple).times(unit))
      .filter((value) => value.gte(minimum) && value.lte(maximum))
      .map(toDecimal);
    if (possible.length > best.length) best = possible;
    if (best.length >= ENOUGH_ROWS) return best;
  }
  return best;
}
