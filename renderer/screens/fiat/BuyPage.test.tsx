import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { CARD_PURCHASES_FEATURE } from '../../../contract/features.ts';
import type { Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { CARD_HOST, SAMPLE_TERMS } from '../../../tests/support/samples/sampleFiat.ts';
import { cardTermsGroup } from '../../stores/fiat/cardTermsGroup.ts';
import { sampleAccount } from '../../../tests/support/samples/sampleAccount.ts';

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const SIGNED_IN = { exists: true, onRenewed: () => () => undefined };

async function show(answers: Answers = {}, path = '/exchange-usd-btc?amount=250', isGuest = false) {
  const openInPlace = vi.fn();
  const services = { openInPlace, ...(!isGuest && { session: SIGNED_IN }) };
  const page = await renderPage(path, { ...CARD_HOST, ...answers }, { services });
  await screen.findByRole('heading', { level: 1, name: 'Buy BTC with a card' });
  return { ...page, openInPlace, user: userEvent.setup() };
}

const form = () => screen.getByRole('region', { name: 'Card purchase', hidden: true });
const label = () => form().querySelector('button[type=submit]')?.textContent?.replaceAll('\u00a0', ' ');
const words = () => form().textContent?.replaceAll('\u00a0', ' ');

const terms = () => screen.getByRole('checkbox', { name: /^I agree to the terms and to the terms of Mercuryo/ });

/** Fills the form in. */
async function fillIn({ user }: Awaited<ReturnType<typeof show>>): Promise<void> {
  await user.type(screen.getByRole('textbox', { name: 'Your BTC address on Bitcoin' }), ADDRESS);
  await screen.findByText('Valid Bitcoin address');
  await user.click(terms());
}
/** Fills the form in, and presses its button. */
async function buy(page: Awaited<ReturnType<typeof show>>): Promise<void> {
  await fillIn(page);
  await press(page.user);
}
async function press(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  const button = form().querySelector('button[type=submit]');
  if (button) await user.click(button);
}

test('says first what needs no documents, then shows each fee and what is charged', async () => {
  await show();
  expect(words()).toMatch(/^Up to 700 USD without documents/);
  await waitFor(() => expect(words()).toContain('Card fee, Mercuryo10.00 USD'));
  expect(words()).toContain('Service fee1.00 USD');
  expect(words()).toContain('Network fee, Bitcoin1.76 USD');
  expect(words()).toContain('You pay, everything included250.00 USD');
});

test('shows what the operators tell', async () => {
  const until = '2026-12-01T12:00:00.000Z';
  const health = () => ({
    status: 'OK' as const,
    notices: [{ concerns: 'everything', texts: { en: 'Payouts are slow today.', ru: 'Выплаты сегодня идут медленно.' }, until }],
    host: { features: ['accounts', CARD_PURCHASES_FEATURE], sandbox: true, brand: 'Test' },
  });
  await show({ 'service.health': health });
  within(form()).getByText('Payouts are slow today.');
});

test('says that an amount above the threshold needs a check, with what was bought before', async () => {
  const [usd] = SAMPLE_TERMS.currencies;
  const terms = { ...SAMPLE_TERMS, currencies: usd ? [{ ...usd, used: '500' }] : [] };
  await show({ 'fiat.terms': () => terms });
  await waitFor(() => expect(words()).toMatch(/^250 USD needs an identity check at Mercuryo/));
  expect(words()).toContain('You have bought for 500 USD so far');
});

test('asks for the consent to newer terms of the provider and focuses it', async () => {
  const page = await show();
  await fillIn(page);
  await waitFor(() => expect(label()).toBe('Buy BTC for 250 USD'));
  page.fake.answers['fiat.terms'] = () => ({ ...SAMPLE_TERMS, termsVersion: '2026-02' });
  await cardTermsGroup(page.stores).cardTerms.load();
  await press(page.user);
  screen.getByText('Agree to the terms of Mercuryo first.');
  expect(document.activeElement).toBe(terms());
  await page.user.keyboard(' ');
  expect(screen.queryByText('Agree to the terms of Mercuryo first.')).toBeNull();
  expect(page.stores.orderCreation.draft).toBeNull();
});

test('creates a purchase below the threshold with the consent', async () => {
  const page = await show();
  await buy(page);
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/order/pending'));
  expect(page.stores.orderCreation.draft?.payload).toMatchObject({
    destinationAddress: ADDRESS,
    claimedDepositAmount: '250',
    fiat: { termsVersion: '2026-01', locale: 'en' },
  });
  expect(page.fake.callsOf('fiat.signUp')).toEqual([]);
});

test('tells a guest first that an account is needed, asks for it at the button, and keeps what was typed', async () => {
  const page = await show({}, undefined, true);
  screen.getByText(/^You need an account with a confirmed e-mail/);
  await fillIn(page);
  await waitFor(() => expect(label()).toBe('Sign in to buy BTC'));
  await press(page.user);
  const dialog = within(await screen.findByRole('dialog', { name: /account/i }));
  await dialog.findByText(/^To buy with a card, you need an account/);
  expect(page.stores.delivery.destination.text).toBe(ADDRESS);
});

test('waits for the confirmed e-mail of the account', async () => {
  const page = await show({
    'users.accountData': () => ({ ...sampleAccount, isEmailConfirmed: false }),
    'fiat.contacts': () => ({ emailStatus: 'not_confirmed' }),
    'users.requestEmailConfirmation': () => ({}),
  });
  await fillIn(page);
  await waitFor(() => expect(label()).toBe('Confirm your e-mail to buy BTC'));
  await press(page.user);
  await screen.findByText('Confirm your e-mail first');
  await page.user.click(screen.getByRole('button', { name: 'Send it again' }));
  await screen.findByText('The e-mail is on its way.');
  await page.user.click(screen.getByRole('button', { name: 'Not now' }));
  expect(screen.queryByText('Confirm your e-mail first')).toBeNull();
});

test('asks an account without an e-mail to add one', async () => {
  const page = await show({ 'users.accountData': () => ({ ...sampleAccount, email: null, isEmailConfirmed: false }) });
  await fillIn(page);
  await waitFor(() => expect(label()).toBe('Add an e-mail to buy BTC'));
  await press(page.user);
  expect((await screen.findByRole('link', { name: 'Add an e-mail' })).getAttribute('href')).toBe('/profile/info');
});

test('shows the host of the provider’s page before it opens', async () => {
  const page = await show(
    { 'fiat.kycStatus': () => ({ features: [{ feature: 'crypto', status: 'incomplete' }] }) },
    '/exchange-usd-btc?amount=1200',
  );
  await waitFor(() => expect(label()).toBe('Enter your BTC address'));
  await buy(page);
  const dialog = within(await screen.findByRole('dialog', { name: 'Mercuryo checks your identity' }));
  dialog.getByText('kyc.mercuryo.example');
  expect(page.openInPlace).not.toHaveBeenCalled();
  await page.user.click(dialog.getByRole('button', { name: 'Start the check' }));
  expect(page.openInPlace).toHaveBeenCalledWith('https://kyc.mercuryo.example/kyc?access_token=access');
  await screen.findByText(/Mercuryo has not decided yet/);
});

const REJECTED: Answers = { 'fiat.kycStatus': () => ({ features: [{ feature: 'crypto', status: 'failed' }] }) };

test('offers what a rejected customer can still buy, and the provider’s support', async () => {
  const page = await show(REJECTED, '/exchange-usd-btc?amount=1200');
  await buy(page);
  const notice = within(await screen.findByRole('alert'));
  notice.getByText(/could not be verified at Mercuryo/);
  expect(notice.getByRole('link').getAttribute('href')).toBe('mailto:support@mercuryo.example');
  expect(notice.queryByRole('button')).toBeNull();
  expect(label()).toBe('Buy for 700 USD, without documents');
  await press(page.user);
  await waitFor(() => expect(label()).toBe('Buy BTC for 700 USD'));
  expect(page.fake.callsOf('fiat.kycStatus')).toHaveLength(1);
});

test('asks the provider nothing more for a rejected customer who has bought up to the threshold', async () => {
  const currencies = SAMPLE_TERMS.currencies.map((currency) => ({ ...currency, used: '690' }));
  const page = await show({ ...REJECTED, 'fiat.terms': () => ({ ...SAMPLE_TERMS, currencies }) });
  await buy(page);
  await screen.findByText(/could not be verified at Mercuryo/);
  expect(label()).toBe('Mercuryo sells nothing to you');
  await press(page.user);
  expect(page.fake.callsOf('fiat.signUp')).toHaveLength(1);
});

test('verifies the customer when the provider asks for it at the order', async () => {
  const create = () => Promise.reject(new ApiError('ERR_NOT_ACCEPTABLE', 'KYC verification needed.'));
  const page = await show({
    'orders.create': create,
    'fiat.kycStatus': () => ({ features: [{ feature: 'crypto', status: 'incomplete' }] }),
  });
  await buy(page);
  await screen.findByRole('dialog', { name: 'Mercuryo checks your identity' });
  expect(page.router.state.location.pathname).toBe('/exchange-usd-btc');
});

test('shows "not found" where nothing is sold for money', async () => {
  await renderPage('/exchange-usd-btc', { ...CARD_HOST, 'service.health': () => ({ status: 'OK' }) });
  await screen.findByText(/^Page Not Found: \/exchange-usd-btc/);
});

test('a swap leaves the focus on the swap button of the form for coins', async () => {
  const { user } = await show();
  screen.getByRole('button', { name: 'Swap direction' }).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('region', { name: 'Exchange form' });
  expect(await screen.findByText(/^We don’t sell coins for money/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Swap direction'));
});

test('asks a customer whom the provider has verified for no check', async () => {
  await show({ 'fiat.terms': () => ({ ...SAMPLE_TERMS, isVerified: true }) }, '/exchange-usd-btc?amount=900');
  await waitFor(() => expect(words()).toMatch(/^Mercuryo has verified your identity/));
  expect(label()).not.toBe('Continue to the identity check');
  expect(screen.queryByText('Mercuryo checks your identity')).toBeNull();
});
