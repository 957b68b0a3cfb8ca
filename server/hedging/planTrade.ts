import { amount, ONE, round, toDecimal, ZERO, type Amount, type Decimal } from '../../contract/money.ts';
import type { VenueMarket, VenueOrder } from '../ports/venue/liquidityVenue.ts';
import { toStep } from '../ports/venue/steps.ts';
import type { HedgingLimits } from './hedgingSettings.ts';

/** Trusted prices of a coin, in the base coin and in USD */
export interface TradePrice {
  bid: Amount;
  ask: Amount;
  usd: Amount;
}

/** What is to be traded. */
export interface Trade extends Pick<VenueOrder, 'coin' | 'side' | 'amount' | 'limit'> {
  usdValue: Decimal;
}

/** How long some of a coin may be open before less than the usual amount is traded, in ms */
const WAIT_MS = 10 * 60_000;
/** How far the limit of an order may be from the trusted price, as a share */
const SLIPPAGE = amount('0.003');

/**
 * Returns the trade that closes an open position, or the part of it that one order may trade; null while it is too small. `open` is signed,
 * in the coin; `waitedMs` is how long some of it has been open.
 */
export function planTrade(
  open: Decimal,
  waitedMs: number,
  { market, price, limits }: { market: VenueMarket; price: TradePrice; limits: HedgingLimits },
): Trade | null {
  const size = amount(open).abs();
  const isDue = size.times(price.usd).gte(amount(limits.tradeAtUsd)) || waitedMs >= WAIT_MS;
  if (!isDue) return null;
  const most = amount(limits.perOrderUsd).div(price.usd);
  const traded = toStep(size.lt(most) ? size : most, market.amountStep, 'down');
  const isPurchase = amount(open).lt(ZERO);
  const limit = isPurchase
    ? toStep(price.ask.times(ONE.plus(SLIPPAGE)), market.priceStep, 'down')
    : toStep(price.bid.times(ONE.minus(SLIPPAGE)), market.priceStep, 'up');
  const isTooSmall = traded.lt(amount(market.minimumAmount)) || traded.times(limit).lt(amount(market.minimumCost));
  if (isTooSmall || !limit.gt(ZERO)) return null;
  return {
    coin: market.coin,
    side: isPurchase ? 'BUY' : 'SELL',
    amount: toDecimal(traded),
    limit: toDecimal(limit),
    usdValue: toDecimal(round(traded.times(price.usd), 2, 'up')),
  };
}
