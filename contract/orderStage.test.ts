import { signSample } from '../tests/support/samples/sampleGuarantee.ts';
import { describe, expect, test } from 'vitest';
import type { Order } from './api/orders.ts';
import { DECISION_REASONS, ORDER_STATUSES, type AttentionReason, type DecisionReason, type OrderStatus } from './order.ts';
import { at, events, sampleDeposit, sampleOrder, sampleOrders, specifiedOrder } from '../tests/support/samples/sampleOrder.ts';
import { sampleInstrument } from '../tests/support/samples/sampleInstruments.ts';
import { samplePurchase } from '../tests/support/samples/samplePurchase.ts';
import { PURCHASE_STAGES } from './fiat/cardPurchase.ts';
import {
  amountAtOldRate,
  asksToSend,
  canSendAgain,
  confirmationProgress,
  decisionReason,
  isDepositReorged,
  orderStage,
  remainingAmount,
  type OrderStage,
  testAmount,
} from './orderStage.ts';

/** What the page derives from an order. */
interface Shown {
  stage: OrderStage;
  asksToSend?: boolean;
  canSendAgain?: boolean;
  isDepositReorged?: boolean;
  reason?: DecisionReason;
}

interface Case {
  name: string;
  order: Order;
  shown: Shown;
  /** What differs for a host that knows only the specification. */
  specified?: Shown;
}

const seen = events('CREATION_END', 'DEPOSIT_REGISTERED');
const inBlock = events('CREATION_END', 'DEPOSIT_REGISTERED', 'INCOMING_FUNDS_DETECTED');
const refundRequested = [...inBlock, ...events('REFUND_REQUESTED')];
const attention = (reason: AttentionReason): NonNullable<Order['attention']> => ({
  reason,
  actions: ['CONTACT'],
  deadline: null,
});
const part = [sampleDeposit({ amount: '0.03', confirmations: 3 })];
const floating = { rateMode: 'FLOATING', deposits: part, orderEvents: seen } as const;

