import { expect, test } from 'vitest';
import type { Order } from '../../../contract/api/orders.ts';
import { at, events, sampleDeposit, sampleOrder, sampleOrders } from '../../../tests/support/samples/sampleOrder.ts';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import {
  amountAtOldRate,
  asksToSend,
  canSendAgain,
  confirmationProgress,
  decisionReason,
  orderStage,
  remainingAmount,
} from './orderStage.ts';

test.each([
  ['awaitingDeposit', 'awaitingDeposit'],
  ['expired', 'expired'],
  ['depositSeen', 'depositSeen'],
  ['confirming', 'confirming'],
  ['wrongAmount', 'decision'],
  ['payingOut', 'payingOut'],
  ['completed', 'completed'],
  ['refundRequested', 'refunding'],
  ['refunded', 'refunded'],
] as const)('%s is shown as %s', (name, stage) => {
  expect(orderStage(sampleOrders[name]())).toBe(stage);
});

test('a fixed-rate deposit that is short waits for the rest', () => {
  const order = sampleOrder({
    deposits: [sampleDeposit({ amount: '0.03' })],
    orderEvents: events('CREATION_END', 'DEPOSIT_REGISTERED'),
  });
  expect(orderStage(order)).toBe('partlyPaid');
  expect(remainingAmount(order)).toBe('0.02');
});

test.each([
  ['says what it waits for', { waitsFor: 'DEPOSIT_NETWORK' }],
  ['says nothing', {}],
] as const)('when the time is over no rest is asked for, of a host that %s', (_host, changes) => {
  const order = sampleOrder({
    deposits: [sampleDeposit({ amount: '0.03' })],
    orderEvents: events('CREATION_END', 'DEPOSIT_REGISTERED'),
    serverTime: at(20.1),
    ...changes,
  });
  expect(orderStage(order)).toBe('processing');
  expect(asksToSend(order)).toBe(false);
});

test('a fixed-rate deposit within half a percent is the whole deposit', () => {
  const order = sampleOrder({
    deposits: [sampleDeposit({ amount: '0.04975' })],
    orderEvents: events('CREATION_END', 'DEPOSIT_REGISTERED'),
  });
  expect(orderStage(order)).toBe('depositSeen');
});

/** A floating deposit in a block, a little less than was claimed. */
const little = (changes: Partial<Order> = {}) =>
  sampleOrder({
    rateMode: 'FLOATING',
    deposits: [sampleDeposit({ amount: '0.0495', confirmations: 3 })],
    orderEvents: events('CREATION_END', 'DEPOSIT_REGISTERED'),
    ...changes,
  });

test('of a floating deposit the rest is asked for when the host waits for it, and only then', () => {
  expect(orderStage(little({ waitsFor: 'REST' }))).toBe('partlyPaid');
  expect(orderStage(little({ waitsFor: 'PRICE' }))).toBe('processing');
  expect(orderStage(little({ waitsFor: 'DEPOSIT_NETWORK' }))).toBe('processing');
  expect(orderStage(little({ waitsFor: null }))).toBe('depositSeen');
  // A host that says nothing may wait for anything.
  expect(orderStage(little())).toBe('processing');
});

test('a confirmed deposit that waits for a price is not about to be paid out', () => {
  expect(orderStage({ ...sampleOrders.confirming(), waitsFor: 'PRICE' })).toBe('processing');
});

test.each([
  ['seen in no block', events('CREATION_END', 'DEPOSIT_REGISTERED'), true],
  ['in a block that left the chain', events('CREATION_END', 'DEPOSIT_REGISTERED', 'INCOMING_FUNDS_DETECTED'), true],
  ['that the customer was asked about', events('CREATION_END', 'DEPOSIT_REGISTERED', 'RATE_MODE_CHANGED'), false],
  ['whose refund was chosen', events('CREATION_END', 'INCOMING_FUNDS_DETECTED', 'REFUND_REQUESTED'), false],
])('a deposit %s, and that the network took back, is gone', (_what, orderEvents, again) => {
  const order = sampleOrder({ orderEvents });
  expect(orderStage(order)).toBe('depositReorged');
  expect(canSendAgain(order)).toBe(again);
});

test('a deposit that is gone when the time is over leaves an expired order', () => {
  const order = sampleOrder({ orderEvents: events('CREATION_END', 'DEPOSIT_REGISTERED'), isExpired: true });
  expect(orderStage(order)).toBe('expired');
  expect(canSendAgain(order)).toBe(false);
});

