import { expect, test } from 'vitest';
import { events, sampleDeposit, sampleOrder, sampleOrders } from '../tests/support/samples/sampleOrder.ts';
import { agreedAmount, agreedPrice, amountToReceive, areTermsOver, awaitsDeposit, isPayoutFinal } from './orderTerms.ts';

test.each([
  ['awaitingDeposit', sampleOrder(), { over: false, awaits: true }],
  ['confirming', sampleOrders.confirming(), { over: false, awaits: false }],
  ['decision', sampleOrders.wrongAmount(), { over: true, awaits: false }],
  ['refund requested', sampleOrders.refundRequested(), { over: true, awaits: false }],
  ['refunded', sampleOrders.refunded(), { over: true, awaits: false }],
  ['expired', sampleOrders.expired(), { over: true, awaits: false }],
  ['rate lost before a deposit', sampleOrder({ rateHeld: false }), { over: true, awaits: false }],
  [
    'reorged, and another deposit is accepted',
    sampleOrder({ status: 'CONFIRMING', orderEvents: events('CREATION_END', 'INCOMING_FUNDS_DETECTED') }),
    { over: false, awaits: true },
  ],
  [
    'reorged during a decision',
    sampleOrder({ status: 'DECISION_NEEDED', orderEvents: events('CREATION_END', 'INCOMING_FUNDS_DETECTED') }),
    { over: true, awaits: false },
  ],
])('%s: says whether the terms apply and a deposit is awaited', (_name, order, { over, awaits }) => {
  expect([areTermsOver(order), awaitsDeposit(order)]).toEqual([over, awaits]);
});

test('prices a floating order when it is paid out, and a fixed one unless a decision is open', () => {
  const floating = { rateMode: 'FLOATING' } as const;
  expect(isPayoutFinal(sampleOrder(floating))).toBe(false);
  expect(isPayoutFinal(sampleOrder({ ...floating, status: 'PAYING_OUT' }))).toBe(true);
  expect(isPayoutFinal(sampleOrder())).toBe(true);
  expect(isPayoutFinal(sampleOrders.wrongAmount())).toBe(false);
});

test('applies the accepted terms to the deposited amount', () => {
  const deposits = [sampleDeposit({ amount: '0.048' })];
  const accepted = sampleOrder({ status: 'CONFIRMING', deposits, acceptedPrice: '69836.25', amountToGet: '3352.14' });
  expect([agreedPrice(accepted), agreedAmount(accepted), amountToReceive(accepted)]).toEqual(['69836.25', '0.048', '3352.14']);
  const agreed = sampleOrder({ status: 'CONFIRMING', rateMode: 'FLOATING', deposits: [sampleDeposit({ amount: '0.02' })] });
  // (3483.9 + 1.94) × 0.4 − 1.94
  expect([agreedPrice(agreed), agreedAmount(agreed), amountToReceive(agreed)]).toEqual(['69716.04', '0.05', '1392.396']);
});
