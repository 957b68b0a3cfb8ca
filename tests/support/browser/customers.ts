import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { expect, vi } from 'vitest';
import { PATIENCE } from '../chainPatience.ts';
import type { SiteApi } from './siteApi.ts';
import type { Say } from './words.ts';

/** What a customer of a test signs in with. */
export interface Credentials {
  email: string;
  password: string;
}

/** Returns a customer whose e-mail begins with this name and is nobody else's. It is not registered. */
export const newCustomer = (name: string): Credentials => ({
  email: `${name}-${randomUUID().slice(0, 8)}@example.org`,
  password: 'seven quiet bridges',
});

/** Registers a customer and signs the page's browser in, without pages. */
export async function signUp(page: Page, origin: string, customer: Credentials): Promise<void> {
  await post(page, origin, 'users/local/create', customer);
  await signIn(page, origin, customer);
}

/** Signs the page's browser in as a registered customer, without pages. */
export async function signIn(page: Page, origin: string, customer: Credentials): Promise<void> {
  await post(page, origin, 'users/local/authenticate', customer);
}

async function post(page: Page, origin: string, call: string, data: object): Promise<void> {
  const answer = await page.request.post(`${origin}/api/v1/${call}`, { data, headers: { origin } });
  if (!answer.ok()) throw new Error(`${call}: ${await answer.text()}`);
}

/** Confirms the e-mail of the signed-in customer with the token of its mail, without pages. */
export async function confirmEmail(page: Page, api: SiteApi, origin: string, { email }: Credentials): Promise<void> {
  const token = (await mailedText(api, email, CONFIRMATION_LINK)).split('#')[1];
  await post(page, origin, 'users/confirm-email', { token });
}

/** Waits for an e-mail to the address whose text matches. Returns what matches: the newest e-mail's. */
export async function mailedText(api: SiteApi, address: string, pattern: RegExp): Promise<string> {
  return await vi.waitFor(async () => {
    const { mails } = await api.call('sandbox.mails', {});
    const found = mails.flatMap(({ to, text }) => (to === address ? (pattern.exec(text)?.[0] ?? []) : []))[0];
    return found ?? expect.fail(`No e-mail to ${address} has a text like ${String(pattern)}`);
  }, PATIENCE);
}

/** The link of the e-mail that confirms an address */
export const CONFIRMATION_LINK = /\/confirm-email#\S+/;

/** The code of an e-mail that confirms a call */
export const STEP_UP_CODE = /^[A-Z0-9]{8}$/m;

/** Enters the newest code that was sent to the customer into the dialog that asks for it. `used`: the code of an earlier dialog. */
export async function confirmByMail(
  page: Page,
  { api, say, email, used }: { api: SiteApi; say: Say; email: string; used?: string },
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: say('proof.title') });
  await dialog.getByRole('textbox', { name: say('signIn.second.emailCode') }).waitFor();
  let code = used;
  while (code === used) code = await mailedText(api, email, STEP_UP_CODE);
  // The field has the focus.
  await page.keyboard.type(code ?? '');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}
