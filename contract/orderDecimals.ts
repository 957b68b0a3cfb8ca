import type { Order, OrderRefundInfo } from './api/orders.ts';
import { mostDecimals } from './formatAmount.ts';
import type { Decimal } from './money.ts';

/** Decimals by instrument slug. */
export type CoinDecimals = Readonly<Record<string, number>>;

/**
 * Returns how many decimals the amounts of each coin have on a page or in an e-mail about an order (D58). The coin to receive has all
 * of its decimals. The coin to send has those of the longest amount: the claimed one, a deposit, a refund or its fees.
 */
export function orderDecimals(order: Order, info: OrderRefundInfo | null = null): CoinDecimals {
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const extra = (info?.extra ?? []).filter(({ instrument }) => instrument.slug === from.slug);
  const amounts: (Decimal | null | undefined)[] = [
    order.claimedDepositAmount,
    ...order.deposits.map(({ amount }) => amount),
    ...order.refunds.flatMap(({ amount, networkFee }) => [amount, networkFee]),
    ...(info ? [info.refundAmount, info.networkFee, info.collectionFeeAmount] : []),
    ...extra.flatMap(({ refundAmount, networkFee, collectionFeeAmount }) => [refundAmount, networkFee, collectionFeeAmount]),
  ];
  return { [from.slug]: mostDecimals(amounts.map((amount) => amount ?? '0')), [to.slug]: to.precisionDecimals };
}