const CASES: Case[] = [
  { name: 'a new order', order: sampleOrders.awaitingDeposit(), shown: { stage: 'awaitingDeposit', asksToSend: true } },
  {
    name: 'an order without a deposit after its time limit',
    order: sampleOrders.expired(),
    shown: { stage: 'expired' },
    // `isExpired` is an addition (D1), and this device's clock may be wrong.
    specified: { stage: 'awaitingDeposit', asksToSend: true },
  },
  { name: 'an unconfirmed deposit', order: sampleOrders.depositSeen(), shown: { stage: 'depositSeen' } },
  {
    name: 'a fixed-rate deposit within the tolerance',
    order: sampleOrder({ deposits: [sampleDeposit({ amount: '0.04975' })], orderEvents: seen }),
    shown: { stage: 'depositSeen' },
  },
  {
    name: 'a short fixed-rate deposit before the time limit',
    order: sampleOrder({ deposits: part, orderEvents: seen, waitsFor: 'REST' }),
    shown: { stage: 'partlyPaid', asksToSend: true },
  },
  {
    name: 'a short fixed-rate deposit after the time limit',
    order: sampleOrder({ deposits: part, orderEvents: seen, serverTime: at(20.1), waitsFor: 'DEPOSIT_NETWORK' }),
    shown: { stage: 'processing' },
  },
  {
    name: 'a short floating-rate deposit',
    order: sampleOrder({ ...floating, waitsFor: 'REST' }),
    shown: { stage: 'partlyPaid', asksToSend: true },
    // Only the host knows the minimum.
    specified: { stage: 'processing' },
  },
  {
    name: 'a floating-rate deposit below the claimed amount that the host accepts',
    order: sampleOrder(floating),
    shown: { stage: 'depositSeen' },
    specified: { stage: 'processing' },
  },
  ...(['PRICE', 'NETWORK', 'DEPOSIT_NETWORK'] as const).flatMap((waitsFor): Case[] => [
    {
      name: `a floating-rate deposit that waits for ${waitsFor}`,
      order: sampleOrder({ ...floating, waitsFor }),
      shown: { stage: 'processing' },
    },
    {
      name: `a confirmed deposit that waits for ${waitsFor}`,
      order: { ...sampleOrders.confirming(), waitsFor },
      shown: { stage: 'processing' },
      specified: { stage: 'confirming' },
    },
  ]),
  { name: 'a deposit in a block', order: sampleOrders.confirming(), shown: { stage: 'confirming' } },
  {
    name: 'an unconfirmed deposit that disappeared',
    order: sampleOrder({ orderEvents: seen }),
    shown: { stage: 'depositReorged', asksToSend: true, canSendAgain: true, isDepositReorged: true },
  },
  {
    name: 'a deposit that was dropped by a reorg',
    order: sampleOrder({ status: 'CONFIRMING', orderEvents: inBlock }),
    shown: { stage: 'depositReorged', asksToSend: true, canSendAgain: true, isDepositReorged: true },
  },
  {
    name: 'a deposit that was dropped by a reorg before the time limit passed',
    order: sampleOrder({ status: 'CONFIRMING', orderEvents: inBlock, isExpired: true }),
    shown: { stage: 'expired', isDepositReorged: true },
    specified: { stage: 'depositReorged', asksToSend: true, canSendAgain: true, isDepositReorged: true },
  },
  {
    name: 'a deposit that was dropped by a reorg while the customer decides',
    order: sampleOrder({ ...sampleOrders.wrongAmount(), deposits: [] }),
    shown: { stage: 'depositReorged', isDepositReorged: true, reason: 'WRONG_DEPOSIT_AMOUNT' },
  },
  {
    name: 'a deposit that was dropped by a reorg after the refund was requested',
    order: sampleOrder({ status: 'REFUND_REQUESTED', orderEvents: refundRequested }),
    shown: { stage: 'depositReorged', isDepositReorged: true },
  },
  {
    name: 'a fixed-rate question',
    order: sampleOrders.wrongAmount(),
    shown: { stage: 'decision', reason: 'WRONG_DEPOSIT_AMOUNT' },
  },
  ...DECISION_REASONS.slice(3).map((reason): Case => ({
    name: `the question ${reason}`,
    order: { ...sampleOrders.confirming(), status: 'DECISION_NEEDED', attention: attention(reason) },
    shown: { stage: 'decision', reason },
    // No specified event names these questions (D6).
    specified: { stage: 'confirming' },
  })),
  {
    name: 'an accepted rate change',
    order: {
      ...sampleOrders.confirming(),
      orderEvents: [...sampleOrders.wrongAmount().orderEvents, ...events('RATE_MODE_CHANGE_ACCEPTED')],
    },
    shown: { stage: 'confirming' },
  },
  { name: 'a payout', order: sampleOrders.payingOut(), shown: { stage: 'payingOut' } },
  {
    name: 'a payout on hold',
    order: { ...sampleOrders.payingOut(), attention: attention('PAYOUT_HELD') },
    shown: { stage: 'payingOut' },
  },
  {
    name: 'a payout whose deposit is not listed',
    order: { ...sampleOrders.payingOut(), deposits: [] },
    shown: { stage: 'payingOut' },
  },
  { name: 'a completed order', order: sampleOrders.completed(), shown: { stage: 'completed' } },
  {
    name: 'a completed order with a newer event',
    order: sampleOrder({
      status: 'COMPLETED',
      orderEvents: events('CREATION_END', 'WITHDRAWAL_COMPLETED', 'RECEIPT_SENT'),
    }),
    shown: { stage: 'completed' },
  },
  { name: 'a requested refund', order: sampleOrders.refundRequested(), shown: { stage: 'refunding' } },
  {
    name: 'a refund of a cancelled payout',
    order: {
      ...sampleOrders.refundRequested(),
      orderEvents: [...sampleOrders.payingOut().orderEvents, ...events('REFUND_REQUESTED')],
    },
    shown: { stage: 'refunding' },
  },
  {
    name: 'a refund in progress',
    order: { ...sampleOrders.refundRequested(), status: 'REFUNDING', refunds: sampleOrders.refunded().refunds },
    shown: { stage: 'refunding' },
  },
  {
    name: 'a refund in progress whose deposit is not listed',
    order: { ...sampleOrders.refundRequested(), status: 'REFUNDING', deposits: [] },
    shown: { stage: 'refunding' },
    // The specified events do not say that the refund is under way.
    specified: { stage: 'depositReorged', isDepositReorged: true },
  },
  { name: 'a refunded order', order: sampleOrders.refunded(), shown: { stage: 'refunded' } },
  {
    name: 'an event of a newer host',
    order: sampleOrder({ orderEvents: events('CREATION_END', 'COMPLIANCE_CHECK_START') }),
    // The status says that the order still awaits its deposit.
    shown: { stage: 'awaitingDeposit', asksToSend: true },
    specified: { stage: 'processing' },
  },
];

describe.each([
  { host: 'a host that publishes the status', isSpecified: false },
  { host: 'a host that knows only the specification', isSpecified: true },
])('$host', ({ isSpecified }) => {
  test.each(CASES)('shows $name', ({ order: published, shown, specified = shown }) => {
    const order = isSpecified ? specifiedOrder(published) : published;
    const { reason = null, ...expected } = isSpecified ? specified : shown;
    const none = { asksToSend: false, canSendAgain: false, isDepositReorged: false };
    expect({
      stage: orderStage(order),
      asksToSend: asksToSend(order),
      canSendAgain: canSendAgain(order),
      isDepositReorged: isDepositReorged(order),
    }).toEqual({ ...none, ...expected });
    expect(decisionReason(order)).toBe(reason);
  });
});

