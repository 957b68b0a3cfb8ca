import type { AlertChange } from '../alertBook.ts';

/** A way to reach operators. */
export interface AlertChannel {
  /** For the log: "mail", "webhook" */
  name: string;
  /** Resolves when the message was accepted. Rejects when it may be repeated; then it is. */
  send(message: AlertMessage): Promise<void>;
}

/** What is told at once. */
export interface AlertMessage {
  /** The same when the message is sent again */
  id: string;
  subject: string;
  lines: readonly string[];
  changes: readonly AlertChange[];
}
