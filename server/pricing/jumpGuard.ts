import { amount, ONE, type Amount, type Decimal } from '../../contract/money.ts';
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
  /** What is no jump from it; worked out when it is first asked for */
  band?: { low: Amount; high: Amount };
}

export function createJumpGuard(): JumpGuard {
  const window = createWindow();
  /** Since when, and between which prices, it has stood still after a jump. */
  let frozen: { since: number; low: Amount; high: Amount } | null = null;

  return {
    observe: (price, now) => {
      window.forget(now - PRICE_JUMP_WINDOW_MS);
      if (window.isJump(price)) {
        frozen = { since: now, low: price, high: price };
        // What was before the jump is no longer what the next price is measured by; a jump back is a jump again.
        window.clear();
      } else if (frozen) {
        const low = price.lt(frozen.low) ? price : frozen.low;
        const high = price.gt(frozen.high) ? price : frozen.high;
        const leftTheBand = differsByMoreThan(high, low, SETTLED_BAND_PERCENT);
        frozen = leftTheBand ? { since: now, low: price, high: price } : { ...frozen, low, high };
      }
      window.add({ at: now, price });
    },
    isFrozen: (now) => {
      if (frozen && now - frozen.since >= SETTLED_MS) frozen = null;
      return frozen !== null;
    },
    believe: (price, now) => {
      if (!frozen) return;
      frozen = null;
      window.clear();
      window.add({ at: now, price });
    },
  };
}

/**
 * The lowest and the highest price of a time, without going through all of them at each tick: of two prices the younger
 * stays, if it is as extreme, so the first of each list is the extreme and the last the youngest.
 */
function createWindow() {
  let [lows, highs]: [Sample[], Sample[]] = [[], []];
  // The last one is kept however old: after a silence nobody knows whether the price moved slowly or at once.
  const since = (samples: Sample[], from: number) => {
    const first = samples.findIndex(({ at }, place) => at >= from || place === samples.length - 1);
    return first > 0 ? samples.slice(first) : samples;
  };
  const push = (samples: Sample[], sample: Sample, isOutdone: (price: Amount) => boolean) => {
    for (let last = samples.at(-1); last && isOutdone(last.price); last = samples.at(-1)) samples.pop();
    samples.push(sample);
  };
  return {
    add: (sample: Sample): void => {
      push(lows, sample, (price) => price.gte(sample.price));
      push(highs, sample, (price) => price.lte(sample.price));
    },
    forget: (before: number): void => {
      lows = since(lows, before);
      highs = since(highs, before);
    },
    /** Whatever is far from one of the prices is as far from the lowest or the highest. */
    isJump: (price: Amount): boolean => isOutside(lows[0], price) || isOutside(highs[0], price),
    clear: (): void => {
      [lows, highs] = [[], []];
    },
  };
}

const HUNDRED = amount('100');
const JUMP = amount(PRICE_JUMP_PERCENT).div(HUNDRED);
const [LEAST_SHARE, MOST_SHARE] = [ONE.minus(JUMP), ONE.plus(JUMP)];

/** With each tick of each coin: a sample is the lowest or the highest for many of them. */
function isOutside(sample: Sample | undefined, price: Amount): boolean {
  if (!sample) return false;
  sample.band ??= { low: sample.price.times(LEAST_SHARE), high: sample.price.times(MOST_SHARE) };
  return price.lt(sample.band.low) || price.gt(sample.band.high);
}

/** Whether `value` is more than `percent` of `reference` away from it. */
export function differsByMoreThan(value: Amount, reference: Amount, percent: Decimal): boolean {
  return value
    .minus(reference)
    .abs()
    .times(HUNDRED)
    .gt(reference.times(amount(percent)));
}
