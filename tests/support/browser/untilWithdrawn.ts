import type { Page } from 'playwright-core';
import type { Say } from './words.ts';

/**
 * Waits until the page has made a withdrawal, whose confirmation was pressed before. Presses it again after each change of the
 * network fee, which happens every 30 s on embedded networks. Removes these refusals from `problems`.
 */
export async function untilWithdrawn(
  { page, problems = [] }: { page: Page; problems?: string[] },
  say: Say,
  state: 'SENDING' | 'WAITING',
): Promise<void> {
  const made = page.getByRole('dialog', { name: say(`withdraw.made.${state}`) });
  const hasChanged = page.getByText(say('withdraw.failure.FEE'));
  for (;;) {
    await made.or(hasChanged).waitFor();
    if (await made.isVisible()) return;
    const refusal = problems.findIndex((problem) => problem.includes('409'));
    if (refusal !== -1) problems.splice(refusal, 1);
    await page.getByRole('button', { name: say('withdraw.confirmButton') }).click();
  }
}
