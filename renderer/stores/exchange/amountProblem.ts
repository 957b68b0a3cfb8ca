import { compare, isDecimal, type Decimal } from '../../../contract/money.ts';
import type { RateLine, Refusal } from './RateLine.ts';

/** A problem of the amounts; `expected` in instrumentFrom, `expectedToGet` in instrumentTo if the host states it. */
export type AmountProblem =
  | { kind: 'empty' }
  | { kind: 'tooSmall' | 'tooBig'; expected: Decimal | null; expectedToGet: Decimal | null }
  | { kind: 'noLiquidity'; expected: Decimal | null };

interface Amounts {
  line: RateLine;
  typedAmount: Decimal | null;
  sendAmount: Decimal | null;
  bounds: { minimum: Decimal; maximum: Decimal } | null;
}

/** Returns the problem by the host's answer, or before it by the last known bounds. Null if the amounts can be exchanged. */
export function amountProblem({ line, typedAmount, sendAmount, bounds }: Amounts): AmountProblem | null {
  if (typedAmount === null) return { kind: 'empty' };
  if (line.boundsRefusal) return fromRefusal(line.boundsRefusal);
  if (line.liquidityRefusal) return { kind: 'noLiquidity', expected: detail(line.liquidityRefusal, 'expected', 'available') };
  if (line.isCurrent || !bounds || sendAmount === null) return null;
  if (compare(sendAmount, bounds.minimum) < 0) return { kind: 'tooSmall', expected: bounds.minimum, expectedToGet: null };
  if (compare(sendAmount, bounds.maximum) > 0) return { kind: 'tooBig', expected: bounds.maximum, expectedToGet: null };
  return null;
}

/** Returns the largest amount that the host would accept, in instrumentFrom; null if it does not state it. */
export const refusedAbove = (refusal: Refusal | null): Decimal | null => refusal && detail(refusal, 'expected');

function fromRefusal(refusal: Refusal): AmountProblem {
  return {
    kind: refusal.code === 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL' ? 'tooSmall' : 'tooBig',
    expected: detail(refusal, 'expected'),
    expectedToGet: detail(refusal, 'expectedToGet'),
  };
}

function detail({ details }: Refusal, ...names: string[]): Decimal | null {
  for (const name of names) {
    const value = details?.[name];
    if (isDecimal(value)) return value;
  }
  return null;
}
