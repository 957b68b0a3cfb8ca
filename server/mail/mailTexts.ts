import { english } from './texts/english.ts';
import { russian } from './texts/russian.ts';
import type { MomentKind } from './moments.ts';

/**
 * What the words are made of: written amounts ("0.05 BTC") and times, in the language of the mail. Of a payment that came
 * besides, they are that payment's.
 */
export interface MailFacts {
  brand: string;
  /** "7F3KQ9…nTzyA", enough to know it again */
  order: string;
  /** "BTC → USDT" */
  pair: string;
  received: string;
  /** Has all its confirmations */
  isConfirmed: boolean;
  /** What the order says is to be sent, and how much of it has not come */
  claimed: string;
  remaining: string;
  isFixed: boolean;
  /** Until when it can come: "21 November 2026 at 14:02 UTC" */
  payUntil: string;
  /** What its address needs besides: "Destination tag" */
  memoName: string | null;
  /**
   * What follows from it that the network took the deposit back: it can be sent again; the time is over; a question, or a
   * refund, is about nothing
   */
  takenBack: 'AGAIN' | 'OVER' | 'ASKED' | 'REFUND';
  paidOut: string;
  refunded: string;
  /** null where nothing happens by itself */
  deadline: string | null;
  /** What leaves, or waits to leave, is the order's refund */
  isRefund: boolean;
  /** It is held because nobody knows what it is worth, not because it is too much (D41) */
  isValueUnknown: boolean;
  /** Why it is late: it is tried again; it failed, and a person has to look at it; the deposit that it is for is gone */
  delay: 'RETRIED' | 'FAILED' | 'DEPOSIT_REORGED';
  /** There is something to choose on the order's page now */
  canChoose: boolean;
  /** It came besides because its order had ended without it, when the network took it back */
  isReturned: boolean;
  /** An address is known to which it can go back */
  hasAddress: boolean;
  /** What becomes of a question that nobody answers: the money goes back; there is no address for it; the fee would eat it */
  unanswered: 'REFUND' | 'NO_ADDRESS' | 'TOO_LITTLE';
  /** Of a claimed payment, as the order's page shows it */
  transaction: string;
}

export interface MailWords {
  subject: string;
  paragraphs: string[];
}

export interface MailTexts {
  /** `refuse`: the link that keeps codes away for so many weeks */
  confirm(facts: { brand: string; order: string; minutes: number; weeks: number }): MailWords & { refuse: string };
  moments: Record<MomentKind, (facts: MailFacts) => MailWords>;
  openOrder: string;
  /** Under every mail. */
  why: string;
  /** Why the page asks for the destination. */
  whyAddress: string;
  unsubscribe: string;
}

/** The words of every mail; a language that lacks one does not compile. */
export const mailTexts: Record<'en' | 'ru', MailTexts> = { en: english, ru: russian };
