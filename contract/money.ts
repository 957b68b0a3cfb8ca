import Big from 'big.js';

/**
 * The only arithmetic on amounts (D2). An amount is a plain decimal string ("0.05", never "5e-2") on the wire,
 * in the DOM and in the database, and a `Big` while it is being computed. No JavaScript number ever holds one.
 */
export type Decimal = string;

/** Amounts to receive are rounded down, amounts to send up. Every rounding states its direction. */
export type RoundingDirection = 'down' | 'up';

/** Digits kept by a division before its result is rounded to an instrument's precision. */
const DIVISION_DECIMALS = 40;

const Exact = Big();
Exact.DP = DIVISION_DECIMALS;
Exact.RM = 0;
/** Always plain notation, never an exponent. */
Exact.NE = -1_000;
Exact.PE = 1_000;
/** Rejects numbers, so that no float can be used by mistake. */
Exact.strict = true;

export type Amount = Big;

const DECIMAL = /^(?:0|[1-9]\d{0,39})(?:\.\d{1,40})?$/;

/** Returns whether a value is a plain, unsigned decimal string with at most 40 digits on each side of the dot. */
export function isDecimal(text: unknown): text is Decimal {
  return typeof text === 'string' && DECIMAL.test(text);
}

/** Parses a decimal string. Throws a RangeError for other text; check input with {@link isDecimal} first. */
export function amount(text: Decimal): Amount {
  assertDecimal(text);
  return new Exact(text);
}

function assertDecimal(text: string): void {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) throw new RangeError(`Not a decimal: ${text.slice(0, 60)}`);
}

export const ZERO: Amount = amount('0');
export const ONE: Amount = amount('1');

/** Rounds a share or percentage that is only shown to the nearest value with `decimals` places. Amounts use {@link roundToDecimal}. */
export function nearestDecimal(value: Amount, decimals: number): Decimal {
  return toDecimal(value.round(decimals, 1));
}

/** Rounds to `decimals` places (0–40) in the named direction (towards zero, away from zero). */
export function round(value: Amount, decimals: number, direction: RoundingDirection): Amount {
  return value.round(decimals, direction === 'down' ? 0 : 3);
}

/** Returns plain notation without trailing zeros. */
export function toDecimal(value: Amount): Decimal {
  return value.toFixed();
}

/** {@link round} and {@link toDecimal} in one step. */
export function roundToDecimal(value: Amount, decimals: number, direction: RoundingDirection): Decimal {
  return toDecimal(round(value, decimals, direction));
}

export function compare(left: Decimal, right: Decimal): -1 | 0 | 1 {
  return amount(left).cmp(amount(right));
}

export function isPositive(value: Decimal): boolean {
  return amount(value).gt(ZERO);
}

export function add(left: Decimal, right: Decimal): Decimal {
  return toDecimal(amount(left).plus(amount(right)));
}

export function subtract(left: Decimal, right: Decimal): Decimal {
  return toDecimal(amount(left).minus(amount(right)));
}

/** Returns how far a value lies outside a range: negative below it, "0" inside. */
export function outside(value: Decimal, { least, most }: { least: Decimal; most: Decimal }): Decimal {
  if (compare(value, least) < 0) return subtract(value, least);
  if (compare(value, most) > 0) return subtract(value, most);
  return '0';
}

/** Returns the sum. Adds integers grouped by their number of decimals, which is fast for thousands of values. */
export function sum(values: readonly Decimal[]): Decimal {
  const totals: bigint[] = [];
  for (const value of values) {
    assertDecimal(value);
    const point = value.indexOf('.');
    const decimals = point < 0 ? 0 : value.length - point - 1;
    const units = BigInt(point < 0 ? value : value.slice(0, point) + value.slice(point + 1));
    totals[decimals] = (totals[decimals] ?? 0n) + units;
  }
  const finest = Math.max(0, totals.length - 1);
  return fromBaseUnits(
    totals.reduce((total, units, decimals) => total + units * 10n ** BigInt(finest - decimals), 0n),
    finest,
  );
}

/** Returns (`now` − `then`) ÷ `then` in percent with sign and two decimals: "-0.42". `then` must not be zero. */
export function percentChange(then: Decimal, now: Decimal): Decimal {
  return toDecimal(amount(now).minus(amount(then)).div(amount(then)).times(amount('100')).round(2, 1));
}

/** Converts to base units (satoshi, wei). Throws a RangeError if digits would be lost. */
export function toBaseUnits(value: Decimal, decimals: number): bigint {
  const scaled = amount(value).times(amount('10').pow(decimals));
  if (!scaled.round(0, 0).eq(scaled)) throw new RangeError(`${value} has more than ${decimals} decimals`);
  return BigInt(scaled.toFixed(0));
}

/** Converts from base units exactly. */
export function fromBaseUnits(units: bigint, decimals: number): Decimal {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = digits.slice(point).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`;
}
