import { formatAmount } from '../formatAmount.ts';
import { FIXED_AMOUNT_TOLERANCE_PERCENT, FIXED_RATE_LOCK_MS } from '../limits.ts';
import type { LocaleCode } from '../paths/locales.ts';

/** Frequent questions, as ids of texts in `pages.json`. The first page and the docs show them. */
export const FREQUENT_QUESTIONS = [
  { question: 'questions.fees', answer: 'questions.feesAnswer' },
  { question: 'questions.mode', answer: 'questions.modeAnswer' },
  { question: 'questions.time', answer: 'questions.timeAnswer' },
  { question: 'questions.refund', answer: 'questions.refundAnswer' },
  { question: 'questions.memo', answer: 'questions.memoAnswer' },
  { question: 'questions.close', answer: 'questions.closeAnswer' },
  { question: 'questions.privacy', answer: 'questions.privacyAnswer' },
] as const;

/** Returns the values that the answers use. */
export const frequentValues = (locale: LocaleCode) => ({
  minutes: FIXED_RATE_LOCK_MS / 60_000,
  tolerance: formatAmount(FIXED_AMOUNT_TOLERANCE_PERCENT, locale),
});
