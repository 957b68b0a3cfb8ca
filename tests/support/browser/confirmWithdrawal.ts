import type { Page } from 'playwright';
import { expect, vi } from 'vitest';
import { shortenedEmail } from '../../../contract/shortened.ts';
import { PATIENCE } from '../chainPatience.ts';
import { mailedText, STEP_UP_CODE } from './customers.ts';
import type { SiteApi } from './siteApi.ts';
import { ANY, anyOf, type Say } from './words.ts';

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
  const made = page.getByRole('dialog', { name: anyOf(say(`withdraw.made.${state}`, { time: ANY })) });
  // The dialog gives the field its focus, after it has opened.
  const isReady = () =>
    field.evaluateAll(([input]) => input === document.activeElement && (input as HTMLInputElement).value === '');
  await vi.waitFor(async () => {
    if (await isReady()) {
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
    }
    expect(await made.isVisible(), await page.locator('body').innerText()).toBe(true);
  }, PATIENCE);
}
