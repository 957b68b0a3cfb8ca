import { amount, ONE, round, toDecimal, ZERO, type Amount, type Decimal } from '../../../../contract/money.ts';
import type { MarketTick } from '../../market/marketFeed.ts';
import type { VenueMarket, VenueOrder } from '../liquidityVenue.ts';
import { toStep } from '../steps.ts';

/** As much is offered at the best price, and as much again at each worse one, in the base coin. */
const LEVEL_DEPTH = amount('20000');
/** How much worse each next price is, as a share of the best. */
const LEVEL_STEP = amount('0.0005');
/** Prices have six significant digits. */
const PRICE_DIGITS = 6;
const MINIMUM_COST = '5';
export const TAKER_PERCENT = '0.1';
const FEE_SHARE = amount('0.001');
/** Decimals of a fee, which is rounded up */
const FEE_DECIMALS = 18;

type Quoted = Pick<MarketTick, 'bid' | 'ask'>;

/** Returns the market of a coin. The steps follow from the order of magnitude of its price. */
export function marketOf(coin: string, tick: Quoted, base: Quoted): VenueMarket {
  const magnitude = bestPrice('BUY', tick, base).e;
  const amountStep = powerOfTen(-magnitude - 2);
  return {
    coin,
    amountStep,
    priceStep: powerOfTen(magnitude + 1 - PRICE_DIGITS),
    minimumAmount: amountStep,
    minimumCost: MINIMUM_COST,
    takerPercent: TAKER_PERCENT,
  };
}

/** Returns why the venue does not accept an order; null if it does. Balances are judged when it is executed. */
export function refusalOf(order: VenueOrder, market: VenueMarket): string | null {
  const [wanted, limit] = [amount(order.amount), amount(order.limit)];
  if (!isMultiple(wanted, market.amountStep) || !isMultiple(limit, market.priceStep))
    return 'the amount or price is between two steps';
  if (wanted.lt(amount(market.minimumAmount)) || wanted.times(limit).lt(amount(market.minimumCost)))
    return 'the order is too small';
  return null;
}

export interface Match {
  amount: Decimal;
  /** In the base coin */
  cost: Decimal;
}

/** Returns what is traded at each price, best first, for an order of at most `most` coins. */
export function matchOrder(
  order: Pick<VenueOrder, 'side' | 'limit'>,
  most: Amount,
  market: VenueMarket,
  tick: Quoted,
  base: Quoted,
): Match[] {
  const best = bestPrice(order.side, tick, base);
  const limit = amount(order.limit);
  const matches: Match[] = [];
  let rest = most;
  for (let level = 0; rest.gt(ZERO); level += 1) {
    const worse = LEVEL_STEP.times(amount(String(level)));
    const exact = best.times(order.side === 'BUY' ? ONE.plus(worse) : ONE.minus(worse));
    const price = toStep(exact, market.priceStep, order.side === 'BUY' ? 'up' : 'down');
    if (!price.gt(ZERO) || (order.side === 'BUY' ? price.gt(limit) : price.lt(limit))) break;
    const offered = toStep(LEVEL_DEPTH.div(price), market.amountStep, 'up');
    const traded = rest.lt(offered) ? rest : offered;
    matches.push({ amount: toDecimal(traded), cost: toDecimal(traded.times(price)) });
    rest = rest.minus(traded);
  }
  return matches;
}

/** Returns the fee of what the account receives. */
export function feeOf(received: Decimal): Decimal {
  return toDecimal(round(amount(received).times(FEE_SHARE), FEE_DECIMALS, 'up'));
}

/** Returns the best price of the market, in the base coin: the ask for a buyer, the bid for a seller. */
function bestPrice(side: VenueOrder['side'], tick: Quoted, base: Quoted): Amount {
  return side === 'BUY' ? amount(tick.ask).div(amount(base.bid)) : amount(tick.bid).div(amount(base.ask));
}

function isMultiple(value: Amount, step: Decimal): boolean {
  return value.gt(ZERO) && value.mod(amount(step)).eq(ZERO);
}

function powerOfTen(exponent: number): Decimal {
  return exponent >= 0 ? `1${'0'.repeat(exponent)}` : `0.${'0'.repeat(-exponent - 1)}1`;
}
