import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Order } from '../../../contract/api/orders.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import {
  events,
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  sampleDeposit,
  sampleOrder,
  sampleOrders,
} from '../../../tests/support/samples/sampleOrder.ts';

/** The terms of the card with their values. */
async function details(order: Order): Promise<Record<string, string>> {
  const path = `/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
  await renderPage(path, { 'orders.publicInfo': () => order });
  const card = within(await screen.findByRole('region', { name: 'Details' }));
  const terms = card.getAllByRole('term').map((term) => term.textContent);
  const texts = card.getAllByRole('definition').map((detail) => detail.textContent.replaceAll('\u00a0', ' '));
  return Object.fromEntries(terms.map((term, place) => [term, texts[place] ?? '']));
}

test('shows the amount to receive and the rate of an open order', async () => {
  expect(await details(sampleOrders.confirming())).toMatchObject({
    'You sent': '0.05 BTC',
    'You receive': '= 3,483.900000 USDT',
    Rate: '1 BTC = 69,716.04 USDT',
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
    'You sent': '0.048 BTC',
    'You receive': '≈ 3,352.140000 USDT',
    Rate: '1 BTC = 69,836.25 USDT',
  });
});

test.each(['refundRequested', 'refunded', 'expired', 'wrongAmount'] as const)(
  '%s: calls the old terms "Agreed before", and promises nothing',
  async (name) => {
    const shown = await details(sampleOrders[name]());
    for (const term of ['You send', 'You receive', 'Rate', 'Fees included']) expect(shown).not.toHaveProperty(term);
    if (name !== 'expired') expect(shown['You sent']).toMatch(/^0\.0480* BTC$/);
    const before = screen.getByRole('region', { name: 'Agreed before' }).textContent.replaceAll('\u00a0', ' ');
    expect(before).toMatch(/You were to send0\.050* BTC/);
  },
);

test('shows what a floating order pays for the amount that was sent, not for the one that was announced', async () => {
  const order = sampleOrder({ status: 'CONFIRMING', rateMode: 'FLOATING', deposits: [sampleDeposit({ amount: '0.02' })] });
  // (3483.9 + 1.94) × 0.4 − 1.94
  expect(await details(order)).toMatchObject({ 'You sent': '0.02 BTC', 'You receive': '≈ 1,392.396000 USDT' });
});

test('shows what of the fees pays for sending and for collecting the deposit', async () => {
  const terms = await details(
    sampleOrder({ claimedNetworkFee: '1.94', collectionFeeAmount: '0.44', platformFee_Absolute: '17.5' }),
  );
  expect(terms).toMatchObject({
    'Fees included': '19.440000 USDT',
    'Service fee': '17.500000 USDT',
    'Network fee for sending': '1.500000 USDT',
    'Collecting your deposit': '0.440000 USDT',
  });
});
