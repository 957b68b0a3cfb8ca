import { latePart } from '../../latePart.tsx';

/** The chart of the last day. */
export const HISTORY_LINE = latePart(async () => (await import('./rate/HistoryLine.tsx')).HistoryLine);

/** How the amount to receive is computed. */
export const FEE_CHAIN = latePart(async () => (await import('./rate/FeeChain.tsx')).FeeChain);

/** All sections below the form. */
export const BELOW_FORM = latePart(async () => (await import('./BelowForm.tsx')).BelowForm);

/** The page in buy mode */
export const BUY_PAGE = latePart(async () => (await import('../fiat/BuyPage.tsx')).BuyPage);

/** Loads the code of the first three. Never rejects: the form works without them. */
export async function loadExchangeParts(): Promise<void> {
  await Promise.allSettled([HISTORY_LINE.load(), FEE_CHAIN.load(), BELOW_FORM.load()]);
}
