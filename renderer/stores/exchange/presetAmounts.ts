import { PRESET_MULTIPLES } from '../../../contract/limits.ts';
import { amount, toDecimal, type Decimal } from '../../../contract/money.ts';

/** Powers of ten that a coin's price may ask for: 0.0001 of one, up to 10,000 of another. */
const UNITS = ['1', '10', '0.1', '100', '0.01', '1000', '0.001', '10000', '0.0001', '100000'].map(amount);
/** So many rows are a table; with more of them at another unit, one whole coin is still the better unit. */
const ENOUGH_ROWS = 8;

/**
 * The preset multiples (§9) of one coin, or of the power of ten of it for which most of them can be exchanged: a table
 * of amounts none of which is allowed helps nobody. In instrumentFrom; without bounds, the multiples of one coin.
 */
export function presetAmounts(bounds: { minimum: Decimal; maximum: Decimal } | null): Decimal[] {
  if (!bounds) return [...PRESET_MULTIPLES];
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
