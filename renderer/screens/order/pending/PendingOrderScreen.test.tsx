import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../../../contract/errors.ts';
import type { Answers } from '../../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { SAMPLE_DESTINATION, SAMPLE_ORDER_ID, sampleOrder } from '../../../../tests/support/samples/sampleOrder.ts';
import { samplePairData } from '../../../../tests/support/samples/samplePairData.ts';

const pair = { ...samplePairData(), rateMode: 'FIXED' as const };
const delivery = { destinationAddress: SAMPLE_DESTINATION };

const pend = (create: NonNullable<Answers['orders.create']>, path = '/order/pending') =>
  renderPage(
    path,
    { 'orders.create': create, 'orders.publicInfo': () => sampleOrder() },
    { prepare: ({ stores }) => stores.orderCreation.begin({ delivery, pair }) },
  );

const refuse =
  (...error: ConstructorParameters<typeof ApiError>) =>
  () => {
    throw new ApiError(...error);
  };

test('shows the order while it is created, then opens its page', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof sampleOrder>>();
  const { router } = await pend(() => answer.promise);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Creating your order');
  expect(screen.getByRole('group', { name: 'The exchange' }).textContent).toContain('3,483.862000\u00a0USDT');
  answer.resolve(sampleOrder());
  await screen.findByRole('region', { name: 'What to send' });
  expect(router.state.location.pathname + router.state.location.search).toBe(
    `/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`,
  );
});

test('opens the Russian page in Russian', async () => {
  const { router } = await pend(() => sampleOrder(), '/ru/order/pending');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/ru/order/${SAMPLE_ORDER_ID}`));
});

test('reports a lost response and retries the same order', async () => {
  await pend(refuse('ERR_SERVICE_UNAVAILABLE', 'No answer'));
  expect(await screen.findByText(/so only one order is created/)).toBeTruthy();
});

test('reports blocked data with the number for support', async () => {
  await pend(refuse('ERR_FORBIDDEN', 'Client data is blacklisted', undefined, 'request-7'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('on a block list');
  expect(alert.textContent).toContain('request-7');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('says which amount the reserve allows', async () => {
  await pend(refuse('ERR_NO_LIQUIDITY_AVAILABLE', 'Not enough', { available: '0.02' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Try up to 0.02\u00a0BTC');
});

test('retries the same order after an internal error', async () => {
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

test('returns to the form with pair and amount, and discards the draft', async () => {
  const { router, stores } = await pend(refuse('ERR_FORBIDDEN', 'Client data is blacklisted'));
  fireEvent.click(await screen.findByRole('link', { name: 'Back to the form' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/exchange-btc-usdttrc20'));
  expect(stores.orderCreation.draft).toBeNull();
});

test('returns to the form for consent when the rate changed', async () => {
  const moved = samplePairData({ amountToGet: '3400' });
  const { router, stores } = await pend(refuse('ERR_RATE_CHANGED', 'The rate moved', { pairData: moved }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/exchange-btc-usdttrc20'));
  await waitFor(() => expect(stores.submission.consent).toEqual({ before: pair, now: moved }));
});

test('returns to the form for consent to the fee of a payout to a contract', async () => {
  const moved = samplePairData({ finalNetworkFeeAmount: '5.1' });
  const { stores } = await pend(refuse('ERR_RATE_CHANGED', 'The fee', { pairData: moved, reason: 'PAYOUT_FEE' }));
  await waitFor(() => expect(stores.submission.consent).toEqual({ before: pair, now: moved, isPayoutFee: true }));
});

test('returns to the form with the largest amount at a fixed rate', async () => {
  const { router, stores } = await pend(refuse('ERR_UNPROCESSABLE_ENTITY', 'Reserved', { expected: '0.02' }));
  stores.exchange.chooseMode('FIXED');
  await waitFor(() => expect(router.state.location.pathname).toBe('/exchange-btc-usdttrc20'));
  await waitFor(() => expect(stores.exchange.fixedRefusal).toMatchObject({ most: '0.02' }));
  expect(stores.notifications.list.at(-1)?.message).toBe('order.pending.fixedLimit');
});

test.each([
  ['destinationAddress', 'error_address_blocked'],
  ['destinationAddress', 'error_address_ours'],
  ['refundAddress', 'error_address_ours'],
] as const)('returns to the form with the reason why the %s was refused: %s', async (field, code) => {
  const { stores } = await pend(refuse('ERR_VALIDATION', 'No', { field, code }));
  await waitFor(() => expect(stores.submission.rejected).toMatchObject({ field, message: code }));
});

test('marks the refused field in the form', async () => {
  const { router, stores } = await pend(refuse('ERR_VALIDATION', 'No', { field: 'userEmail' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/exchange-btc-usdttrc20'));
  await waitFor(() =>
    expect(stores.submission.rejected).toMatchObject({ field: 'userEmail', message: 'EMAIL_VALIDATION_ERROR' }),
  );
});

test('links to the exchange when there is no draft', async () => {
  await renderPage('/order/pending');
  expect(await screen.findByText(/Nothing is waiting to be created in this tab/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the exchange' }).getAttribute('href')).toBe('/');
});
