import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Order } from '../../../contract/api/orders.ts';
import type { OrderStatus } from '../../../contract/order.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import {
  at,
  events,
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  sampleDeposit,
  sampleOrder,
  sampleOrders,
  sampleRefundInfo,
} from '../../../tests/support/samples/sampleOrder.ts';

const path = `/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
const heading = () => screen.findByRole('heading', { level: 1 });

/** Renders the page of one order and waits for its heading. */
async function show(order: Order, answers: Answers = {}, options: Parameters<typeof renderPage>[2] = {}) {
  const page = await renderPage(
    options.locale === 'ru' ? `/ru${path}` : path,
    { 'orders.publicInfo': () => order, ...answers },
    options,
  );
  await heading();
  return page;
}

const partlyPaid = () =>
  sampleOrder({
    deposits: [sampleDeposit({ amount: '0.03' })],
    orderEvents: events('CREATION_END', 'DEPOSIT_REGISTERED'),
    waitsFor: 'REST',
  });
const notSent = (order: Order): Order => ({
  ...order,
  withdrawals: order.withdrawals.map((payout) => ({ ...payout, sentAt: null, txHash: null })),
});
const processing = () => sampleOrder({ status: 'COMPLIANCE_CHECK' as OrderStatus });

test.each([
  ['awaitingDeposit', sampleOrders.awaitingDeposit(), 'Send exactly 0.05 BTC', 'Отправьте ровно 0,05 BTC'],
  ['awaitingDeposit, floating', sampleOrder({ rateMode: 'FLOATING' }), 'Send 0.05 BTC', 'Отправьте 0,05 BTC'],
  ['partlyPaid', partlyPaid(), 'Send 0.02 BTC more', 'Отправьте ещё 0,02 BTC'],
  ['depositSeen', sampleOrders.depositSeen(), 'Deposit seen: 0.05 BTC', 'Видим платёж: 0,05 BTC'],
  ['confirming', sampleOrders.confirming(), 'Confirming: 1 of 2', 'Подтверждения: 1 из 2'],
  ['processing', processing(), 'Processing your order', 'Заявка обрабатывается'],
  ['decision', sampleOrders.wrongAmount(), 'Your decision is needed', 'Нужно ваше решение'],
  ['payingOut', sampleOrders.payingOut(), '3,483.900000 USDT is on its way', '3 483,900000 USDT уже в пути'],
  ['completed', sampleOrders.completed(), '3,483.900000 USDT sent to you', 'Отправлено вам: 3 483,900000 USDT'],
  ['refunding', sampleOrders.refundRequested(), 'Preparing your refund', 'Готовим возврат'],
  ['payingOut, not sent', notSent(sampleOrders.payingOut()), 'Preparing your payout', 'Готовим выплату'],
  ['refunded', sampleOrders.refunded(), 'Refunded: 0.04791 BTC', 'Возвращено: 0,04791 BTC'],
  ['expired', sampleOrders.expired(), 'This order has expired', 'Срок заявки истёк'],
] as const)('shows the title of %s in both languages', async (_state, order, english, russian) => {
  const plain = (title: string | null) => title?.replaceAll('\u00a0', ' ');
  expect(plain((await show(order)).stores.page.title)).toBe(english);
  cleanup();
  expect(plain((await show(order, {}, { locale: 'ru' })).stores.page.title)).toBe(russian);
});

test('shows the memo first and copies each value separately', async () => {
  const pair = { instrumentFrom: sampleInstrument('xrp'), instrumentTo: sampleInstrument('usdttrc20') };
  const order = sampleOrder({ pair, claimedDepositAmount: '100', depositAddress: 'rShared', depositAddressMemo: '772031' });
  const { fake } = await show(order);
  const buttons = within(screen.getByRole('region', { name: 'What to send' })).getAllByRole('button', { name: /^Copy/ });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Copy: Destination tag',
    'Copy the amount',
    'Copy the address',
  ]);
  buttons.forEach((button) => fireEvent.click(button));
  expect(fake.copied).toEqual(['772031', '100', 'rShared']);
});

test('switches the QR code between payment and address', async () => {
  await show(sampleOrder());
  expect(screen.getByRole('img', { name: /QR code of the payment/ })).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Address' }));
  expect(screen.getByRole('img', { name: 'QR code of the address' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open in a wallet' }).getAttribute('href')).toBe(
    'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.05',
  );
});

test('offers the sandbox wallet only on embedded networks, with all fields filled', async () => {
  await show(sampleOrder());
  expect(screen.queryByRole('link', { name: 'Pay with the sandbox wallet' })).toBeNull();
  cleanup();
  await show(sampleOrder(), {
    'service.health': () => ({ status: 'OK', host: { features: [], sandbox: true, brand: 'Causeway' } }),
  });
  const link = screen.getByRole('link', { name: 'Pay with the sandbox wallet' });
  expect(link.getAttribute('href')).toBe(`/sandbox?instrument=btc&to=${sampleOrder().depositAddress}&amount=0.05`);
});

test('asks for the rest of a partial payment', async () => {
  await show(partlyPaid());
  expect(screen.getByText(/has arrived\. The rate was for/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy the amount' })).toBeTruthy();
});

test('shows confirmations, the remaining time and the explorer link', async () => {
  await show(sampleOrders.confirming());
  expect(screen.getByText('The network confirms your deposit. About 10 min left.')).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Transaction 4a5e1e….* in the explorer/ })).toBeTruthy();
});

test('shows the payout of a completed order and offers to repeat and reverse it', async () => {
  await show(sampleOrders.completed());
  expect(screen.getByRole('link', { name: 'Repeat' }).getAttribute('href')).toBe('/exchange-btc-usdttrc20?amount=0.05');
  expect(screen.getByRole('link', { name: 'Reverse' }).getAttribute('href')).toBe('/exchange-usdttrc20-btc?amount=3483.9');
});

test('shows the refunded amount and the network fee', async () => {
  await show(sampleOrders.refunded());
  const sum = screen.getByRole('region', { name: 'How the amount was made up' });
  expect(sum.textContent).toMatch(/Bitcoin network fee0\.00009.BTC/);
});

test('tells the customer of an expired order not to send, and what happens to a sent payment', async () => {
  await show(sampleOrders.expired());
  expect(screen.getByText(/Do not send to this address any more/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Start a new exchange' }).getAttribute('href')).toBe(
    '/exchange-btc-usdttrc20?amount=0.05',
  );
});

test('shows a payout on hold with a link to support', async () => {
  await show({ ...sampleOrders.payingOut(), attention: { reason: 'PAYOUT_HELD', actions: ['CONTACT'], deadline: null } });
  expect(screen.getByText(/^A person checks .* before it leaves/)).toBeTruthy();
});

test('asks for a missing destination address and then shows the order', async () => {
  const { router, fake } = await renderPage(`/order/${SAMPLE_ORDER_ID}`, { 'orders.publicInfo': () => sampleOrder() });
  fireEvent.change(await screen.findByRole('textbox', { name: 'Receiving address' }), {
    target: { value: ` ${SAMPLE_DESTINATION}\n` },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Show the order' }));
  await screen.findByRole('region', { name: 'What to send' });
  expect(router.state.location.search).toBe(`?destinationAddress=${SAMPLE_DESTINATION}`);
  expect(fake.callsOf('orders.publicInfo')[0]?.input).toEqual({
    orderId: SAMPLE_ORDER_ID,
    destinationAddress: SAMPLE_DESTINATION,
  });
});

test('asks again for an address that does not belong to the order', async () => {
  await renderPage(path, {
    'orders.publicInfo': () => {
      throw new ApiError('ERR_NOT_FOUND_E', 'No such order');
    },
  });
  expect(await screen.findByText(/We found no such order for this address/)).toBeTruthy();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Receiving address' }).value).toBe(SAMPLE_DESTINATION);
});

test('retries an order that did not load', async () => {
  let isThere = false;
  await renderPage(path, {
    'orders.publicInfo': () => {
      if (!isThere) throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'No answer');
      return sampleOrder();
    },
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isThere = true;
  fireEvent.click(retry);
  expect(await screen.findByRole('region', { name: 'What to send' })).toBeTruthy();
});

test('asks whether a later e-mail without its plus sign is the customer’s, saves it and shows it masked', async () => {
  let userEmail: string | null = null;
  const { fake } = await show(sampleOrder(), {
    'orders.publicInfo': () => sampleOrder({ userEmail, serverTime: at(3) }),
    'orders.setEmail': () => {
      userEmail = 'a•••@example.com';
      return { orderId: SAMPLE_ORDER_ID, userEmail };
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  const field = await screen.findByRole('textbox', { name: 'E-mail' });
  fireEvent.change(field, { target: { value: 'an+na@example' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(fake.callsOf('orders.setEmail')).toHaveLength(0);
  fireEvent.change(field, { target: { value: 'an+na@example.com' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const tick = screen.getByRole('checkbox', { name: /Mail will go to anna@example\.com/ });
  await waitFor(() => expect(document.activeElement).toBe(tick));
  expect(tick.getAttribute('aria-invalid')).toBe('true');
  expect(fake.callsOf('orders.setEmail')).toHaveLength(0);
  fireEvent.click(tick);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('a•••@example.com')).toBeTruthy();
  expect(fake.callsOf('orders.setEmail')[0]?.input).toMatchObject({ userEmail: 'anna@example.com' });
});

const decide = (answers: Answers = {}, { token = true, order = sampleOrders.wrongAmount() } = {}) =>
  show(
    order,
    { 'orders.refundInfo': () => sampleRefundInfo(), ...answers },
    { prepare: ({ stores }) => void (token && stores.orderTokens.store(SAMPLE_ORDER_ID, 'token')) },
  );

test('shows both options of a decision with amounts, and its deadline', async () => {
  await decide();
  expect((await heading()).textContent?.replaceAll('\u00a0', ' ')).toBe('You sent 0.048 BTC instead of 0.050 BTC. What now?');
  const goOn = screen.getByRole('region', { name: /Exchange at the current rate/ });
  expect(goOn.textContent).toContain('3,352.14');
  expect(goOn.textContent).toContain('+0.23\u00a0%');
  const back = screen.getByRole('region', { name: /Get a refund/ });
  expect(back.textContent).toContain('0.04791');
  expect(back.textContent).toContain('−0.00009\u00a0BTC');
  expect(screen.getByText(/Without an answer by/).textContent).toContain('bc1q9d•••5k2a');
});

test('accepts the offer and continues', async () => {
  await decide({ 'orders.acceptRateModeChange': () => ({ ...sampleOrders.confirming(), serverTime: at(3) }) });
  fireEvent.click(screen.getByRole('button', { name: /^Exchange 0\.048/ }));
  await waitFor(async () => expect((await heading()).textContent).toBe('Confirming: 1 of 2'));
});

test('requests the refund', async () => {
  await decide({ 'orders.requestRefund': () => ({ ...sampleOrders.refundRequested(), serverTime: at(3) }) });
  fireEvent.click(screen.getByRole('button', { name: /^Refund to/ }));
  await waitFor(async () => expect((await heading()).textContent).toBe('Preparing your refund'));
});

test('explains why this browser cannot decide without the order pass', async () => {
  const { fake } = await decide({}, { token: false });
  expect(screen.getByText(/Only the holder of the order pass can decide/)).toBeTruthy();
  const button = screen.getByRole('button', { name: /^Exchange 0\.048/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button);
  expect(fake.callsOf('orders.acceptRateModeChange')).toHaveLength(0);
});

const plain = (element: Element) => element.textContent?.replaceAll('\u00a0', ' ');

test('loads the refund amount again after a reorg', async () => {
  let refundAmount = '0.04791';
  const { stores } = await show(sampleOrders.refundRequested(), {
    'orders.refundInfo': () => sampleRefundInfo({ refundAmount }),
  });
  await heading();
  refundAmount = '0.01791';
  stores.order.take({ ...sampleOrders.refundRequested(), deposits: [sampleDeposit({ amount: '0.02' })], serverTime: at(5) });
  await waitFor(() => {
    expect(plain(screen.getByRole('region', { name: 'Refund' }))).toContain('You get back0.01791 BTC');
  });
});

test('shows the agreed amount of a refund that is not sent', async () => {
  await show(sampleOrders.refundRequested(), { 'orders.refundInfo': () => sampleRefundInfo() });
  expect((await heading()).textContent).toBe('Preparing your refund');
  expect(plain(screen.getByRole('region', { name: 'Refund' }))).toContain('You get back0.04791 BTC');
  cleanup();
  await show(sampleOrders.refundRequested());
  expect(plain(screen.getByRole('region', { name: 'Refund' }))).not.toContain('You get back');
  cleanup();
  const [refund] = sampleOrders.refunded().refunds;
  await show({ ...sampleOrders.refundRequested(), refunds: refund ? [refund] : [] });
  expect((await heading()).textContent).toBe('Your refund is on its way');
});

test('announces an automatic refund only with an address and a positive amount', async () => {
  await decide({ 'orders.refundInfo': () => sampleRefundInfo({ refundAmount: '0' }) });
  await screen.findByText(/After that the money stays safe with us/);
  cleanup();
  await decide(
    { 'orders.refundInfo': () => sampleRefundInfo({ refundAddress: null }) },
    { order: { ...sampleOrders.wrongAmount(), refundAddress: null } },
  );
  expect(screen.getByText(/After that the money stays safe with us/)).toBeTruthy();
  cleanup();
  await decide({ 'orders.refundInfo': () => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'No')) });
  expect(screen.getByText(/^Please answer by .*\.$/)).toBeTruthy();
  expect(screen.queryByText(/we refund it|safe with us/)).toBeNull();
});

test('shows everybody why a refund is impossible', async () => {
  const order = sampleOrders.wrongAmount();
  const attention = { reason: 'WRONG_DEPOSIT_AMOUNT' as const, actions: ['ACCEPT' as const], deadline: null };
  await decide({}, { order: { ...order, attention } });
  expect(screen.getByText(/^A refund can’t be requested on this page/).className).toBe('hint');
});

test('shows each confirmation without announcing it', async () => {
  const { stores } = await show(sampleOrders.confirming());
  const said = () => screen.getAllByRole('status').map(plain);
  expect(said()).toContain('Confirming');
  stores.order.take({ ...sampleOrders.confirming(), deposits: [sampleDeposit({ confirmations: 2 })], serverTime: at(5) });
  await waitFor(async () => expect((await heading()).textContent).toBe('Confirming: 2 of 2'));
  expect(said()).toContain('Confirming');
});

test('moves the focus when the pressed control disappears', async () => {
  await decide({ 'orders.requestRefund': () => ({ ...sampleOrders.refundRequested(), serverTime: at(3) }) });
  const button = screen.getByRole('button', { name: /^Refund to/ });
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(button.isConnected).toBe(false));
  await waitFor(async () => expect(document.activeElement).toBe(await heading()));
});

test('keeps an emptied list empty while the order is shown', async () => {
  const { stores, fake } = await show(sampleOrder());
  await waitFor(() => expect(fake.platform.storage.get('orders')).toContain(SAMPLE_ORDER_ID));
  fake.platform.storage.remove('orders');
  stores.order.take({ ...sampleOrders.confirming(), serverTime: at(5) });
  await waitFor(async () => expect((await heading()).textContent).toBe('Confirming: 1 of 2'));
  expect(fake.platform.storage.get('orders')).toBeNull();
});

test.each([
  ['en', 'Send it to another address', 'Your Bitcoin address', /^Refund 0\.04791/],
  ['ru', 'Отправить на другой адрес', 'Ваш адрес в сети Bitcoin', /^Вернуть 0,04791/],
] as const)('refunds to another address than the known one (%s)', async (locale, other, label, refund) => {
  const { fake } = await show(
    sampleOrders.wrongAmount(),
    {
      'orders.refundInfo': () => sampleRefundInfo(),
      'orders.requestRefund': () => ({ ...sampleOrders.refundRequested(), serverTime: at(3) }),
      'instruments.validateAddress': () => ({ result: true }),
    },
    { locale, prepare: ({ stores }) => void stores.orderTokens.store(SAMPLE_ORDER_ID, 'token') },
  );
  expect(screen.queryByRole('textbox', { name: label })).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: other }));
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value: 'bc1qgood' } });
  fireEvent.click(screen.getByRole('button', { name: refund }));
  await waitFor(() => expect(fake.callsOf('orders.requestRefund')[0]?.input).toMatchObject({ refundAddress: 'bc1qgood' }));
});

test('shows the known memo and requires one for a new address', async () => {
  const order = sampleOrders.wrongAmount();
  const { fake } = await decide({}, { order: { ...order, pair: { ...order.pair, instrumentFrom: sampleInstrument('xrp') } } });
  const back = screen.getByRole('region', { name: /Get a refund/ });
  expect(back.textContent).toContain('Destination tagnone');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Send it to another address' }));
  expect(back.textContent).not.toContain('Destination tagnone');
  fireEvent.change(screen.getByRole('textbox', { name: 'Your XRP Ledger address' }), { target: { value: 'rHb9' } });
  fireEvent.click(screen.getByRole('button', { name: /^Refund/ }));
  const memo = screen.getByRole('textbox', { name: 'Destination tag' });
  await waitFor(() => expect(memo.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText('Enter the destination tag, or confirm that your address needs none.')).toBeTruthy();
  expect(fake.callsOf('orders.requestRefund')).toHaveLength(0);
});

test('offers no other address in a read-only browser', async () => {
  await decide({}, { token: false });
  expect(screen.queryByRole('checkbox', { name: 'Send it to another address' })).toBeNull();
});

test('asks for a missing refund address', async () => {
  const { fake } = await decide(
    {
      'orders.refundInfo': () => sampleRefundInfo({ refundAddress: null }),
      'orders.requestRefund': () => ({ ...sampleOrders.refundRequested(), serverTime: at(3) }),
      'instruments.validateAddress': () => ({ result: true }),
    },
    { order: { ...sampleOrders.wrongAmount(), refundAddress: null } },
  );
  const button = screen.getByRole('button', { name: /^Refund 0\.04791/ });
  fireEvent.click(button);
  const field = screen.getByRole('textbox', { name: 'Your Bitcoin address' });
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  fireEvent.change(field, { target: { value: 'bc1qgood' } });
  fireEvent.click(button);
  await waitFor(() => expect(fake.callsOf('orders.requestRefund')[0]?.input).toMatchObject({ refundAddress: 'bc1qgood' }));
});

test('asks the signed-in customer for a second factor when a call of the page requires it', async () => {
  const refuse = (code: 'ERR_SECOND_FACTOR_REQUIRED' | 'ERR_TOO_MANY_REQUESTS') => (): never => {
    throw new ApiError(code, 'refused');
  };
  const { stores } = await show(sampleOrders.wrongAmount(), {
    'orders.requestRefund': refuse('ERR_SECOND_FACTOR_REQUIRED'),
    'users.startSecondFactor': refuse('ERR_TOO_MANY_REQUESTS'),
  });
  const call = stores.platform.transport.call('orders.requestRefund', {} as never);
  expect(await screen.findByRole('dialog', { name: 'Confirm that it’s you' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await expect(call).rejects.toMatchObject({ code: 'ERR_SECOND_FACTOR_REQUIRED' });
});
