import type { OrderContext } from '../orders/core/context.ts';

/** The parts of the order context that reconciliation uses. */
export type ReconcileContext = Pick<OrderContext, 'database' | 'catalogue' | 'gateways' | 'signer' | 'venue' | 'now'>;

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
