import type { Exchange } from 'ccxt';
import { isDecimal, type Decimal } from '../../../../contract/money.ts';
import { createFailureLog } from '../../../common/failureLog.ts';
import { repeat } from '../../../common/repeat.ts';
import type { Logger } from '../../../common/log.ts';
import type { MarketFeed, MarketTick } from '../marketFeed.ts';
import { openExchange, type ExchangeClientOptions } from './exchangeClient.ts';
import { findRoutes, readBidAsk, toDollars, type PriceRoute } from './routes.ts';
import { createUndatedTime } from './undatedTime.ts';

export interface ExchangeFeedOptions extends ExchangeClientOptions {
  /** Exchange id of ccxt, such as "kraken". */
  exchange: string;
  /** The `marketSymbol`s of the catalogue. */
  symbols: readonly string[];
  log: Logger;
  pollMs?: number;
  now?: () => number;
}

const POLL_MS = 2_000;
const CANDLE = '15m';
const CANDLE_MS = 15 * 60_000;
const DAY_CANDLES = 96;
const CLOSE = 4;

/**
 * Creates a feed of a real exchange, polled every two seconds. A symbol that the exchange does not trade has no price. While the
 * exchange does not answer, the last prices stay and age; the price book judges their age (D41).
 */
export async function createExchangeFeed(options: ExchangeFeedOptions): Promise<MarketFeed> {
  const { exchange, symbols, log, pollMs = POLL_MS, now = Date.now } = options;
  const client = await openExchange(exchange, options);
  const ticks = new Map<string, MarketTick>();
  const listeners = new Set<(symbols: readonly string[]) => void>();
  const history = createCandleHistory(client, log, now);
  const undatedTime = createUndatedTime();
  let routes: readonly PriceRoute[] = [];

  const prepare = async (): Promise<void> => {
    // Without `true`, ccxt caches a failed load for ever.
    const markets = await client.loadMarkets(true);
    const spot = Object.values(markets).flatMap((market) => (market?.spot && market.active !== false ? [market.symbol] : []));
    routes = findRoutes(symbols, new Set(spot));
    log.info({ exchange, symbols: routes.length }, 'exchange ready');
  };

  const poll = async (): Promise<void> => {
    if (routes.length === 0) await prepare();
    const coins = routes.flatMap(({ through }) => (through === null ? [] : [`${through}/USD`]));
    const wanted = [...new Set([...routes.map(({ market }) => market), ...coins])].filter((market) => client.markets?.[market]);
    const requestedAt = now();
    const tickers = await client.fetchTickers(wanted);
    const received = now();
    const undated = undatedTime(
      wanted.map((market) => tickers[market]).filter((ticker) => ticker?.timestamp === undefined),
      requestedAt,
    );
    const timeOf = (market: string): number => Math.min(Number(tickers[market]?.timestamp ?? undated), received);
    const priceOf = (market: string) => readBidAsk(tickers[market]?.bid, tickers[market]?.ask);
    const prices = toDollars(routes, priceOf);
    for (const { symbol, market, through } of routes) {
      const price = prices.get(symbol);
      const coin = `${through}/USD`;
      // A price through a dollar coin is as old as the older of its two prices.
      const at = through !== null && tickers[coin] ? Math.min(timeOf(market), timeOf(coin)) : timeOf(market);
      if (price) ticks.set(symbol, { symbol, ...price, at });
    }
    if (symbols.includes('USD')) ticks.set('USD', { symbol: 'USD', bid: '1', ask: '1', at: received });
    failures.worked();
    for (const listener of listeners) listener([...prices.keys()]);
  };

  const failures = createFailureLog(log, { failed: 'exchange does not answer', works: 'exchange answers again', exchange });

  return {
    code: exchange.toUpperCase(),
    tick: (symbol) => ticks.get(symbol),
    symbols: () => [...ticks.keys()],
    history: (symbol) => history(routes.find((route) => route.symbol === symbol)),
    minimumAmount: (symbol) => {
      const route = routes.find((candidate) => candidate.symbol === symbol);
      const least: unknown = route && client.markets?.[route.market]?.limits.amount?.min;
      return isDecimal(least) ? least : null;
    },
    onTick: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: async () => {
      await poll().catch(failures.failed);
      return repeat(poll, { pauseMs: pollMs, pausesFirst: true, onError: failures.failed });
    },
  };
}

/** Returns the last day of a market. Fetches it on first use and then every 15 minutes; empty until the first result. */
function createCandleHistory(client: Exchange, log: Logger, now: () => number) {
  const cached = new Map<string, { at: number; points: readonly { at: number; price: Decimal }[] }>();

  const fetch = async ({ symbol, market }: PriceRoute): Promise<void> => {
    try {
      const candles: readonly (readonly unknown[])[] = await client.fetchOHLCV(market, CANDLE, undefined, DAY_CANDLES + 1);
      const points = candles.flatMap((candle) => {
        const close = candle[CLOSE];
        return isDecimal(close) ? [{ at: Number(candle[0]), price: close }] : [];
      });
      cached.set(symbol, { at: now(), points });
    } catch (error) {
      log.warn({ err: error, market }, 'no history of this market');
    }
  };

  return (route: PriceRoute | undefined): readonly { at: number; price: Decimal }[] => {
    if (!route || !client.has['fetchOHLCV']) return [];
    const known = cached.get(route.symbol);
    if (!known || now() - known.at > CANDLE_MS) {
      // Set the time before the request, so that many callers cause only one.
      cached.set(route.symbol, { at: now(), points: known?.points ?? [] });
      void fetch(route);
    }
    const since = now() - (DAY_CANDLES + 1) * CANDLE_MS;
    return (known?.points ?? []).filter(({ at }) => at >= since);
  };
}
