import type { ExtraDeposit, Order, OrderRefundInfo } from '../../../contract/api/orders.ts';
import type { OrderEventKind } from '../../../contract/order.ts';
import { sampleInstrument } from './sampleInstruments.ts';

export const SAMPLE_TIME = Date.parse('2026-11-20T14:02:00.000Z');
export const SAMPLE_ORDER_ID = '7F3KQ9VD21XMb0sW4nTzyA';
export const SAMPLE_DESTINATION = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const MINUTE = 60_000;

export const at = (minutes: number): string => new Date(SAMPLE_TIME + minutes * MINUTE).toISOString();

export const events = (...kinds: (OrderEventKind | (string & {}))[]): Order['orderEvents'] =>
  kinds.map((kind, place) => ({ kind, createdAt: at(place) }));

/** Returns a fixed-rate order that awaits its deposit, 1.3 minutes after creation. */
export function sampleOrder(changes: Partial<Order> = {}): Order {
  return {
    orderId: SAMPLE_ORDER_ID,
    rateMode: 'FIXED',
    pair: { instrumentFrom: sampleInstrument('btc'), instrumentTo: sampleInstrument('usdttrc20') },
    destinationAddress: SAMPLE_DESTINATION,
    destinationAddressMemo: null,
    refundAddress: 'bc1q9d•••5k2a',
    refundAddressMemo: null,
    userEmail: null,
    createdAt: at(0),
    expiresAt: at(20),
    confirmBy: at(80),
    serverTime: at(1.3),
    claimedDepositAmount: '0.05',
    claimedPublicRate: { price: '69716.04' },
    claimedNetworkFee: '1.94',
    platformFee_Absolute: '17.5',
    amountToGet: '3483.9',
    depositAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    depositAddressMemo: null,
    deposits: [],
    withdrawals: [],
    refunds: [],
    status: 'AWAITING_DEPOSIT',
    waitsFor: null,
    orderEvents: events('CREATION_END'),
    minConfirmationsToWithdraw: 2,
    redirectUrl: null,
    legacyOrderId: null,
    isExpired: false,
    attention: null,
    claims: [],
    watchedUntil: at(20 + 7 * 24 * 60),
    ...changes,
  };
}

export function sampleDeposit(changes: Partial<Order['deposits'][number]> = {}): Order['deposits'][number] {
  return {
    amount: '0.05',
    confirmations: 1,
    detectedAt: at(4),
    txHash: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
    explorerUrl: 'https://mempool.space/tx/4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
    ...changes,
  };
}

/** Returns the order as the order store holds it when the host knows only the specification (D1, D6, D57). */
export function specifiedOrder(order: Order): Order {
  const { status: _s, waitsFor: _w, attention: _a, claims: _c, watchedUntil: _u, confirmBy: _b, ...specified } = order;
  return { ...specified, refunds: [], isExpired: false };
}

/** One order for each state that the page can show. */
export const sampleOrders = {
  awaitingDeposit: () => sampleOrder(),
  depositSeen: () =>
    sampleOrder({ deposits: [sampleDeposit({ confirmations: 0 })], orderEvents: events('CREATION_END', 'DEPOSIT_REGISTERED') }),
  confirming: () =>
    sampleOrder({
      status: 'CONFIRMING',
      deposits: [sampleDeposit()],
      orderEvents: events('CREATION_END', 'DEPOSIT_REGISTERED', 'INCOMING_FUNDS_DETECTED'),
    }),
  wrongAmount: () =>
    sampleOrder({
      status: 'DECISION_NEEDED',
      deposits: [sampleDeposit({ amount: '0.048', confirmations: 2 })],
      orderEvents: events(
        'CREATION_END',
        'DEPOSIT_REGISTERED',
        'INCOMING_FUNDS_DETECTED',
        'FIXED_RATE_WRONG_DEPOSIT_AMOUNT_DETECTED',
        'RATE_MODE_CHANGED',
      ),
      attention: { reason: 'WRONG_DEPOSIT_AMOUNT', actions: ['ACCEPT', 'REFUND', 'CONTACT'], deadline: at(24 * 60) },
    }),
  payingOut: () =>
    sampleOrder({
      status: 'PAYING_OUT',
      deposits: [sampleDeposit({ confirmations: 2 })],
      withdrawals: [{ amount: '3483.9', sentAt: at(25), txHash: 'ab'.repeat(32), explorerUrl: null }],
      orderEvents: events('CREATION_END', 'DEPOSIT_REGISTERED', 'INCOMING_FUNDS_DETECTED', 'FUNDS_WITHDRAWAL_START'),
    }),
  completed: () =>
    sampleOrder({
      status: 'COMPLETED',
      deposits: [sampleDeposit({ confirmations: 2 })],
      withdrawals: [
        {
          amount: '3483.9',
          sentAt: at(25),
          txHash: 'ab'.repeat(32),
          explorerUrl: `https://tronscan.org/#/transaction/${'ab'.repeat(32)}`,
        },
      ],
      orderEvents: events(
        'CREATION_END',
        'DEPOSIT_REGISTERED',
        'INCOMING_FUNDS_DETECTED',
        'FUNDS_WITHDRAWAL_START',
        'WITHDRAWAL_COMPLETED',
      ),
    }),
  refundRequested: () =>
    sampleOrder({
      status: 'REFUND_REQUESTED',
      deposits: [sampleDeposit({ amount: '0.048' })],
      orderEvents: events(
        'CREATION_END',
        'DEPOSIT_REGISTERED',
        'INCOMING_FUNDS_DETECTED',
        'RATE_MODE_CHANGED',
        'REFUND_REQUESTED',
      ),
    }),
  refunded: () =>
    sampleOrder({
      status: 'REFUNDED',
      deposits: [sampleDeposit({ amount: '0.048', confirmations: 2 })],
      refunds: [
        {
          amount: '0.04791',
          networkFee: '0.00009',
          depositTxHash: sampleDeposit().txHash,
          sentAt: at(40),
          txHash: 'cd'.repeat(32),
          explorerUrl: `https://mempool.space/tx/${'cd'.repeat(32)}`,
        },
      ],
      orderEvents: events('CREATION_END', 'INCOMING_FUNDS_DETECTED', 'RATE_MODE_CHANGED', 'REFUND_REQUESTED', 'REFUND_COMPLETED'),
    }),
  expired: () => sampleOrder({ isExpired: true, serverTime: at(30) }),
} as const;

export function sampleRefundInfo(changes: Partial<OrderRefundInfo> = {}): OrderRefundInfo {
  return {
    refundAmountWithoutNetworkFee: '0.048',
    networkFee: '0.00009',
    refundAmount: '0.04791',
    refundAddress: 'bc1q9d•••5k2a',
    depositedAmount: '0.048',
    originalAmountToGet: '3483.9',
    offer: {
      quoteId: 'q'.repeat(22),
      amountToGet: '3352.14',
      price: '69836.25',
      fees: '18.66',
      validUntil: at(2.1),
    },
    ...changes,
  };
}

/** Returns an extra deposit of another coin on the order's address. It can be refunded. */
export function sampleExtra(changes: Partial<ExtraDeposit> = {}): ExtraDeposit {
  return {
    depositTxHash: 'ef'.repeat(32),
    depositIndex: 0,
    instrument: { currencyTitle: 'USDT', networkTitle: 'TRC20', slug: 'usdttrc20' },
    amount: '25',
    networkFee: '1.9',
    refundAmount: '23.1',
    refundAddress: 'TN3W4H•••xb3m9',
    state: 'HERE',
    actions: ['REFUND'],
    deadline: null,
    ...changes,
  };
}
