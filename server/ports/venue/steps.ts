import { amount, round, type Amount, type Decimal } from '../../../contract/money.ts';

/** Rounds to a multiple of a step. */
export function toStep(value: Amount, step: Decimal, direction: 'up' | 'down'): Amount {
  return round(value.div(amount(step)), 0, direction).times(amount(step));
}
