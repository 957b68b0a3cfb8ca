import { add, amount, subtract, toDecimal, ZERO, type Decimal } from '../../contract/money.ts';

/** The inflow and outflow of an address by instrument, as positive amounts. */
export class Flows {
  /** Ledger entries. */
  readonly #booked = new Map<string, { in: Decimal; out: Decimal }>();
  /** Upper bounds of the transfers that are pending or not yet in the ledger. */
  readonly #underway = new Map<string, { in: Decimal; out: Decimal }>();

  /** Adds a ledger entry; `value` is signed. */
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

  /** Returns the largest possible flow: booked plus pending. */
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
 * Returns the range of a balance that was read between `before` and `after`. Without pending transfers both ends are equal.
 * Both flows must be read with pending transfers first and the ledger second, so that no transfer is left out.
 */
export function boundsBetween(before: Flows, after: Flows, instrument: string): { least: Decimal; most: Decimal } {
  return {
    least: subtract(before.booked(instrument, 'in'), after.most(instrument, 'out')),
    most: subtract(after.most(instrument, 'in'), before.booked(instrument, 'out')),
  };
}

/** Upper bound of the actual fee of a send, as a multiple of the current estimate. */
const FEE_ALLOWANCE = amount('4');

export function feeAllowance(estimate: Decimal): Decimal {
  return toDecimal(amount(estimate).times(FEE_ALLOWANCE));
}
