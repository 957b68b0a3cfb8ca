import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright';
import type { OperatorScope } from '../../../contract/accounts/operatorScopes.ts';
import { nodeArguments } from '../../../scripts/commands.mjs';
import { ownEnvironment } from '../ownEnvironment.ts';
import { confirmEmail, type Credentials } from './customers.ts';
import { addAuthenticator, registerWithPasskey, signInWithPasskey } from './passkeys.ts';
import type { Site } from './site.ts';
import type { SiteApi } from './siteApi.ts';
import type { Say } from './words.ts';

const run = promisify(execFile);

/** Runs `npm run operator -- …` beside the running site, and returns what it prints. */
export async function runOperator(site: Site, words: readonly string[]): Promise<string> {
  const env = { ...ownEnvironment(), DATA_DIR: site.dataDirectory };
  return (await run(process.execPath, [...nodeArguments('operator'), ...words], { env })).stdout;
}

interface NewOperator {
  api: SiteApi;
  site: Site;
  customer: Credentials;
  scopes: readonly OperatorScope[];
}

/**
 * Makes the page's browser that of an operator: a customer with a passkey, who has just signed in with it, and to whom the command line
 * granted the scopes.
 */
export async function signInOperator(page: Page, { api, site, customer, scopes }: NewOperator): Promise<void> {
  const origin = site.url;
  await page.goto(`${origin}/support`);
  await addAuthenticator(page);
  await registerWithPasskey({ page, origin, api }, customer);
  const userId = await signInWithPasskey({ page, origin });
  await confirmEmail(page, api, origin, customer);
  await runOperator(site, ['grant', String(userId), ...scopes, '--confirm']);
}

/** Confirms the act whose effect the dialog shows, by keyboard: reason, the amount if it moves money, passkey. Returns the dialog. */
export async function confirmAct(
  page: Page,
  say: Say,
  { reason, amount }: { reason: string; amount?: string },
): Promise<Locator> {
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: say('console.reasonForAudit') });
  await field.waitFor();
  if ((await field.inputValue()) === '') await page.keyboard.type(reason);
  if (amount !== undefined) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(amount);
  }
  await page.keyboard.press('Enter');
  // The button that uses the passkey has the focus.
  await dialog.locator('button[data-autofocus]').waitFor();
  await page.keyboard.press('Enter');
  return dialog;
}
