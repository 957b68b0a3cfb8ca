import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { PairData, RateInput } from '../../../contract/api/rates.ts';
import { ApiError } from '../../../contract/errors.ts';
import { quote, WORKING_HOST } from '../../../tests/support/browser/exchangeStores.ts';
import type { Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import { sampleQuote } from '../../../tests/support/samples/sampleQuote.ts';

const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const toXrp = (input: RateInput) => ({ ...quote(input), instrumentTo: sampleInstrument('xrp') });
const fromXrp = (input: RateInput) => ({ ...quote(input), instrumentFrom: sampleInstrument('xrp') });

async function show(
  answers: Answers = {},
  path = '/exchange-btc-usdttrc20?amount=0.05',
  options: Parameters<typeof renderPage>[2] = {},
) {
  const page = await renderPage(path, { ...WORKING_HOST, ...answers }, options);
  await screen.findByRole('heading', { level: 1 });
  return { ...page, user: userEvent.setup() };
}

const send = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'You send' });
const receive = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'You receive' });
const receives = () => receive().value;
const button = () =>
  screen.getByRole('region', { name: 'Exchange form' }).querySelector<HTMLButtonElement>('button[type=submit]');
const label = () => button()?.textContent?.replaceAll('\u00a0', ' ');
const destination = () => screen.getByRole('textbox', { name: 'Your USDT address on TRON' });

async function press(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  const element = button();
  if (element) await user.click(element);
}

async function retype(user: ReturnType<typeof userEvent.setup>, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.type(field, text);
}

