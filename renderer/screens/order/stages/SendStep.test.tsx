import { FINISH_DEPOSIT_FEATURE } from '../../../../contract/features.ts';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { sampleInstrument, sampleInstruments } from '../../../../tests/support/samples/sampleInstruments.ts';
import {
  at,
  events,
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  sampleDeposit,
  sampleOrder,
  sampleOrders,
  sampleRefundInfo,
} from '../../../../tests/support/samples/sampleOrder.ts';

test.each([
  ['en', '', /If it is less or more than we can exchange, we ask you what to do/, /whatever amount/],
  ['ru', '/ru', /Если она меньше или больше той, что мы можем обменять, мы спросим/, /любую сумму/],
] as const)('promises a floating exchange only within the limits: %s', async (locale, prefix, said, untrue) => {
  const order = sampleOrder({ rateMode: 'FLOATING' });
  const path = `${prefix}/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
  await renderPage(path, { 'orders.publicInfo': () => order }, { locale });
  expect(await screen.findByText(said)).toBeTruthy();
  expect(screen.queryByText(untrue)).toBeNull();
});

const PATH = `/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;

test('names the conditions of a fixed rate, with each limit in coins', async () => {
  await renderPage(PATH, { 'orders.publicInfo': () => sampleOrder({ rateHeld: true }) });
  const list = (await screen.findByText('This rate holds if:')).nextElementSibling;
  const conditions = [...(list?.children ?? [])].map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
  expect(conditions).toEqual([
    expect.stringMatching(/^we see your deposit by \d\d:\d\d$/),
    expect.stringMatching(/^it is in a block by \d\d:\d\d$/),
    'at least 0.04975 and at most 0.05025 BTC arrive',
    expect.stringMatching(/^until then the market gets at most 2 % worse: 0.05 BTC must be worth at least 3,.* USDT$/),
    expect.stringMatching(/^network fees are at most .* USDT when your deposit is confirmed$/),
  ]);
});

test('hides the address once the market left the limit, offers a new order, and returns with the market', async () => {
  const order = sampleOrder({ rateHeld: false });
  const { stores } = await renderPage(PATH, { 'orders.publicInfo': () => order });
  expect(await screen.findByRole('heading', { level: 1, name: 'The rate no longer holds: don’t send yet' })).toBeTruthy();
  expect(screen.queryByText(/Rate held for/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Copy the address' })).toBeNull();
  expect(screen.getByText(/we keep watching the address/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'New order at the current rate' });
  expect(link.getAttribute('href')).toBe('/exchange-btc-usdttrc20?amount=0.05');
  act(() => stores.order.take({ ...order, rateHeld: true }));
  expect(await screen.findByRole('button', { name: 'Copy the address' })).toBeTruthy();
});

test('fills the form with the order when its rate is lost', async () => {
  const { stores } = await renderPage(PATH, { 'orders.publicInfo': () => sampleOrder({ rateHeld: false }) });
  const link = await screen.findByRole('link', { name: 'New order at the current rate' });
  act(() => link.click());
  expect(JSON.parse(stores.platform.sessionStorage.get('exchange-draft') ?? '{}')).toMatchObject({
    chosenMode: 'FIXED',
    destination: SAMPLE_DESTINATION,
    typedText: '0.05',
  });
});

test('leads from a partial deposit straight to the decision, with the order pass only', async () => {
  const partly = sampleOrder({
    waitsFor: 'REST',
    deposits: [sampleDeposit({ amount: '0.02' })],
    orderEvents: events('CREATION_END', 'DEPOSIT_REGISTERED'),
  });
  const features = ['order-token', FINISH_DEPOSIT_FEATURE];
  const { stores, fake } = await renderPage(PATH, {
    'orders.publicInfo': () => partly,
    'orders.refundInfo': () => sampleRefundInfo(),
    'orders.finishDeposit': () => ({ ...sampleOrders.wrongAmount(), serverTime: at(3) }),
    'service.health': () => ({ status: 'OK', host: { features, sandbox: false, brand: 'Causeway' } }),
  });
  expect(await screen.findByText(/Only the holder of the order pass can decide/)).toBeTruthy();
  act(() => stores.orderTokens.storeForTab(SAMPLE_ORDER_ID, 'token'));
  await userEvent.click(await screen.findByRole('button', { name: 'I won’t send more' }));
  expect(await screen.findByRole('heading', { level: 1, name: /You sent .* instead of/ })).toBeTruthy();
  expect(fake.callsOf('orders.finishDeposit')).toHaveLength(1);
});

test.each([
  [{}, /^Contains address and amount$/, /^Contains the address only$/],
  [{ depositAddressMemo: '769135812' }, /Destination tag 769135812$/, /Enter Destination tag 769135812 yourself/],
] as const)('says what the QR codes contain', async (changes, payment, address) => {
  const xrp = sampleInstrument('xrp', { network: { ...sampleInstruments.xrp.network, paymentUriScheme: 'xrpl' } });
  const instrumentFrom = 'depositAddressMemo' in changes ? xrp : sampleInstrument('btc');
  const pair = { instrumentFrom, instrumentTo: sampleInstrument('usdttrc20') };
  await renderPage(PATH, { 'orders.publicInfo': () => sampleOrder({ ...changes, pair }) });
  const note = (text: RegExp) => screen.findByText((_, element) => element?.tagName === 'P' && text.test(element.textContent));
  expect(await note(payment)).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Address' }));
  expect(await note(address)).toBeTruthy();
});

test('opens an order by its number and receiving address', async () => {
  const { router } = await renderPage('/order', { 'orders.publicInfo': () => sampleOrder() });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Order number' }), '7F3K');
  await userEvent.type(screen.getByRole('textbox', { name: 'Receiving address' }), SAMPLE_DESTINATION);
  await userEvent.click(screen.getByRole('button', { name: 'Show the order' }));
  expect(screen.getByText(/This isn’t an order number/)).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Order number' }), SAMPLE_ORDER_ID.slice(4));
  await userEvent.click(screen.getByRole('button', { name: 'Show the order' }));
  expect(await screen.findByRole('heading', { level: 1, name: /^Send exactly/ })).toBeTruthy();
  expect(router.state.location.pathname).toBe(`/order/${SAMPLE_ORDER_ID}`);
});
