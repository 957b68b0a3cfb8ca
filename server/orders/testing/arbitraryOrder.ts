import * as fc from 'fast-check';
import { amount, roundToDecimal, type Decimal } from '../../../contract/money.ts';
import { DECISION_REASONS, type DecisionReason } from '../../../contract/order.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import type { FakeDesk } from './fakeDesk.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** An order in one of the statuses that the worker moves, its deposits, and the market. Durations are in ms. */
export interface OrderSituation {
  status: 'AWAITING_DEPOSIT' | 'CONFIRMING' | 'DECISION_NEEDED' | 'REFUND_REQUESTED';
  reason: DecisionReason;
  /** Since its creation */
  age: number;
  hasRefundAddress: boolean;
  isSeen: boolean;
  isLocked: boolean;
  isFundsDetected: boolean;
  isAccepted: boolean;
  /** Until the decision deadline */
  decisionLeft: number;
  agreedRefundFee: Decimal | null;
  deposits: { share: string; when: number; state: 'PENDING' | 'IN_BLOCK' | 'BOOKED' }[];
  market: {
    isStale: boolean;
    missingFor: number;
    price: Decimal;
    minimum: Decimal;
    congested: readonly string[];
    payoutFee: Decimal;
  };
  /** How old the scan of the deposit network is */
  scanAge: number;
}

/** Ages around the deadlines of a fixed rate (20 minutes, `confirm_by` an hour later), of a floating order, and of long waits. */
const age = fc.oneof(
  fc.integer({ min: 0, max: 40 * HOUR }),
  fc
    .tuple(fc.constantFrom(20 * MINUTE, 80 * MINUTE, 6 * HOUR, 24 * HOUR, 72 * HOUR), fc.constantFrom(-1, 0, 1))
    .map(([at, by]) => at + by),
);

export const arbitrarySituation: fc.Arbitrary<OrderSituation> = fc.record({
  status: fc.constantFrom('AWAITING_DEPOSIT', 'CONFIRMING', 'DECISION_NEEDED', 'REFUND_REQUESTED'),
  reason: fc.constantFrom(...DECISION_REASONS),
  age,
  hasRefundAddress: fc.boolean(),
  isSeen: fc.boolean(),
  isLocked: fc.boolean(),
  isFundsDetected: fc.boolean(),
  isAccepted: fc.boolean(),
  decisionLeft: fc.constantFrom(-HOUR, 0, 1, HOUR, 24 * HOUR),
  agreedRefundFee: fc.constantFrom(null, '0.00003', '0.04'),
  deposits: fc.array(
    fc.record({
      share: fc.constantFrom('0.005', '0.3', '0.5', '0.995', '1', '1.004', '1.2', '20000'),
      when: fc.double({ min: 0, max: 1, noNaN: true }),
      state: fc.constantFrom('PENDING', 'IN_BLOCK', 'BOOKED'),
    }),
    { maxLength: 3 },
  ),
  market: fc.record({
    isStale: fc.boolean(),
    missingFor: fc.constantFrom(0, HOUR, 6 * HOUR - 1, 6 * HOUR, 30 * HOUR),
    price: fc.constantFrom('60000', '58000'),
    minimum: fc.constantFrom('0.001', '0.07'),
    congested: fc.subarray(['btc', 'usdttrc20']),
    payoutFee: fc.constantFrom('1.5', '40'),
  }),
  scanAge: fc.constantFrom(0, 5 * MINUTE, 30 * HOUR),
});

/** Returns what the situation changes in a new order of 0.1 BTC, and its deposits, as of `now`. */
export function orderIn(order: OrderRow, wanted: OrderSituation, now: number): { order: OrderRow; deposits: DepositRow[] } {
  const { status } = wanted;
  const created = now - wanted.age;
  const shift = created - order.created_at;
  const isAwaiting = status === 'AWAITING_DEPOSIT';
  const isAccepted = !isAwaiting && order.rate_mode === 'FLOATING' && wanted.isAccepted;
  const isFixed = order.rate_mode === 'FIXED';
  const { network_fee, collection_fee, platform_fee, amount_to_get, price } = order;
  const deposits = wanted.deposits.map((one, index) => toDeposit(order, one, index, created, now));
  const [first] = deposits;
  return {
    deposits,
    order: {
      ...order,
      status,
      created_at: created,
      expires_at: order.expires_at + shift,
      confirm_by: order.confirm_by === null ? null : order.confirm_by + shift,
      watch_until: now + 90 * 24 * HOUR,
      refund_address: wanted.hasRefundAddress || status === 'REFUND_REQUESTED' ? order.refund_address : null,
      first_deposit_at: isAwaiting && !wanted.isSeen ? null : (first?.detected_at ?? created),
      rate_locked_at: isFixed && (isAwaiting ? wanted.isLocked : status === 'CONFIRMING') ? created : null,
      // Only an accepted order continues before a deposit is in a block.
      funds_detected_at: isAwaiting || (!wanted.isFundsDetected && (status !== 'CONFIRMING' || isAccepted)) ? null : created,
      decision_reason: status === 'DECISION_NEEDED' || isAccepted ? wanted.reason : null,
      decision_deadline: status === 'DECISION_NEEDED' ? now + wanted.decisionLeft : null,
      acceptance: isAccepted ? { price, amount_to_get, network_fee, collection_fee, platform_fee } : null,
      refund:
        status === 'REFUND_REQUESTED' && wanted.agreedRefundFee !== null
          ? { amount: '0.01', network_fee: wanted.agreedRefundFee, collection_fee: '0' }
          : null,
    },
  };
}

function toDeposit(
  order: OrderRow,
  { share, when, state }: OrderSituation['deposits'][number],
  index: number,
  created: number,
  now: number,
): DepositRow {
  const detectedAt = created + Math.floor((now - created) * when);
  return {
    network: order.network_from,
    tx_hash: `${order.id}-${index}`,
    transfer_index: 0,
    order_id: order.id,
    instrument: order.instrument_from,
    to_address: order.deposit_address,
    memo: null,
    amount: roundToDecimal(amount(order.claimed_deposit_amount).times(amount(share)), 8, 'down'),
    block_height: state === 'PENDING' ? null : 5,
    confirmations: state === 'PENDING' ? 0 : state === 'IN_BLOCK' ? 1 : 10,
    is_reorged: 0,
    booked_at: state === 'BOOKED' ? detectedAt : null,
    role: null,
    detected_at: detectedAt,
    in_block_at: state === 'PENDING' ? null : detectedAt,
    refund_id: null,
    refund_at: 0,
    refund_address: null,
    refund_memo: null,
    refund_fee_factor: null,
    refund_least: '0',
  };
}

export function setMarket(desk: FakeDesk, { market }: OrderSituation, now: number): void {
  desk.isStale = market.isStale;
  desk.missingSince = now - market.missingFor;
  desk.prices.set('btc', market.price);
  desk.minimum = market.minimum;
  desk.congested = new Set(market.congested);
  desk.fees.set('usdttrc20', market.payoutFee);
}

export function resetMarket(desk: FakeDesk): void {
  Object.assign(desk, { isStale: false, missingSince: null, minimum: '0.001', congested: new Set() });
  desk.prices.set('btc', '60000');
  desk.fees.set('usdttrc20', '1.5');
}
