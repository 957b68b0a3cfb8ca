import type { Decimal } from '../../contract/money.ts';
import type { OrderContext } from '../orders/core/context.ts';

/** What reconciling needs of the host: it reads everything, and asks the networks. */
export type ReconcileContext = Pick<OrderContext, 'database' | 'catalogue' | 'gateways' | 'now'>;

/** Something that does not agree with something else. */
export interface Difference {
  /** Names it: the same difference has the same key in the next run. */
  key: string;
  /** ALARM: somebody loses money by it, us or a customer. NOTICE: nobody does, but the books do not say why. */
  severity: 'ALARM' | 'NOTICE';
  /** What differs, in words; … */
  what: string;
  /** … how much, or what against what; … */
  howMuch: string;
  /** … and what a person should do. */
  whatToDo: string;
  /** Which question to a network found it; none where the database alone did. It stands until that is answered again. */
  part?: string;
  /** Set where more or less than expected lies in the treasury: an operator can book it as capital. */
  surplus?: { instrument: string; amount: Decimal };
}

/** Differences found at first sight, and how to look once more: what is on its way is no difference a moment later. */
export interface Suspicion {
  differences: readonly Difference[];
  again: () => Promise<readonly Difference[]>;
}

/** What a check could not look at: a network that does not answer is no difference, and no agreement either. */
export interface Unchecked {
  what: string;
  why: string;
}

export function line(difference: Difference): string {
  const { severity, key, what, howMuch, whatToDo } = difference;
  return `${severity}  ${key}: ${what}: ${howMuch}. ${whatToDo}`;
}
