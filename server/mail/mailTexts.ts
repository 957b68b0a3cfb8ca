import type { NotificationKind } from '../db/tables/mail.ts';
import type { DepositState } from './depositNotification.ts';
import type { TransferDelay } from './notifications.ts';

/** Facts for the texts. Amounts ("0.05 BTC") and times ("21 November 2026 at 14:02 UTC") are in the language of the mail. */
export interface MailFacts {
  /** The shortened order id: "7F3KQ9…zTyA" */
  order: string;
  /** "BTC → USDT" */
  pair: string;
  depositState: DepositState;
  /** The shortened id of the order whose later deposit this order exchanges (D63); null: the customer created the order */
  firstOrder: string | null;
  /** What arrived for the order, or the amount of the extra deposit */
  received: string;
  hasConfirmations: boolean;
  /** The amount that the order was created for, and how much of it is missing */
  claimed: string;
  remaining: string;
  isFixed: boolean;
  /** When the rest has to arrive */
  payUntil: string;
  /** "Destination tag"; null when the deposit address needs no memo */
  memoName: string | null;
  /** What a reorg of the deposit means: the customer can pay again, time is up, a decision or a refund has no object */
  reorgOutcome: 'PAY_AGAIN' | 'EXPIRED' | 'NO_DECISION' | 'NO_REFUND';
  paidOut: string;
  refunded: string;
  /** The token that blocked the recipient, so that the payout became a refund; null: another reason */
  blockedBy: string | null;
  /** When the money is refunded automatically; null when it is not */
  deadline: string | null;
  transfer: 'PAYOUT' | 'REFUND' | 'EXTRA_REFUND';
  delay: TransferDelay;
  /** The transfer is on hold because its USD value is unknown (D41) */
  isValueUnknown: boolean;
  isExtra: boolean;
  /** The extra deposit was the order's own, which returned after a reorg */
  isReturned: boolean;
  /** The order's page offers a choice */
  canChoose: boolean;
  hasRefundAddress: boolean;
  /** What happens without a decision: a refund; no refund for lack of an address; no refund because the fee would take it all */
  withoutDecision: 'REFUND' | 'NO_ADDRESS' | 'BELOW_FEE';
  /** The transaction of a rejected claim, masked; null in other mails */
  claimedTransaction: string | null;
}

export interface MailText {
  subject: string;
  paragraphs: string[];
}

/** The texts of one language. A language without the text of a kind does not compile. */
export interface MailTexts {
  /** `optOut`: the link that refuses codes for so many weeks */
  confirm(facts: { brand: string; order: string; minutes: number; weeks: number }): MailText & { optOut: string };
  notifications: Record<Exclude<NotificationKind, 'CONFIRM_EMAIL'>, (facts: MailFacts) => MailText>;
  openOrder: string;
  /** Below every notification: why the order's page asks for an address, and why the reader receives the mail */
  whyAddress: string;
  why: string;
  unsubscribe: string;
}
