import { WATCH_AFTER_END_MS } from '../limits.ts';

/** What goes wrong most often, as ids of texts in `pages.json`. The support page and the docs show it. */
export const SUPPORT_QUESTIONS = [
  { question: 'support.nothingHappens', answer: 'support.nothingHappensAnswer' },
  { question: 'support.noMemo', answer: 'support.noMemoAnswer' },
  { question: 'support.otherAmount', answer: 'support.otherAmountAnswer' },
  { question: 'support.late', answer: 'support.lateAnswer' },
  { question: 'support.lost', answer: 'support.lostAnswer' },
  { question: 'support.notInWallet', answer: 'support.notInWalletAnswer' },
  { question: 'support.wrongNetwork', answer: 'support.wrongNetworkAnswer' },
] as const;

/** The values that the answers use */
export const SUPPORT_VALUES = { days: WATCH_AFTER_END_MS / (24 * 3_600_000) };
