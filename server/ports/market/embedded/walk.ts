import { fromBaseUnits, toBaseUnits, type Decimal } from '../../../../contract/money.ts';
import { createRandom } from './random.ts';

/** Prices are whole numbers of 10⁻²⁰ dollars while they walk, so that nothing is lost however small the coin. */
export const WALK_DECIMALS = 20;
const MILLION = 1_000_000n;
const SIGNIFICANT_DIGITS = 8;

/** How a coin moves and how far apart its bid and ask are, in millionths. */
export interface WalkStyle {
  volatility: number;
  halfSpread: number;
}

export interface Walk {
  step(): void;
  /** Moves the anchor: the walk goes on from here and is drawn back to here. */
  reset(price: Decimal): void;
  /** `shiftPercent` is added to what is shown, not to the walk itself. */
  show(shiftPercent: number): { bid: Decimal; ask: Decimal };
  middle(): Decimal;
  /** `count` earlier prices that lead to the price at which the walk began, oldest first. */
  past(count: number): Decimal[];
}

/** A seeded random walk around an anchor (D13). The n-th step is the same in every run with the same seed. */
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

/** Eight digits are as many as markets quote; bids lose the rest and asks gain it. */
function significant(value: bigint, up: boolean): Decimal {
  const surplus = value.toString().length - SIGNIFICANT_DIGITS;
  if (surplus <= 0) return fromBaseUnits(value, WALK_DECIMALS);
  const unit = 10n ** BigInt(surplus);
  const whole = value / unit + (up && value % unit !== 0n ? 1n : 0n);
  return fromBaseUnits(whole * unit, WALK_DECIMALS);
}
