import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { formatAmount } from '../../contract/formatAmount.ts';
import { accessibilityFaults } from '../support/browser/accessibility.ts';
import { CONFIRMATION_LINK, mailedText, newCustomer, signUp } from '../support/browser/customers.ts';
import { ADDRESSES, exchangeForm } from '../support/browser/exchangeForm.ts';
import { arrivedAt, completedHeading, pay, reachOrder, untilShown } from '../support/browser/orderPage.ts';
import { confirmWithdrawal } from '../support/browser/confirmWithdrawal.ts';
import { newAddress } from '../support/browser/newAddress.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords } from '../support/browser/words.ts';

const { api, site, visit } = useSite({ environment: { WITHDRAWAL_WAIT_SECONDS: '0', FIRST_EMAIL_WAIT_SECONDS: '0' } });
const say = await loadWords('en');
const CUSTOMER = newCustomer('dora');

/** Registers and signs in the customer, and confirms the e-mail. */
async function register(page: Page, open: (path: string) => Promise<void>): Promise<void> {
  await signUp(page, site().url, CUSTOMER);
  await open(await mailedText(api, CUSTOMER.email, CONFIRMATION_LINK));
  await page.getByRole('button', { name: say('confirmEmail.button') }).click();
  await page.getByText(say('confirmEmail.done', { email: CUSTOMER.email })).waitFor();
}

/** Exchanges BTC as a guest who opened a referral link. */
async function exchangeAsGuest(link: string): Promise<void> {
  const { page, problems, open, close } = await visit();
  const form = exchangeForm(page, say);
  await open(link);
  // Below the maximum of a fixed rate: a page that is not connected yet asks for both rates.
  await open('/exchange-btc-usdttrc20?amount=0.2');
  await form.address('USDT', 'TRON').fill(ADDRESSES.tron);
  await form.terms.check();
  await form.button(say('exchange.button.ready', { amount: '0.2 BTC' })).click();
  await pay(api, await reachOrder({ page, problems }, say));
  await completedHeading(page, say);
  expect(problems).toEqual([]);
  await close();
}

test('a customer refers a guest, earns a share of the fee, and withdraws it', async () => {
  // The server does not know the time zone: every page must hydrate in another one than the host's.
  const { page, problems, open, close } = await visit({ reducedMotion: 'reduce', timezoneId: 'America/New_York' });
  await register(page, open);
  await open('/profile/affiliate-program');
  expect(await accessibilityFaults(page)).toEqual([]);
  const link = /\/\?ref=\w+/.exec(await page.getByRole('main').innerText())?.[0] ?? '';
  await exchangeAsGuest(link);

  await open('/profile/wallet');
  const earned = page.getByRole('row').filter({ hasText: say('wallet.kind.REFERRAL') });
  await untilShown(earned);
  expect(await accessibilityFaults(page)).toEqual([]);
  await open('/profile/affiliate-program');
  await page.getByRole('row').filter({ hasText: 'BTC' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await open('/profile/cashback');
  expect(await accessibilityFaults(page)).toEqual([]);
  await open('/profile/history');
  expect(await page.title()).toBe('History | Causeway');

  await open('/profile/withdraw');
  await page.getByRole('textbox', { name: say('withdraw.send') }).fill('25');
  const destination = newAddress.tron();
  await page.getByRole('textbox', { name: say('withdraw.address', { network: 'TRON' }) }).fill(destination);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: say('withdraw.submit', { amount: '25.00' }) }).click();
  await confirmWithdrawal(page, { api, say, email: CUSTOMER.email }, 'SENDING');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: say('withdraw.made.done') }).click();
  await untilShown(page.getByRole('cell', { name: say('withdrawal.SENT'), exact: true }));
  expect(await accessibilityFaults(page)).toEqual([]);
  const [arrived] = await arrivedAt(api, destination);
  await page
    .getByRole('row')
    .filter({ hasText: `${formatAmount(arrived ?? '', 'en', 2)} of 25.00` })
    .waitFor();
  expect(problems).toEqual([]);
  await close();
});
