import { amount, type Amount, type Decimal } from '../../contract/money.ts';
import { PRICE_JUMP_PERCENT, PRICE_JUMP_WINDOW_MS } from '../../contract/limits.ts';

/** After a jump, the price must stay within this band for this long before it is traded on again. */
export const SETTLED_BAND_PERCENT = '3';
export const SETTLED_MS = 30_000;

/** Watches one coin's price for jumps (D41): more than 10 % within 10 s freezes it. */
export interface JumpGuard {
  observe(price: Amount, now: number): void;
  isFrozen(now: number): boolean;
  /** A second source says the same: whatever jump there was, was the market's. */
  believe(price: Amount, now: number): void;
}

interface Sample {
  at: number;
  price: Amount;
}

export function createJumpGuard(): JumpGuard {
  let samples: Sample[] = [];
  /** Since when, and between which prices, it has stood still after a jump. */
  let frozen: { since: number; low: Amount; high: Amount } | null = null;

  return {
    observe: (price, now) => {
      // The last one is kept however old: after a silence nobody knows whether the price moved slowly or at once.
      samples = samples.filter((sample, place) => now - sample.at <= PRICE_JUMP_WINDOW_MS || place === samples.length - 1);
      const jumped = extremes(samples).some((extreme) => differsByMoreThan(price, extreme, PRICE_JUMP_PERCENT));
      if (jumped) {
        frozen = { since: now, low: price, high: price };
        // What was before the jump is no longer what the next price is measured by; a jump back is a jump again.
        samples = [];
      } else if (frozen) {
        const low = price.lt(frozen.low) ? price : frozen.low;
        const high = price.gt(frozen.high) ? price : frozen.high;
        const leftTheBand = differsByMoreThan(high, low, SETTLED_BAND_PERCENT);
        frozen = leftTheBand ? { since: now, low: price, high: price } : { ...frozen, low, high };
      }
      samples.push({ at: now, price });
    },
    isFrozen: (now) => {
      if (frozen && now - frozen.since >= SETTLED_MS) frozen = null;
      return frozen !== null;
    },
    believe: (price, now) => {
      if (!frozen) return;
      frozen = null;
      samples = [{ at: now, price }];
    },
  };
}

/** Whatever is far from one of the prices is as far from the lowest or the highest: two comparisons by percent do for all. */
function extremes([first, ...others]: readonly Sample[]): readonly Amount[] {
  if (!first) return [];
  let [low, high] = [first.price, first.price];
  for (const { price } of others) {
    if (price.lt(low)) low = price;
    else if (price.gt(high)) high = price;
  }
  return [low, high];
}

const HUNDRED = amount('100');

/** Whether `value` is more than `percent` of `reference` away from it. */
export function differsByMoreThan(value: Amount, reference: Amount, percent: Decimal): boolean {
  return value
    .minus(reference)
    .abs()
    .times(HUNDRED)
    .gt(reference.times(amount(percent)));
}
