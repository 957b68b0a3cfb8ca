import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { CreateOrderInput } from '../../../../contract/api/orders.ts';
import { claimedRate } from '../../../../contract/claimedRate.ts';
import { ApiError } from '../../../../contract/errors.ts';
import type { Answers } from '../../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { SAMPLE_DESTINATION, SAMPLE_ORDER_ID, sampleOrder } from '../../../../tests/support/samples/sampleOrder.ts';
import { samplePairData } from '../../../../tests/support/samples/samplePairData.ts';

vi.stubGlobal('scrollTo', () => undefined);
afterEach(cleanup);

const pair = samplePairData();
const payload: CreateOrderInput = {
  ...claimedRate(pair),
  rateMode: 'FIXED',
  destinationAddress: SAMPLE_DESTINATION,
};

const pend = (create: NonNullable<Answers['orders.create']>, path = '/order/pending') =>
  renderPage(
    path,
    { 'orders.create': create, 'orders.publicInfo': () => sampleOrder() },
    { prepare: ({ stores }) => stores.orderCreation.begin({ payload, pair }) },
  );

const refuse =
  (...error: ConstructorParameters<typeof ApiError>) =>
  () => {
    throw new ApiError(...error);
  };

test('what is being made is shown, and then the order’s own page', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof sampleOrder>>();
  const { router } = await pend(() => answer.promise);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Creating your order');
  expect(screen.getByRole('group', { name: 'The exchange' }).textContent).toContain('3,483.862\u00a0USDT');
  answer.resolve(sampleOrder());
  await screen.findByRole('region', { name: 'What to send' });
  expect(router.state.location.pathname + router.state.location.search).toBe(
    `/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`,
  );
});

test('in Russian the order’s page is the Russian one', async () => {
  const { router } = await pend(() => sampleOrder(), '/ru/order/pending');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/ru/order/${SAMPLE_ORDER_ID}`));
});

test('a lost answer is said, while the same order is asked for again', async () => {
  await pend(refuse('ERR_SERVICE_UNAVAILABLE', 'No answer'));
  expect(await screen.findByText(/so it is never made twice/)).toBeTruthy();
});

test('blocked data are said as such, with the number for support', async () => {
  await pend(refuse('ERR_FORBIDDEN', 'Client data is blacklisted', undefined, 'request-7'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('on a block list');
  expect(alert.textContent).toContain('request-7');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a reserve that is too small says how much would do', async () => {
  await pend(refuse('ERR_NO_LIQUIDITY_AVAILABLE', 'Not enough', { available: '0.02' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Try up to 0.02\u00a0BTC');
});

test('a fault of ours can be tried again, and is the same order', async () => {
  let isWell = false;
  const { fake, router } = await pend(() => {
    if (!isWell) throw new ApiError('ERR_INTERNAL_SERVER_ERROR', 'Oops', undefined, 'r');
    return sampleOrder();
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isWell = true;
  fireEvent.click(retry);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/order/${SAMPLE_ORDER_ID}`));
  expect(new Set(fake.callsOf('orders.create').map(({ options }) => options.idempotencyKey)).size).toBe(1);
});

test('going back to the form keeps pair and amount, and gives the draft up', async () => {
  const { router, stores } = await pend(refuse('ERR_FORBIDDEN', 'Client data is blacklisted'));
  fireEvent.click(await screen.findByRole('link', { name: 'Back to the form' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/exchange-btc-usdttrc20'));
  expect(stores.orderCreation.draft).toBeNull();
});

test('a rate that moved goes back to the form, which asks for consent old → new', async () => {
  const moved = samplePairData({ amountToGet: '3400' });
  const { router, stores } = await pend(refuse('ERR_RATE_CHANGED', 'The rate moved', { pairData: moved }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/exchange-btc-usdttrc20'));
  await waitFor(() => expect(stores.submission.consent).toEqual({ before: pair, now: moved }));
});

test('a field that the host refused is marked in the form', async () => {
  const { router, stores } = await pend(refuse('ERR_VALIDATION', 'No', { field: 'userEmail' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/exchange-btc-usdttrc20'));
  await waitFor(() => expect(stores.submission.rejected).toEqual({ field: 'userEmail', message: 'EMAIL_VALIDATION_ERROR' }));
});

test('whoever comes without an order is shown the way to the exchange', async () => {
  await renderPage('/order/pending');
  expect(await screen.findByText(/Nothing is waiting to be created in this tab/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the exchange' }).getAttribute('href')).toBe('/');
});
