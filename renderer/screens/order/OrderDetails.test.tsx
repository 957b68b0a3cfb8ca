import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Order } from '../../../contract/api/orders.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { signSample } from '../../../tests/support/samples/sampleGuarantee.ts';
import {
  events,
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  sampleDeposit,
  sampleOrder,
  sampleOrders,
} from '../../../tests/support/samples/sampleOrder.ts';

/** The terms of the card with their values. */
async function details(order: Order, name = 'Details'): Promise<Record<string, string>> {
  const path = `/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
  await renderPage(path, { 'orders.publicInfo': () => order });
  const card = within(await screen.findByRole('region', { name }));
  const terms = card.getAllByRole('term').map((term) => term.textContent.replaceAll('\u00a0', ' '));
  const texts = card.getAllByRole('definition').map((detail) => detail.textContent.replaceAll('\u00a0', ' '));
  return Object.fromEntries(terms.map((term, place) => [term, texts[place] ?? '']));
}

test('shows how the amount to receive follows from the market price', async () => {
  const guarantee = signSample({ platformFeePercent: '0.2', fixedPremiumPercent: '0.3' });
  // 70066.8 × 0.995
  const order = sampleOrder({ claimedPublicRate: { price: '69716.466' }, guarantee });
  expect(await details(order)).toMatchObject({
    '0.05 BTC × 70,066.80market price, held until 14:22': '3,503.340000 USDT',
    'Service fee, 0.2 %': '7.006680 USDT',
    'Holding the rate, 0.3 %': '10.493320 USDT',
    'Network feessending on TRON': '1.940000 USDT',
    'You receive': '3,483.900000 USDT',
  });
});

test('shows the deposited amount, the payout and the rate after a rate change was accepted', async () => {
  const order = sampleOrder({
    status: 'CONFIRMING',
    rateMode: 'FLOATING',
    deposits: [sampleDeposit({ amount: '0.048' })],
    orderEvents: events('CREATION_END', 'INCOMING_FUNDS_DETECTED', 'RATE_MODE_CHANGED', 'RATE_MODE_CHANGE_ACCEPTED'),
    acceptedPrice: '69836.25',
    amountToGet: '3352.14',
  });
  expect(await details(order)).toMatchObject({
    '0.048 BTC × 70,241.25market price at Nov 20, 14:05': '3,371.580000 USDT',
    'You receive about': '3,352.140000 USDT',
  });
});

test.each(['refundRequested', 'expired', 'wrongAmount'] as const)(
  '%s: calls the old terms "Agreed before", and promises nothing',
  async (name) => {
    const shown = await details(sampleOrders[name]());
    for (const term of ['You receive', 'You receive about', 'Service fee']) expect(shown).not.toHaveProperty(term);
    if (name !== 'expired') expect(shown['You sent']).toMatch(/^0\.0480* BTC$/);
    const before = screen.getByRole('region', { name: 'Agreed before' }).textContent.replaceAll('\u00a0', ' ');
    expect(before).toMatch(/You were to send0\.050* BTC/);
  },
);

test('shows what a floating order pays for the amount that was sent, not for the one that was announced', async () => {
  const order = sampleOrder({ status: 'CONFIRMING', rateMode: 'FLOATING', deposits: [sampleDeposit({ amount: '0.02' })] });
  // (3483.9 + 1.94) × 0.4 − 1.94
  expect(await details(order)).toMatchObject({
    '0.02 BTC × 70,066.80market price at Nov 20, 14:02': '1,401.336000 USDT',
    'You receive about': '1,392.396000 USDT',
  });
});

test('shows what of the fees pays for sending and for collecting the deposit', async () => {
  const terms = await details(
    sampleOrder({ claimedNetworkFee: '1.94', collectionFeeAmount: '0.44', platformFee_Absolute: '17.5' }),
  );
  expect(terms).toMatchObject({
    'Service fee': '17.500000 USDT',
    'Network feessending on TRON 1.500000collecting your deposit 0.440000': '1.940000 USDT',
  });
});

test.each([
  ['3485.9', '3,485.900000 USDT', '2.000000 USDT more than estimated at Nov 20, 14:02, when the market price was 70,066.80.'],
  ['3481.9', '3,481.900000 USDT', '2.000000 USDT less than estimated at Nov 20, 14:02, when the market price was 70,066.80.'],
])('says how a payout of %s differs from the estimate', async (amountToGet, received, note) => {
  const order = sampleOrder({
    ...sampleOrders.completed(),
    rateMode: 'FLOATING',
    settledPrice: '69756.3',
    amountToGet,
    withdrawals: [{ amount: amountToGet, sentAt: null, txHash: null, explorerUrl: null }],
    guarantee: signSample({ rateMode: 'FLOATING' }),
  });
  const name = 'How the amount was made up';
  expect(await details(order, name)).toMatchObject({ 'You received': received });
  expect(screen.getByRole('region', { name }).textContent.replaceAll('\u00a0', ' ')).toContain(note);
});

test('says in Russian what may still change', async () => {
  const path = `/ru/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
  await renderPage(path, { 'orders.publicInfo': () => sampleOrder({ rateMode: 'FLOATING' }) }, { locale: 'ru' });
  expect(await screen.findByText(/Рыночную цену и комиссии сетей возьмём заново/)).toBeTruthy();
});
