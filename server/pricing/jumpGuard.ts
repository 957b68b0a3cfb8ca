import { amount, ONE, type Amount, type Decimal } from '../../contract/money.ts';
import { PRICE_JUMP_PERCENT, PRICE_JUMP_WINDOW_MS } from '../../contract/limits.ts';

/** After a jump, the price is trusted again once it has stayed within this band for this long. */
export const SETTLED_BAND_PERCENT = '3';
export const SETTLED_MS = 30_000;

/** Detects price jumps of a coin (D41): a change of more than 10 % within 10 s freezes the price. */
export interface JumpGuard {
  observe(price: Amount, now: number): void;
  isFrozen(now: number): boolean;
  /** Ends a freeze because a second source confirmed the price. */
  believe(price: Amount, now: number): void;
}

interface Sample {
  at: number;
  price: Amount;
  /** The prices that are no jump from this one, computed on first use */
  band?: { low: Amount; high: Amount };
}

export function createJumpGuard(): JumpGuard {
  const window = createWindow();
  /** The start and the price range of the stable period after a jump. */
  let frozen: { since: number; low: Amount; high: Amount } | null = null;

  return {
    observe: (price, now) => {
      window.forget(now - PRICE_JUMP_WINDOW_MS);
      if (window.isJump(price)) {
        frozen = { since: now, low: price, high: price };
        // The next price is compared with prices after the jump, so a jump back counts as a jump.
        window.clear();
      } else if (frozen) {
        const low = price.lt(frozen.low) ? price : frozen.low;
        const high = price.gt(frozen.high) ? price : frozen.high;
        const hasLeftBand = differsByMoreThan(high, low, SETTLED_BAND_PERCENT);
        frozen = hasLeftBand ? { since: now, low: price, high: price } : { ...frozen, low, high };
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
 * Tracks the lowest and highest price of the window with two monotonic queues: the first sample of each is the extreme, the
 * last the most recent.
 */
function createWindow() {
  let [lows, highs]: [Sample[], Sample[]] = [[], []];
  // The last sample never expires: after a gap, a slow move can't be told from a jump.
  const since = (samples: Sample[], from: number) => {
    const first = samples.findIndex(({ at }, place) => at >= from || place === samples.length - 1);
    return first > 0 ? samples.slice(first) : samples;
  };
  const push = (samples: Sample[], sample: Sample, isSuperseded: (price: Amount) => boolean) => {
    for (let last = samples.at(-1); last && isSuperseded(last.price); last = samples.at(-1)) samples.pop();
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
    /** The lowest and highest price suffice: a price far from any sample is far from one of them. */
    isJump: (price: Amount): boolean => isOutside(lows[0], price) || isOutside(highs[0], price),
    clear: (): void => {
      [lows, highs] = [[], []];
    },
  };
}

const HUNDRED = amount('100');
const JUMP = amount(PRICE_JUMP_PERCENT).div(HUNDRED);
const [LOW_FACTOR, HIGH_FACTOR] = [ONE.minus(JUMP), ONE.plus(JUMP)];

/** Caches the band in the sample, because a sample stays the extreme for many ticks. */
function isOutside(sample: Sample | undefined, price: Amount): boolean {
  if (!sample) return false;
  sample.band ??= { low: sample.price.times(LOW_FACTOR), high: sample.price.times(HIGH_FACTOR) };
  return price.lt(sample.band.low) || price.gt(sample.band.high);
}

/** Returns whether `value` differs from `reference` by more than `percent` of `reference`. */
export function differsByMoreThan(value: Amount, reference: Amount, percent: Decimal): boolean {
  return value
    .minus(reference)
    .abs()
    .times(HUNDRED)
    .gt(reference.times(amount(percent)));
}
