import { amount, round, toDecimal, type Amount, type Decimal } from '../../../../contract/money.ts';

/** The market that gives a symbol's USD price: directly, or through a dollar coin. */
export interface PriceRoute {
  symbol: string;
  /** "BTC/USD", "BTC/USDT" */
  market: string;
  /** The dollar coin that the market quotes; null for dollars. */
  through: string | null;
}

/** Dollars first, then dollar coins by trading volume. */
const QUOTES: readonly (string | null)[] = [null, 'USDT', 'USDC'];

/** Returns the market of each symbol. Leaves out symbols that the exchange does not trade. */
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

/** Returns USD prices from market prices. A dollar coin without a dollar market counts as one dollar. */
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

/** Returns ccxt's bid and ask; null when one is missing or not a positive decimal, or the bid exceeds the ask. */
export function readBidAsk(bid: unknown, ask: unknown): BidAsk | null {
  const [low, high] = [readPositive(bid), readPositive(ask)];
  return low && high && low.lte(high) ? { bid: low, ask: high } : null;
}

function readPositive(value: unknown): Amount | null {
  if (typeof value !== 'string' || !/^\d+(?:\.\d+)?$/.test(value)) return null;
  const read = amount(value);
  return read.gt('0') ? read : null;
}