test('what is being paid out or sent back is not gone, whatever the deposits say', () => {
  expect(orderStage({ ...sampleOrders.payingOut(), deposits: [] })).toBe('payingOut');
  const { refunds } = sampleOrders.refunded();
  expect(orderStage({ ...sampleOrders.refundRequested(), deposits: [], refunds })).toBe('refunding');
});

test('an event that only a newer host knows is processing', () => {
  expect(orderStage(sampleOrder({ orderEvents: events('CREATION_END', 'COMPLIANCE_CHECK_START') }))).toBe('processing');
});

test('an unknown event after the payout changes nothing: it is completed', () => {
  const orderEvents = events('CREATION_END', 'WITHDRAWAL_COMPLETED', 'RECEIPT_SENT');
  expect(orderStage(sampleOrder({ orderEvents }))).toBe('completed');
});

test('a refund request wins over everything that came before it', () => {
  const orderEvents = events('CREATION_END', 'INCOMING_FUNDS_DETECTED', 'REFUND_REQUESTED', 'FUNDS_WITHDRAWAL_START');
  expect(orderStage(sampleOrder({ orderEvents }))).toBe('refunding');
});

test.each(['BELOW_MINIMUM', 'ABOVE_MAXIMUM', 'NO_LIQUIDITY'] as const)('%s is asked about by attention alone', (reason) => {
  const attention = { reason, actions: ['ACCEPT', 'REFUND'] as ('ACCEPT' | 'REFUND')[], deadline: null };
  const orderEvents = events('CREATION_END', 'INCOMING_FUNDS_DETECTED');
  const order = sampleOrder({ rateMode: 'FLOATING', deposits: [sampleDeposit()], orderEvents, attention });
  expect(orderStage(order)).toBe('decision');
  expect(decisionReason(order)).toBe(reason);
});

test('a hold is told, not asked about', () => {
  const attention = { reason: 'PAYOUT_HELD' as const, actions: ['CONTACT' as const], deadline: null };
  const orderEvents = events('CREATION_END', 'INCOMING_FUNDS_DETECTED', 'FUNDS_WITHDRAWAL_START');
  expect(orderStage(sampleOrder({ orderEvents, attention }))).toBe('payingOut');
});

test.each([
  ['FIXED_RATE_HIGH_VOLATILITY_DETECTED', 'HIGH_VOLATILITY'],
  ['FIXED_RATE_SLOW_DEPOSIT_DETECTED', 'SLOW_DEPOSIT'],
  ['FIXED_RATE_WRONG_DEPOSIT_AMOUNT_DETECTED', 'WRONG_DEPOSIT_AMOUNT'],
] as const)('a host without attention says %s by its event', (kind, reason) => {
  const order = sampleOrder({ orderEvents: events('CREATION_END', kind, 'RATE_MODE_CHANGED'), attention: null });
  expect(decisionReason(order)).toBe(reason);
});

test('confirmations are those of the slowest deposit, and never more than needed', () => {
  const deposits = [sampleDeposit({ confirmations: 9 }), sampleDeposit({ confirmations: 1 })];
  expect(confirmationProgress(sampleOrder({ deposits }))).toEqual({ have: 1, need: 2 });
  expect(confirmationProgress(sampleOrder({ deposits: [sampleDeposit({ confirmations: 9 })] }))).toEqual({ have: 2, need: 2 });
});

test('the old rate is applied to what really came, the network fee once', () => {
  const deposits = [sampleDeposit({ amount: '0.048' })];
  const order = sampleOrder({ deposits, claimedDepositAmount: '0.05', claimedNetworkFee: '2' });
  // (3483.9 + 2) × 0.96 − 2
  expect(amountAtOldRate(order, '3483.9')).toBe('3344.464');
  expect(amountAtOldRate(sampleOrder({ deposits, claimedDepositAmount: '50' }), '1')).toBe('0');
});

test('a rate that was accepted is the old one when the customer is asked again', () => {
  const deposits = [sampleDeposit({ amount: '0.048' })];
  const order = sampleOrder({ deposits, claimedNetworkFee: '2', acceptedPrice: '70000' });
  expect(amountAtOldRate(order, '3483.9')).toBe('3358');
});

test('Monero needs 50 confirmations whatever the host says', () => {
  const pair = { ...sampleOrder().pair, instrumentFrom: sampleInstrument('btc', { currencyTitle: 'XMR' }) };
  expect(confirmationProgress(sampleOrder({ pair, deposits: [sampleDeposit()] })).need).toBe(50);
});
