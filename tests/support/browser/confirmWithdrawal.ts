import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { shortenedEmail } from '../../../contract/shortened.ts';
import { PATIENCE } from '../chainPatience.ts';
import { mailedText, STEP_UP_CODE } from './customers.ts';
import type { SiteApi } from './siteApi.ts';
import type { Say } from './words.ts';

/**
 * Enters the code that was mailed into the confirmation of a withdrawal that is open, and waits until the withdrawal is made. Enters it again
 * after each rise of the network fee, which changes every 30 s on embedded networks.
 */
export async function confirmWithdrawal(
  page: Page,
  { api, say, email }: { api: SiteApi; say: Say; email: string },
  state: 'SENDING' | 'WAITING',
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: say('withdraw.confirm') });
  const field = dialog.getByRole('textbox', { name: say('withdraw.mailedCode', { email: shortenedEmail(email) }) });
  await field.waitFor();
  const code = await mailedText(api, email, STEP_UP_CODE);
  const made = page.getByRole('dialog', { name: say(`withdraw.made.${state}`) });
  const isEmpty = async () => (await field.isVisible()) && (await field.inputValue()) === '';
  await vi.waitFor(async () => {
    if (await isEmpty()) {
      // The field has the focus.
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
    }
    expect(await made.isVisible()).toBe(true);
  }, PATIENCE);
}
