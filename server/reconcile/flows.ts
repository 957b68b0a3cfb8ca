import { add, amount, compare, subtract, toDecimal, ZERO, type Decimal } from '../../contract/money.ts';

/** What came to a place and what left it, by instrument; all amounts positive. */
export class Flows {
  /** in the ledger */
  readonly #booked = new Map<string, { in: Decimal; out: Decimal }>();
  /** on its way, or there without being in the ledger yet: at most so much */
  readonly #underway = new Map<string, { in: Decimal; out: Decimal }>();

  /** `value` is signed, as the ledger has it. */
  book(instrument: string, value: Decimal): void {
    const isIn = amount(value).gte(ZERO);
    put(this.#booked, instrument, isIn ? 'in' : 'out', isIn ? value : subtract('0', value));
  }

  expect(instrument: string, direction: 'in' | 'out', most: Decimal): void {
    put(this.#underway, instrument, direction, most);
  }

  booked(instrument: string, direction: 'in' | 'out'): Decimal {
    return this.#booked.get(instrument)?.[direction] ?? '0';
  }

  /** All that can have moved: booked, and underway. */
  most(instrument: string, direction: 'in' | 'out'): Decimal {
    return add(this.booked(instrument, direction), this.#underway.get(instrument)?.[direction] ?? '0');
  }

  instruments(): Set<string> {
    return new Set([...this.#booked.keys(), ...this.#underway.keys()]);
  }
}

function put(
  flows: Map<string, { in: Decimal; out: Decimal }>,
  instrument: string,
  direction: 'in' | 'out',
  value: Decimal,
): void {
  const known = flows.get(instrument) ?? { in: '0', out: '0' };
  flows.set(instrument, { ...known, [direction]: add(known[direction], value) });
}

/**
 * Between what a balance must lie that was read after `before` and before `after`. Nothing underway: one exact amount.
 * `before` and `after` must be read with what is underway first and the ledger second, so that nothing is in neither.
 */
export function boundsBetween(before: Flows, after: Flows, instrument: string): { least: Decimal; most: Decimal } {
  return {
    least: subtract(before.booked(instrument, 'in'), after.most(instrument, 'out')),
    most: subtract(after.most(instrument, 'in'), before.booked(instrument, 'out')),
  };
}

/** How far a balance lies outside of its bounds: negative when something is missing, "0" when nothing differs. */
export function outside(held: Decimal, { least, most }: { least: Decimal; most: Decimal }): Decimal {
  if (compare(held, least) < 0) return subtract(held, least);
  if (compare(held, most) > 0) return subtract(held, most);
  return '0';
}

/** A send is charged at most so many times what the network says now that it costs. */
const FEE_ALLOWANCE = amount('4');

export function feeAllowance(estimate: Decimal): Decimal {
  return toDecimal(amount(estimate).times(FEE_ALLOWANCE));
}