describe('amounts', () => {
  test('updates the other side and leaves the typed side unchanged', async () => {
    const { user } = await show();
    expect(receives()).toBe('3,480.600000');
    await retype(user, send(), '0,1');
    expect(send().value).toBe('0.1');
    expect(receives()).toBe('6,963.100000');
    await retype(user, receive(), '1000');
    await waitFor(() => expect(send().value).toBe('0.01438479'));
    expect(receive().value).toBe('1,000');
  });

  test('shows the minimum for an amount that is too small and fills it in on request', async () => {
    const { user } = await show();
    await retype(user, send(), '0.0001');
    expect(label()).toBe('Enter at least 0.0009 BTC');
    await user.click(screen.getByRole('button', { name: 'Set 0.0009' }));
    expect(send().value).toBe('0.0009');
    expect(screen.queryByRole('button', { name: /^Set/ })).toBeNull();
  });

  test('shows the maximum for an amount that is too big', async () => {
    const { user } = await show();
    await retype(user, send(), '5');
    expect(await screen.findByText('At most 4.2 BTC')).toBeDefined();
    // Without an amount to receive, the steps name the coin only.
    expect(screen.getByText('You receive USDT')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Set 4.2' }));
    expect(send().value).toBe('4.2');
  });

  test('fills in an amount from the amount table', async () => {
    const { user } = await show();
    const table = within(screen.getByRole('table', { name: 'BTC to USDT, by amount' }));
    expect(table.getAllByRole('row').length).toBeGreaterThan(8);
    await user.click(table.getByRole('button', { name: /^Use 2(\.0+)?.BTC$/ }));
    expect(send().value).toBe('2');
  });
});

describe('the page URL', () => {
  test('follows the selection without a new history entry', async () => {
    const { user, router } = await show();
    await retype(user, send(), '0.07');
    await waitFor(() => expect(router.state.location.search).toBe('?amount=0.07&send=btc&receive=usdttrc20'));
    expect(router.state.historyAction).toBe('REPLACE');
    await user.click(screen.getByRole('button', { name: 'Swap direction' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/exchange-usdttrc20-btc'));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Swap direction');
  });

  test('omits the amount while there is an error', async () => {
    const { user, router } = await show();
    await retype(user, send(), '0.0001');
    await waitFor(() => expect(router.state.location.search).toBe('?send=btc&receive=usdttrc20'));
  });

  test('loses an amount that is below the minimum before anything is typed', async () => {
    const { router } = await show({}, '/exchange-btc-usdttrc20?amount=0.0001&ref=ann');
    await waitFor(() => expect(router.state.location.search).toBe('?ref=ann&send=btc&receive=usdttrc20'), { timeout: 3_000 });
    expect(send().value).toBe('0.0001');
  });

  test('is rewritten from send and receive in the query', async () => {
    const { router } = await show({}, '/exchange-btc-eth?receive=usdttrc20&amount=0.5&ref=ann');
    expect(router.state.location.pathname).toBe('/exchange-btc-usdttrc20');
    expect(send().value).toBe('0.5');
  });

  test.each(['/exchange-btc-nope', '/exchange-btc-btc', '/exchange-btc'])('shows "not found" for %s', async (path) => {
    const unknown = (input: RateInput): PairData => {
      if (input.instrumentToSlug === 'nope') throw new ApiError('ERR_NOT_FOUND', 'No such slug');
      return quote(input);
    };
    await show({ 'rates.one': unknown }, path);
    expect(await screen.findByText(/^Page Not Found: \/exchange-/)).toBeDefined();
  });
});

describe('the submit button', () => {
  test('names the next missing field and focuses it', async () => {
    const { user, router } = await show();
    expect(label()).toBe('Enter your USDT address');
    await press(user);
    expect(document.activeElement).toBe(destination());
    expect(screen.getByText('Enter an address.')).toBeDefined();
    await user.type(destination(), ADDRESS);
    expect(await screen.findByText('Valid TRON address')).toBeDefined();
    expect(label()).toBe('Agree to the terms');
    await press(user);
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /I agree/ }));
    await user.keyboard(' ');
    expect(label()).toBe('Exchange 0.05 BTC');
    await press(user);
    await waitFor(() => expect(router.state.location.pathname).toBe('/order/pending'));
  });

  test('is disabled while the service is paused and says so', async () => {
    await show({}, undefined, {
      prepare: async ({ fake, stores }) => {
        fake.answers['service.health'] = () => ({ status: 'TECHNICAL_DIFFICULTIES' });
        await stores.health.check();
      },
    });
    expect(label()).toBe('Exchanges are paused');
    expect(button()?.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('an address', () => {
  test.each([
    [
      { result: false, code: 'address_wrong_network', detectedNetworks: ['Bitcoin'] },
      /This address belongs to the Bitcoin network\. You receive USDT on TRON/,
    ],
    [{ result: false, code: 'address_bad_checksum' }, /wrong or missing/],
    [{ result: false, code: 'address_testnet' }, /test network/],
    [{ result: false, code: 'address_contract' }, /the address of a contract/],
    [
      { result: false, code: 'address_contract', detectedNetworks: ['TRON'], contractOf: 'USDT' },
      /This is a token’s contract \(USDT\), not a wallet/,
    ],
    [{ result: false, code: 'address_reject_iotx' }, /io1/],
    [{ result: false, code: 'address_mweb' }, /MWEB.*begins with ltc1q, L or M/],
    [{ result: false, code: 'address_name' }, /^Names are not supported here/],
    [{ result: false }, /valid address on this network/],
  ] as const)('shows why it is rejected: %j', async (answer, reason) => {
    const { detectedNetworks, ...rest } = { detectedNetworks: undefined, ...answer };
    const { user } = await show({
      'instruments.validateAddress': () => ({ ...rest, ...(detectedNetworks && { detectedNetworks: [...detectedNetworks] }) }),
    });
    await user.type(destination(), 'x');
    expect(await screen.findByText(reason)).toBeDefined();
    expect(destination().getAttribute('aria-invalid')).toBe('true');
    expect(label()).toBe('Correct the USDT address');
  });

  test('is filled in from a payment request with memo and amount', async () => {
    const { user } = await show({ 'rates.one': toXrp }, '/exchange-btc-xrp?amount=0.05');
    const field = screen.getByRole('textbox', { name: 'Your XRP address on XRP Ledger' });
    await user.click(field);
    await user.paste('ripple:rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh?amount=500&dt=4711');
    expect(await screen.findByText(/Taken from the payment request: address, memo, amount/)).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Destination tag for this address' }).value).toBe('4711');
    expect(receive().value).toBe('500');
  });

  test('is accepted without a memo when the customer ticks that none is needed', async () => {
    const { user } = await show({ 'rates.one': toXrp }, '/exchange-btc-xrp?amount=0.05');
    await user.type(screen.getByRole('textbox', { name: 'Your XRP address on XRP Ledger' }), 'rHb9');
    await waitFor(() => expect(label()).toBe('Enter the destination tag'));
    await press(user);
    expect(screen.getByText(/or confirm that your address needs none/)).toBeDefined();
    await user.click(screen.getByRole('checkbox', { name: /needs no destination tag/ }));
    expect(label()).toBe('Agree to the terms');
  });
});

describe('the fixed rate', () => {
  test('requires the memo of the refund address or the tick that none is needed', async () => {
    const { user } = await show({ 'rates.one': fromXrp }, '/exchange-xrp-usdttrc20?amount=0.05');
    await user.click(screen.getByRole('radio', { name: /Fixed/ }));
    await user.type(destination(), ADDRESS);
    await user.type(screen.getByRole('textbox', { name: /Refund address, XRP/ }), 'rHb9');
    await waitFor(() => expect(label()).toBe('Enter the destination tag for the refund'));
    await press(user);
    const memo = screen.getByRole('textbox', { name: 'Destination tag for the refund address' });
    await waitFor(() => expect([memo.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', memo]));
    await user.click(screen.getByRole('checkbox', { name: 'My refund address needs no destination tag' }));
    expect(label()).toBe('Agree to the terms');
  });

  test('requires a refund address and shows the market limit of the pair', async () => {
    const { user } = await show();
    await user.click(screen.getByRole('radio', { name: /Fixed/ }));
    await screen.findByText(/until then the market gets at most 2 % worse: .* must be worth at least/);
    await user.type(destination(), ADDRESS);
    await waitFor(() => expect(label()).toBe('Enter your BTC refund address'));
    expect(screen.getByRole('textbox', { name: /Refund address, BTC on Bitcoin/ })).toBeDefined();
  });

  test('falls back to the floating rate with an explanation when it is not offered', async () => {
    const onlyFloating = (input: RateInput) => {
      if (input.rateMode === 'FIXED') throw new ApiError('ERR_NOT_ACCEPTABLE', 'Too thin');
      return quote(input);
    };
    const { stores } = await show({ 'rates.one': onlyFloating });
    stores.exchange.chooseMode('FIXED');
    expect(await screen.findByText(/not offered for this pair, so the floating rate is used/)).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Floating/ }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Fixed/ }).disabled).toBe(true);
  });
});

describe('consents', () => {
  test('shows the terms without accepting them and accepts them from the dialog', async () => {
    const { user } = await show();
    const terms = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /I agree/ });
    await user.click(screen.getByRole('button', { name: 'terms' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'What you agree to' }));
    expect(terms().checked).toBe(false);
    await user.click(dialog.getByRole('button', { name: 'Agree to the terms' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(terms().checked).toBe(true);
  });

  test.each([
    ['63000', false],
    ['50000', true],
  ])('warns of the price %s far below the market; requires a tick: %s', async (price, asks) => {
    await show({
      'rates.one': (input) => ({ ...sampleQuote({ price, amountToGive: input.claimedDepositAmount }), rateMode: input.rateMode }),
    });
    expect(screen.getByText(/below the market price, mostly/)).toBeDefined();
    expect(screen.queryByRole('checkbox', { name: /below the market price/ }) !== null).toBe(asks);
  });
});

describe('dialogs', () => {
  test('shows that a pair is not supported, with two alternatives', async () => {
    const { user, stores } = await show();
    stores.dialogs.open({ name: 'pairNotSupported', data: {} });
    const dialog = within(await screen.findByRole('dialog', { name: 'BTC to USDT is not available' }));
    await user.click(dialog.getByRole('button', { name: 'Choose another coin to receive' }));
    expect(await screen.findByRole('dialog', { name: 'You receive' })).toBeDefined();
  });

  test('requests and checks the e-mail when the host requires it and adds it to the order', async () => {
    const { user, stores } = await show({ 'rates.one': (input) => ({ ...quote(input), ckm: 'A' }) });
    await user.type(destination(), ADDRESS);
    await user.click(screen.getByRole('checkbox', { name: /I agree/ }));
    await waitFor(() => expect(label()).toBe('Exchange 0.05 BTC'));
    await press(user);
    const dialog = within(await screen.findByRole('dialog', { name: 'Your e-mail' }));
    await user.type(dialog.getByRole('textbox', { name: 'E-mail' }), 'ann+shop');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await dialog.findByText('This isn’t a valid e-mail address.')).toBeDefined();
    await user.type(dialog.getByRole('textbox', { name: 'E-mail' }), '@example.org');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await dialog.findByText(/^Without the “\+”, this can be somebody else’s address/)).toBeDefined();
    await user.click(dialog.getByRole('checkbox', { name: /Mail will go to annshop@example\.org/ }));
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(stores.delivery.email).toBe('annshop@example.org'));
    expect(screen.queryByRole('dialog', { name: 'Your e-mail' })).toBeNull();
  });

  test('shows a changed rate as old, new and difference, to accept or decline', async () => {
    const { user, stores, router } = await show();
    // The host's clock is a year behind this device's. The offer must still last thirty seconds.
    const soon = new Date(Date.now() - 365 * 24 * 3_600_000).toISOString();
    const change = { before: sampleQuote(), now: sampleQuote({ price: '69000', validUntil: soon }) };
    stores.submission.rateChanged(change);
    const dialog = within(await screen.findByRole('dialog', { name: 'The rate has changed' }));
    expect(dialog.getByText(/3,480\.600000.USDT/)).toBeDefined();
    expect(dialog.getByText(/3,448\.100000.USDT/)).toBeDefined();
    expect(dialog.getByText(/−32\.500000.USDT \(−0\.94 %\)/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Back to the form' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    stores.submission.rateChanged(change);
    await user.click(await screen.findByRole('button', { name: 'Exchange at the new rate' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/order/pending'));
  });
});

describe('the coin selector', () => {
  test('finds a coin by several words and selects it by keyboard', async () => {
    const { user, router } = await show();
    await user.click(screen.getByRole('button', { name: /Choose what you receive/ }));
    const search = await screen.findByRole('combobox', { name: 'Search for a coin' });
    expect(document.activeElement).toBe(search);
    await user.type(search, 'ether erc');
    expect(screen.getByText(/^1 match$/)).toBeDefined();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(router.state.location.pathname).toBe('/exchange-btc-eth'));
    expect(screen.getByRole('button', { name: /Now: ETH on Ethereum/ })).toBeDefined();
  });

  test('swaps the sides when the coin of the other side is chosen', async () => {
    const { user } = await show();
    await user.click(screen.getByRole('button', { name: /Choose what you receive/ }));
    await user.click(await screen.findByRole('option', { name: /BTC/ }));
    await screen.findByRole('button', { name: /Choose what you receive. Now: BTC on Bitcoin/ });
    screen.getByRole('button', { name: /Choose what you send. Now: USDT on TRON/ });
  });

  test('shows that the coins failed to load and retries', async () => {
    const failing = { 'instruments.list': () => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'down')) };
    const { user, fake } = await show(failing);
    await user.click(screen.getByRole('button', { name: /Choose what you send/ }));
    expect(await screen.findByText('The list of coins did not load.')).toBeDefined();
    fake.answers['instruments.list'] = WORKING_HOST['instruments.list'];
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('combobox')).toBeDefined();
  });
});

test('shows the page in Russian', async () => {
  await show({}, '/ru/exchange-btc-usdttrc20?amount=0.05', { locale: 'ru' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Обмен BTC на USDT');
  expect(screen.getByRole('button', { name: 'Введите ваш адрес USDT' })).toBeDefined();
});

test('shows the form with the default pair on the home page', async () => {
  await show({}, '/');
  await waitFor(() => expect(send().value).toBe('0.05'));
  expect(receives()).toBe('3,480.600000');
});

test('waits while the host does not answer and recovers with it', async () => {
  const silent = () => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'down'));
  const down: Answers = {
    'rates.one': silent,
    'rates.recommendedAmount': silent,
    'rates.history': silent,
    'instruments.list': silent,
    'instruments.all': silent,
    'pairs.default': silent,
  };
  const { fake, stores } = await show(down);
  expect(send().value).toBe('0.05');
  expect(label()).toBe('Reconnecting…');
  fake.answers['rates.one'] = quote;
  stores.exchange.type('send', '0.06');
  await waitFor(() => expect(receives()).toBe('4,177.100000'));
  expect(screen.getByRole('button', { name: /Now: USDT on TRON/ })).toBeDefined();
});

test.each([
  ['send', 'MAINTENANCE', 'BTC on Bitcoin is under maintenance and can’t be sent right now.'],
  ['receive', 'NO_RESERVE', 'Our reserve of USDT on TRON is used up, so it can’t be received right now.'],
  ['receive', 'NETWORK_CONGESTED', /^The TRON network is congested .* USDT on TRON can’t be received right now/],
  ['send', 'NETWORK_UNAVAILABLE', /^The Bitcoin network is not responding/],
  ['send', 'NOT_CONFIGURED', 'BTC on Bitcoin can’t be sent here yet.'],
  ['receive', 'EXPOSURE_LIMIT', 'We have sold as much USDT on TRON as we can cover at the moment'],
  ['receive', 'A_NEWER_REASON', 'USDT on TRON can’t be received right now.'],
])('shows why a side is closed (%s, %s) and what to do', async (side, reason, words) => {
  const details = { side, reason, instrumentSlug: 'any' };
  await show({ 'rates.one': () => Promise.reject(new ApiError('ERR_PAIR_NOT_ACTIVE', 'Closed', details)) });
  const dialog = await screen.findByRole('dialog', { name: 'BTC to USDT is not available' });
  const start = words instanceof RegExp ? words : new RegExp(`^${words}`);
  expect(within(dialog).getByText(start)).toBeDefined();
  const form = within(screen.getByRole('region', { name: 'Exchange form', hidden: true }));
  expect(form.getByText(start)).toBeDefined();
  const choose = side === 'send' ? 'Choose another coin to send' : 'Choose another coin to receive';
  expect(form.getByRole('button', { name: choose, hidden: true })).toBeDefined();
});

test('shows that a pair is paused on the first load', async () => {
  const paused = () => Promise.reject(new ApiError('ERR_PAIR_NOT_ACTIVE', 'Paused'));
  await show({ 'rates.one': paused });
  expect(await screen.findByRole('dialog', { name: 'BTC to USDT is not available' })).toBeDefined();
  expect(label()).toBe('Choose another pair');
});
