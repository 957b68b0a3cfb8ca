import { fromBaseUnits, toBaseUnits, type Decimal } from '../../../../contract/money.ts';
import { createRandom } from './random.ts';

/** Decimals of the integers that the walk computes with, enough for the smallest coins. */
export const WALK_DECIMALS = 20;
const MILLION = 1_000_000n;
const SIGNIFICANT_DIGITS = 8;

/** Volatility of a coin, and half the spread between bid and ask, in millionths. */
export interface WalkStyle {
  volatility: number;
  halfSpread: number;
}

export interface Walk {
  step(): void;
  /** Sets the price and the anchor to which the walk returns. */
  reset(price: Decimal): void;
  /** Returns bid and ask. `shiftPercent` shifts only the result, not the walk. */
  show(shiftPercent: number): { bid: Decimal; ask: Decimal };
  middle(): Decimal;
  /** Returns `count` generated prices before the start of the walk, oldest first. */
  past(count: number): Decimal[];
}

/** Creates a seeded random walk around an anchor (D13). The n-th step is the same in every run with the same seed. */
export function createWalk(seed: number, symbol: string, start: Decimal, style: WalkStyle): Walk {
  const random = createRandom(seed, symbol);
  let anchor = toBaseUnits(start, WALK_DECIMALS);
  let price = anchor;
  const move = (value: bigint, centre: bigint, draw: (below: number) => number, strength: number): bigint => {
    if (strength === 0) return value;
    // Three uniform draws: most moves are small, few are large.
    const range = 2 * strength + 1;
    const millionths = BigInt(draw(range) + draw(range) + draw(range) - 3 * strength);
    const moved = value + (value * millionths) / MILLION + (centre - value) / 600n;
    return moved > 0n ? moved : 1n;
  };
  return {
    step: () => {
      price = move(price, anchor, random, style.volatility);
    },
    reset: (next) => {
      anchor = toBaseUnits(next, WALK_DECIMALS);
      price = anchor;
    },
    show: (shiftPercent) => {
      const shown = (price * BigInt(100 + shiftPercent)) / 100n;
      const half = (shown * BigInt(style.halfSpread)) / MILLION;
      return { bid: significant(shown - half, false), ask: significant(shown + half, true) };
    },
    middle: () => significant(price, false),
    past: (count) => {
      const draw = createRandom(seed, `${symbol}:past`);
      const prices: Decimal[] = [];
      let value = toBaseUnits(start, WALK_DECIMALS);
      for (let index = 0; index < count; index += 1) {
        value = move(value, value, draw, style.volatility * 12);
        prices.unshift(significant(value, false));
      }
      return prices;
    },
  };
}

/** Rounds to eight significant digits, as markets quote: bids down, asks up. */
function significant(value: bigint, up: boolean): Decimal {
  const surplus = value.toString().length - SIGNIFICANT_DIGITS;
  if (surplus <= 0) return fromBaseUnits(value, WALK_DECIMALS);
  const unit = 10n ** BigInt(surplus);
  const whole = value / unit + (up && value % unit !== 0n ? 1n : 0n);
  return fromBaseUnits(whole * unit, WALK_DECIMALS);
}
