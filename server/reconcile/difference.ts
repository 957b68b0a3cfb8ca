import type { OrderContext } from '../orders/core/context.ts';

/** The parts of the order context that reconciliation uses. */
export type ReconcileContext = Pick<OrderContext, 'database' | 'catalogue' | 'gateways' | 'signer' | 'now'>;

/** A mismatch between two of: ledger, orders, outbox, networks. */
export interface Difference {
  /** Identifies the difference: it has the same key in the next run. */
  key: string;
  /** ALARM: the exchange or a customer may lose money. NOTICE: unexplained, without a loss. */
  severity: 'ALARM' | 'NOTICE';
  /** What differs, as a clause. */
  what: string;
  /** By how much, or the actual and the expected value. */
  howMuch: string;
  /** Advice for the operator. */
  whatToDo: string;
  /** The check that found it, if a network took part. The difference remains until this check succeeds again. */
  part?: string;
}

/** Differences of the first check, and a function that repeats it: pending transfers settle in the meantime. */
export interface Suspicion {
  differences: readonly Difference[];
  again: () => Promise<readonly Difference[]>;
}

/** A check that failed because a network did not answer: neither a difference nor a match. */
export interface Unchecked {
  what: string;
  why: string;
}

/** Returns the difference as one line of text for operators. */
export function line(difference: Difference): string {
  const { severity, key, what, howMuch, whatToDo } = difference;
  return `${severity}  ${key}: ${what}: ${howMuch}. ${whatToDo}`;
}

export function alarm(key: string, what: string, howMuch: string, whatToDo: string): Difference {
  return { key, severity: 'ALARM', what, howMuch, whatToDo };
}

export function notice(key: string, what: string, howMuch: string, whatToDo: string): Difference {
  return { key, severity: 'NOTICE', what, howMuch, whatToDo };
}
