import { amount, round, toDecimal, type Amount, type Decimal } from '../../../../contract/money.ts';

/** How a symbol's USD price is had from an exchange: directly, or through a dollar coin. */
export interface PriceRoute {
  symbol: string;
  /** "BTC/USD", "BTC/USDT" */
  market: string;
  /** The dollar coin that prices are in, null for dollars */
  through: string | null;
}

/** Dollars first; the dollar coins in the order in which they are traded most. */
const QUOTES: readonly (string | null)[] = [null, 'USDT', 'USDC'];

/** Finds for each symbol the market to ask; a symbol that the exchange does not trade is left out. */
export function findRoutes(symbols: readonly string[], markets: ReadonlySet<string>): PriceRoute[] {
  return symbols.flatMap((symbol) => {
    for (const through of QUOTES) {
      const market = `${symbol}/${through ?? 'USD'}`;
      if (symbol !== through && markets.has(market)) return [{ symbol, market, through }];
    }
    return [];
  });
}

export interface BidAsk {
  bid: Amount;
  ask: Amount;
}

const PRICE_DECIMALS = 20;

/** USD prices from those of the markets. A dollar coin without a dollar market of its own counts as one dollar. */
export function toDollars(
  routes: readonly PriceRoute[],
  priceOf: (market: string) => BidAsk | null,
): Map<string, { bid: Decimal; ask: Decimal }> {
  const one = { bid: amount('1'), ask: amount('1') };
  const dollarCoin = (coin: string | null): BidAsk => (coin === null ? one : (priceOf(`${coin}/USD`) ?? one));
  const prices = new Map<string, { bid: Decimal; ask: Decimal }>();
  for (const { symbol, market, through } of routes) {
    const price = priceOf(market);
    if (!price) continue;
    const dollars = dollarCoin(through);
    prices.set(symbol, {
      bid: toDecimal(round(price.bid.times(dollars.bid), PRICE_DECIMALS, 'down')),
      ask: toDecimal(round(price.ask.times(dollars.ask), PRICE_DECIMALS, 'up')),
    });
  }
  return prices;
}

/** A bid and an ask as ccxt gives them; null when one is missing, is no decimal or they are the wrong way round. */
export function readBidAsk(bid: unknown, ask: unknown): BidAsk | null {
  const [low, high] = [readPositive(bid), readPositive(ask)];
  return low && high && low.lte(high) ? { bid: low, ask: high } : null;
}

function readPositive(value: unknown): Amount | null {
  if (typeof value !== 'string' || !/^\d+(?:\.\d+)?$/.test(value)) return null;
  const read = amount(value);
  return read.gt('0') ? read : null;
}
