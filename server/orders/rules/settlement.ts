import { add, type Decimal } from '../../../contract/money.ts';
import type { OrderRow, Settlement } from '../../db/tables/orders.ts';
import { fixedTermsOf, priceAtFixedRate } from './fixedPrice.ts';
import type { Known, OrderFacts } from './orderFacts.ts';

/** The payout and its network fee, in instrumentTo. */
export type PayoutTerms = Pick<OrderRow, 'amount_to_get' | 'network_fee'>;

/** Returns what a payout takes from the treasury, in instrumentTo. */
export function payoutReservation(payout: Decimal, networkFee: Decimal): Decimal {
  return add(payout, networkFee);
}

/** Returns what the amount received would pay out: the promised payout of a fixed rate, and today's of a floating one. */
export function payoutTerms(order: OrderRow, total: Decimal, facts: OrderFacts): Known<PayoutTerms> {
  if (order.rate_mode === 'FIXED') return { value: order };
  const price = facts.floatingPrice(total);
  if (!('value' in price)) return price;
  return { value: { amount_to_get: price.value.amountToGet, network_fee: price.value.networkFee } };
}

/** Prices the exchange of a confirmed deposit: at the promised rate, or at the market's (D9). */
export function settlementOf(order: OrderRow, total: Decimal, facts: OrderFacts): Known<Settlement> {
  const base = { settled_at: facts.now, amount: total };
  if (order.rate_mode === 'FIXED') {
    const { price, market_price, network_fee, collection_fee } = order;
    const { payout, platformFee } = priceAtFixedRate(fixedTermsOf(order), total, facts.payoutDecimals());
    return {
      value: { ...base, price, market_price, payout_amount: payout, network_fee, collection_fee, platform_fee: platformFee },
    };
  }
  const quote = facts.floatingPrice(total);
  if (!('value' in quote)) return quote;
  const { price, marketPrice, amountToGet, networkFee, collectionFee, platformFee } = quote.value;
  return {
    value: {
      ...base,
      price,
      market_price: marketPrice,
      payout_amount: amountToGet,
      network_fee: networkFee,
      collection_fee: collectionFee,
      platform_fee: platformFee,
    },
  };
}
