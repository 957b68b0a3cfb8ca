import { latePart } from '../../latePart.tsx';

/** The chart of the last day. */
export const HISTORY_LINE = latePart(async () => (await import('./rate/HistoryLine.tsx')).HistoryLine);

/** How the amount to receive is computed. */
export const FEE_CHAIN = latePart(async () => (await import('./rate/FeeChain.tsx')).FeeChain);

/** What happens after the submit button. */
export const NEXT_STEPS = latePart(async () => (await import('./NextSteps.tsx')).NextSteps);

/** All sections below the form. */
export const BELOW_FORM = latePart(async () => (await import('./BelowForm.tsx')).BelowForm);

/** The page in buy mode */
export const BUY_PAGE = latePart(async () => (await import('../fiat/BuyPage.tsx')).BuyPage);

/** Loads the code of the parts without which the form works. Never rejects. */
export async function loadExchangeParts(): Promise<void> {
  await Promise.allSettled([HISTORY_LINE, FEE_CHAIN, NEXT_STEPS, BELOW_FORM].map(async (part) => await part.load()));
}
