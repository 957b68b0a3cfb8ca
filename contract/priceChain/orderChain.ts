import type { Order } from '../api/orders.ts';
import { add, amount, isPositive, ONE, roundToDecimal, toDecimal, type Amount, type Decimal } from '../money.ts';
import { depositedAmount, orderStage, ownDeposits } from '../orderStage.ts';
import { agreedAmount, agreedPrice, amountToReceive } from '../orderTerms.ts';
import { exactPrice, priceChain, type PriceChain, type StatedPrice } from './priceChain.ts';

const HUNDRED = amount('100');

/** Returns the chain of an order as it is priced now: agreed, accepted later, or settled. */
export function orderChain(order: Order): PriceChain {
  const isSettled = Boolean(order.settledPrice);
  const isPaid = ownDeposits(order).length > 0 && orderStage(order) !== 'partlyPaid';
  const received = amountToReceive(order);
  if (!isSettled && (!isPaid || !isPositive(received))) return termsChain(order);
  const sent = depositedAmount(order);
  // Until the host prices the deposit, it states the fee of the agreed amount.
  const share = isSettled || order.acceptedPrice ? ONE : amount(sent).div(amount(order.claimedDepositAmount));
  return chainOf(order, sent, received, amount(order.platformFee_Absolute).times(share));
}

/** Returns the chain of the agreed amount, whatever was deposited. */
export function termsChain(order: Order): PriceChain {
  return chainOf(order, agreedAmount(order), order.amountToGet, amount(order.platformFee_Absolute));
}

function chainOf(order: Order, sent: Decimal, received: Decimal, fee: Amount): PriceChain {
  const { precisionDecimals: decimals } = order.pair.instrumentTo;
  const platformFee = roundToDecimal(fee, decimals, 'up');
  const exchange = { sent, received, networkFee: order.claimedNetworkFee, platformFee, decimals };
  return priceChain(exchange, statedPrice(order, order.settledPrice ?? agreedPrice(order)));
}

/**
 * Returns the chain of a floating rate as it was estimated when the order was created; null: the host did not sign it, or the
 * customer has accepted another offer since.
 */
export function agreedChain(order: Order): PriceChain | null {
  const { document } = order.guarantee ?? {};
  if (!document || document.rateMode !== 'FLOATING' || order.acceptedPrice) return null;
  const exchange = {
    sent: document.claimedDepositAmount,
    received: document.amountToGet,
    networkFee: document.networkFee,
    platformFee: document.platformFee,
    decimals: order.pair.instrumentTo.precisionDecimals,
  };
  return priceChain(exchange, statedPrice(order, document.price));
}

/** The percentages are those of the signed guarantee. A host that signs none (D30) states no percentages. */
function statedPrice({ guarantee, rateMode }: Order, priceAfterFees: Decimal): StatedPrice | null {
  const { platformFeePercent: servicePercent, fixedPremiumPercent = null } = guarantee?.document ?? {};
  if (servicePercent === undefined) return null;
  const premiumPercent = rateMode === 'FIXED' ? fixedPremiumPercent : null;
  const fee = amount(add(servicePercent, premiumPercent ?? '0')).div(HUNDRED);
  const price = amount(priceAfterFees).div(ONE.minus(fee));
  return { marketPrice: toDecimal(exactPrice(price)), servicePercent, premiumPercent };
}