test('shows every status', () => {
  const statuses = new Set(CASES.map(({ order }) => order.status));
  expect(statuses).toEqual(new Set<unknown>(ORDER_STATUSES));
});

test('shows a status or an attention reason of a newer host as processing', () => {
  const newer = 'COMPLIANCE_CHECK';
  expect(orderStage(sampleOrder({ status: newer as OrderStatus }))).toBe('processing');
  for (const name of ['awaitingDeposit', 'confirming', 'wrongAmount', 'payingOut'] as const) {
    expect(orderStage({ ...sampleOrders[name](), attention: attention(newer as AttentionReason) })).toBe('processing');
  }
});

test.each([
  ['FIXED_RATE_HIGH_VOLATILITY_DETECTED', 'HIGH_VOLATILITY'],
  ['FIXED_RATE_SLOW_DEPOSIT_DETECTED', 'SLOW_DEPOSIT'],
  ['FIXED_RATE_WRONG_DEPOSIT_AMOUNT_DETECTED', 'WRONG_DEPOSIT_AMOUNT'],
] as const)('derives the reason of the event %s for a host without attention', (kind, reason) => {
  const order = specifiedOrder(sampleOrder({ orderEvents: events('CREATION_END', kind, 'RATE_MODE_CHANGED') }));
  expect(decisionReason(order)).toBe(reason);
});

test('asks for the part of a short deposit that is missing', () => {
  expect(remainingAmount(sampleOrder({ deposits: part }))).toBe('0.02');
});

test('counts the confirmations of the slowest deposit, up to the number needed', () => {
  const deposits = [sampleDeposit({ confirmations: 9 }), sampleDeposit({ confirmations: 1 })];
  expect(confirmationProgress(sampleOrder({ deposits }))).toEqual({ have: 1, need: 2 });
  expect(confirmationProgress(sampleOrder({ deposits: [sampleDeposit({ confirmations: 9 })] }))).toEqual({ have: 2, need: 2 });
});

test('applies the agreed rate to the deposited amount and the network fee once', () => {
  const deposits = [sampleDeposit({ amount: '0.048' })];
  const order = sampleOrder({ deposits, claimedDepositAmount: '0.05', claimedNetworkFee: '2' });
  // (3483.9 + 2) × 0.96 − 2
  expect(amountAtOldRate(order, '3483.9')).toBe('3344.464');
  expect(amountAtOldRate(sampleOrder({ deposits, claimedDepositAmount: '50' }), '1')).toBe('0');
});

test('uses the accepted rate when the customer must decide again', () => {
  const deposits = [sampleDeposit({ amount: '0.048' })];
  const order = sampleOrder({ deposits, claimedNetworkFee: '2', acceptedPrice: '70000' });
  expect(amountAtOldRate(order, '3483.9')).toBe('3358');
});

test('requires 50 confirmations for Monero, whatever the host says', () => {
  const pair = { ...sampleOrder().pair, instrumentFrom: sampleInstrument('btc', { currencyTitle: 'XMR' }) };
  expect(confirmationProgress(sampleOrder({ pair, deposits: [sampleDeposit()] })).need).toBe(50);
});

test.each([
  ['a tenth above the minimum, rounded up to two digits', { minimumDeposit: '0.000344' }, '0.00038'],
  ['whole units of a cheap coin', { minimumDeposit: '1234', claimedDepositAmount: '50000' }, '1358'],
  ['half of the order', { minimumDeposit: '0.02', claimedDepositAmount: '0.044' }, '0.022'],
  ['more than half of the order', { minimumDeposit: '0.02', claimedDepositAmount: '0.0439' }, null],
  ['unknown', { minimumDeposit: null }, null],
  ['of no use after a deposit', { minimumDeposit: '0.000344', deposits: [sampleDeposit({ amount: '0.0001' })] }, null],
  ['of no use at a fixed rate', { minimumDeposit: '0.000344', guarantee: signSample() }, null],
])('a test amount is %s', (_what, changes, expected) => {
  const laterDeposits = { rule: 'NEW_ORDER', withinHours: '24' } as const;
  const guarantee = signSample({ rateMode: 'FLOATING', laterDeposits });
  expect(testAmount(sampleOrder({ rateMode: 'FLOATING', guarantee, ...changes }))).toBe(expected);
});

test('asks for no coins in any stage of a card purchase', () => {
  const purchases = PURCHASE_STAGES.map((stage) => samplePurchase({ stage }));
  expect(purchases.filter(asksToSend)).toEqual([]);
  expect(orderStage(samplePurchase({ stage: 'DELIVERED' }))).toBe('completed');
  expect(orderStage(samplePurchase({ stage: 'NEWER' as 'PAID' }))).toBe('processing');
});
