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
  paidOut: string;
  refunded: string;
  /** "21 November 2026, 14:02 UTC"; null where nothing happens by itself */
  deadline: string | null;
  /** What leaves, or waits to leave, is the order's refund */
  isRefund: boolean;
  /** There is something to choose on the order's page now */
  canChoose: boolean;
  /** What becomes of a question that nobody answers: the money goes back; there is no address for it; the fee would eat it */
  unanswered: 'REFUND' | 'NO_ADDRESS' | 'TOO_LITTLE';
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
