import { ApiError } from '../../../contract/errors.ts';
import { add, amount, roundToDecimal } from '../../../contract/money.ts';
import type { OrderEventTable, OrderRow } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { instrumentOf } from '../../instruments/lookup.ts';
import { PRICE_DISTRUST_REASONS } from '../../pricing/priceBook.ts';
import type { OrderContext } from '../core/context.ts';
import { ownSendId } from '../core/orderSends.ts';
import type { Known, OrderFacts } from '../rules/orderFacts.ts';
import { collectionOf } from '../rules/costsLimit.ts';
import type { RefundTerms } from '../rules/refundRules.ts';
import { sendDelay, type SendDelay } from '../rules/sendDelay.ts';

type Desk = Pick<OrderContext, 'desk'>;

/** What the database knows of an order, besides its row and its deposits. */
export interface StoredFacts {
  scannedUntil: number;
  events: readonly Pick<OrderEventTable, 'kind' | 'created_at'>[];
  sends: readonly OutboxRow[];
}

/** Returns the facts of a decision about an order. Prices and fees are looked up when the decision needs them. */
export function factsOf(context: OrderContext, order: OrderRow, { scannedUntil, events, sends }: StoredFacts): OrderFacts {
  const { desk } = context;
  const { instrument_from: from, instrument_to: to } = order;
  const now = context.now();
  const look = <Value>(read: () => Value): Known<Value> => lookUp(context, read);
  return {
    now,
    scannedUntil,
    acceptedAt: events.findLast(({ kind }) => kind === 'RATE_MODE_CHANGE_ACCEPTED')?.created_at ?? null,
    transferDelay:
      sends
        .filter((send) => isOwnSend(order, send))
        .map((send) => delayOf(context, send))
        .find(Boolean) ?? null,
    marketPrice: () => marketPriceOf(context, order, now),
    bounds: () => look(() => desk.bounds(from, to)),
    floatingPrice: (total) =>
      look(() => {
        const { payout_fee_factor: payoutFeeFactor, platform_fee_percent: platformFeePercent } = order;
        const terms = { rateMode: 'FLOATING', payoutFeeFactor, platformFeePercent } as const;
        return desk.settle({ fromSlug: from, toSlug: to, amountToGive: total, ...terms }, now);
      }),
    payoutFee: () => look(() => desk.networkFee(to, now)),
    collectionFee: () => look(() => desk.refundFees(from, 'TREASURY', now).collectionFee),
    refundTerms: () => refundTermsOf(context, order),
    isCongested: (transfer) => desk.isCongested(transfer === 'PAYOUT' ? to : from),
    payoutDecimals: () => instrumentOf(context, to).precisionDecimals,
  };
}

/** The market price in the order's direction. */
export function marketPriceOf(
  context: Desk,
  { instrument_from: from, instrument_to: to }: Pick<OrderRow, 'instrument_from' | 'instrument_to'>,
  now: number,
): ReturnType<OrderFacts['marketPrice']> {
  return lookUp(context, () => context.desk.marketPrice(from, to, now));
}

/** What a refund of the order's own deposits takes. */
export function refundTermsOf(context: OrderContext, order: OrderRow): Known<RefundTerms> {
  return lookUp(context, () => ownRefundTerms(context, order));
}

/** Returns what a refund of the order's own deposits takes. Throws ERR_SERVICE_UNAVAILABLE while its fees are unknown. */
export function ownRefundTerms(context: Pick<OrderContext, 'catalogue' | 'desk' | 'now'>, order: OrderRow): RefundTerms {
  const { instrument_from: from, refund_fee_factor: factor, refund_least: least } = order;
  if (order.settlement === null)
    return { ...context.desk.refundFees(from, 'DEPOSIT_ADDRESS', context.now(), factor ?? '1'), least };
  // A priced order was swept, even if its payout was cancelled. Its price contained what that cost then.
  const { precisionDecimals } = instrumentOf(context, from);
  const collectionFee = roundToDecimal(collectionOf(order).charge, precisionDecimals, 'up');
  const transferFee = amount(context.desk.networkFee(from, context.now())).times(amount(factor ?? '1'));
  return { networkFee: add(roundToDecimal(transferFee, precisionDecimals, 'up'), collectionFee), collectionFee, least };
}

/** The order's own payout or refund, and not the refund of an extra deposit. */
export function isOwnSend(order: Pick<OrderRow, 'id'>, { id }: Pick<OutboxRow, 'id'>): boolean {
  return id === ownSendId('PAYOUT', order) || id === ownSendId('REFUND', order);
}

/** Returns why a payout or refund is late; null when it is not. */
export function delayOf({ gateways }: Pick<OrderContext, 'gateways'>, send: OutboxRow): SendDelay | null {
  return sendDelay(send, (network) => gateways.has(network));
}

function lookUp<Value>({ desk }: Desk, read: () => Value): Known<Value> {
  try {
    return { value: read() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { reason, symbol } = error.details ?? {};
    // The price book refuses a price (D41). Any other reason is a failure of the database or network.
    const isPrice = PRICE_DISTRUST_REASONS.some((one) => one === reason);
    return { missingSince: isPrice ? (desk.priceMissingSince(String(symbol)) ?? 0) : null };
  }
}
