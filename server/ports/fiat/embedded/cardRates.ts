import { amount, compare, roundToDecimal, toDecimal, type Decimal } from '../../../../contract/money.ts';
import type { MarketFeed } from '../../market/marketFeed.ts';

/** What the embedded provider charges, in percent of the amount, besides what the shop gets */
const CARD_FEE_PERCENT = '3.95';
export const CARD_LIMITS = { least: '30', most: '12000' } as const;
const COIN_DECIMALS = 8;
const MONEY_DECIMALS = 2;

export interface CardRate {
  amount: Decimal;
  amountToGet: Decimal;
  rate: Decimal;
  fee: Decimal;
  feeInCoin: Decimal;
}

/** Returns the rate for an amount of money; null for an amount off the limits, or without a price. `decimals`: those of the coin. */
export function cardRate(
  feed: Pick<MarketFeed, 'tick'>,
  wanted: { currency: string; coin: string; amount: Decimal; decimals: number },
  partnerFeePercent: Decimal,
): CardRate | null {
  const [coin, money] = [feed.tick(wanted.coin), feed.tick(wanted.currency)];
  const isWithin = compare(wanted.amount, CARD_LIMITS.least) >= 0 && compare(wanted.amount, CARD_LIMITS.most) <= 0;
  if (!coin || !money || !isWithin) return null;
  const decimals = Math.min(wanted.decimals, COIN_DECIMALS);
  const rate = amount(coin.ask).div(amount(money.bid));
  const percent = amount(CARD_FEE_PERCENT).plus(amount(partnerFeePercent));
  const fee = amount(roundToDecimal(amount(wanted.amount).times(percent).div(amount('100')), MONEY_DECIMALS, 'up'));
  return {
    amount: roundToDecimal(amount(wanted.amount), MONEY_DECIMALS, 'up'),
    amountToGet: roundToDecimal(amount(wanted.amount).minus(fee).div(rate), decimals, 'down'),
    rate: roundToDecimal(rate, COIN_DECIMALS, 'up'),
    fee: toDecimal(fee),
    feeInCoin: roundToDecimal(fee.div(rate), decimals, 'up'),
  };
}
