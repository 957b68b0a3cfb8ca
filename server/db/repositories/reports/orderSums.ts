import { add, amount, isPositive, roundToDecimal, subtract, sum, toDecimal, type Decimal } from '../../../../contract/money.ts';
import type { OrderDayRow } from '../../tables/reports.ts';

/** What an ended order adds to the sums of its day. */
export type OrderSums = Omit<OrderDayRow, 'day' | 'instrument_from' | 'instrument_to' | 'version'>;

const USD_DECIMALS = 6;
const MARGIN_DECIMALS = 18;

export const NO_SUMS: OrderSums = {
  completed: 0,
  refunded: 0,
  unpriced: 0,
  sent: '0',
  paid: '0',
  platform_fees: '0',
  margins: '0',
  network_fees: '0',
  refund_fees: '0',
  sent_usd: '0',
  paid_usd: '0',
  revenue_usd: '0',
  network_fees_usd: '0',
  referrer_shares: '0',
  cashback: '0',
};

/** A completed exchange: `sent` in instrument_from, the price in instrument_to per 1 instrument_from, the rest in instrument_to. */
export interface CompletedExchange {
  sent: Decimal;
  paid: Decimal;
  platformFee: Decimal;
  networkFee: Decimal;
  marketPrice: Decimal;
  /** What the caps counted of the payout, in USD; null: it had no price */
  usdValue: Decimal | null;
  /** What it earned, in USDT */
  referrerShare: Decimal;
  cashback: Decimal;
}

export function sumsOfCompleted({
  sent,
  paid,
  platformFee,
  networkFee,
  marketPrice,
  usdValue,
  referrerShare,
  cashback,
}: CompletedExchange): OrderSums {
  const worth = toDecimal(amount(sent).times(amount(marketPrice)));
  const margin = roundToDecimal(amount(subtract(worth, sum([paid, platformFee, networkFee]))), MARGIN_DECIMALS, 'down');
  const toUsd = converter(paid, usdValue);
  return {
    ...NO_SUMS,
    completed: 1,
    unpriced: toUsd ? 0 : 1,
    sent,
    paid,
    platform_fees: platformFee,
    margins: margin,
    network_fees: networkFee,
    referrer_shares: referrerShare,
    cashback,
    ...(toUsd && {
      sent_usd: toUsd(worth),
      paid_usd: toUsd(paid),
      revenue_usd: toUsd(add(platformFee, margin)),
      network_fees_usd: toUsd(networkFee),
    }),
  };
}

/** `refunded` and its fee are in instrument_from. */
export function sumsOfRefunded({
  refunded,
  networkFee,
  usdValue,
}: {
  refunded: Decimal;
  networkFee: Decimal;
  usdValue: Decimal | null;
}): OrderSums {
  const toUsd = converter(refunded, usdValue);
  return {
    ...NO_SUMS,
    refunded: 1,
    unpriced: toUsd ? 0 : 1,
    refund_fees: networkFee,
    ...(toUsd && { network_fees_usd: toUsd(networkFee) }),
  };
}

/** Returns a function that converts amounts of the coin of a payment into USD, at the price of the payment; null without a price. */
function converter(paid: Decimal, usdValue: Decimal | null): ((value: Decimal) => Decimal) | null {
  if (usdValue === null || !isPositive(paid)) return null;
  return (value) => roundToDecimal(amount(value).times(amount(usdValue)).div(amount(paid)), USD_DECIMALS, 'down');
}

export function addSums(left: OrderSums, right: OrderSums): OrderSums {
  return {
    completed: left.completed + right.completed,
    refunded: left.refunded + right.refunded,
    unpriced: left.unpriced + right.unpriced,
    sent: add(left.sent, right.sent),
    paid: add(left.paid, right.paid),
    platform_fees: add(left.platform_fees, right.platform_fees),
    margins: add(left.margins, right.margins),
    network_fees: add(left.network_fees, right.network_fees),
    refund_fees: add(left.refund_fees, right.refund_fees),
    sent_usd: add(left.sent_usd, right.sent_usd),
    paid_usd: add(left.paid_usd, right.paid_usd),
    revenue_usd: add(left.revenue_usd, right.revenue_usd),
    network_fees_usd: add(left.network_fees_usd, right.network_fees_usd),
    referrer_shares: add(left.referrer_shares, right.referrer_shares),
    cashback: add(left.cashback, right.cashback),
  };
}
