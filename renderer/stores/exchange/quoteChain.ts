import type { PairData } from '../../../contract/api/rates.ts';
import { amount, isPositive, ONE, roundToDecimal, subtract, type Decimal } from '../../../contract/money.ts';
import { priceChain, type PriceChain, type StatedPrice } from '../../../contract/priceChain/priceChain.ts';
import { serviceFee } from './estimate.ts';

const PERCENT_DECIMALS = 4;
const HUNDRED = amount('100');

/** Returns the chain of sending `toGive` at the last rate, of which `toGet` arrives; null while nothing can be exchanged. */
export function quoteChain(data: PairData, toGive: Decimal, toGet: Decimal): PriceChain | null {
  if (!isPositive(toGive)) return null;
  const exchange = {
    sent: toGive,
    received: toGet,
    networkFee: data.finalNetworkFeeAmount,
    platformFee: serviceFee(data, toGive),
    decimals: data.instrumentTo.precisionDecimals,
  };
  return priceChain(exchange, statedPrice(data));
}

function statedPrice({ price, marketLeftPrice, rateMode, fixedPremiumPercent }: PairData): StatedPrice | null {
  if (!isPositive(marketLeftPrice)) return null;
  const fee = ONE.minus(amount(price).div(amount(marketLeftPrice))).times(HUNDRED);
  const percent = roundToDecimal(fee, PERCENT_DECIMALS, 'down');
  const premiumPercent = rateMode === 'FIXED' ? (fixedPremiumPercent ?? null) : null;
  return { marketPrice: marketLeftPrice, servicePercent: subtract(percent, premiumPercent ?? '0'), premiumPercent };
}
