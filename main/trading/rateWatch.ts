import type { PairData } from '../../contract/api/rates.ts';
import { acceptedAmount, pairKey, watchedRateInput } from '../../contract/desktop/watchedRate.ts';
import { ApiError } from '../../contract/errors.ts';
import { marketPrice } from '../../contract/marketPrice.ts';
import { isDecimal, isPositive, type Decimal } from '../../contract/money.ts';
import type { Transport } from '../../contract/platform.ts';
import type { WatchedPair } from '../../contract/schemas/trading.ts';
import type { Subscriptions } from '../live/subscriptions.ts';

/** A market rate without fees: units of `to` for one unit of `from`. */
export interface MarketRate {
  price: Decimal;
  /** Tickers: "BTC", "USDT" */
  from: string;
  to: string;
  /** When it arrived, in ms since 1970 */
  at: number;
}

/** The rates that the main process itself needs, for alerts and the tray. */
export interface RateWatch {
  /** Calls back with every rate of the pair, at once if one is known. Returns the function that ends it. */
  watch(pair: WatchedPair, listener: (rate: MarketRate) => void): () => void;
}

interface Watched {
  listeners: Set<(rate: MarketRate) => void>;
  latest: MarketRate | null;
  end(): void;
}

interface Dependencies {
  subscriptions: Pick<Subscriptions, 'add'>;
  api: Transport;
  now?: () => number;
}

/** Watches each pair once, however many listeners it has. */
export function createRateWatch({ subscriptions, api, now = Date.now }: Dependencies): RateWatch {
  const pairs = new Map<string, Watched>();

  const start = (pair: WatchedPair): Watched => {
    let amount: Decimal = '1';
    /** Returns whether the answer has a rate. */
    const accept = (data: unknown): boolean => {
      const rate = rateOf(data, now());
      if (!rate) return false;
      watched.latest = rate;
      for (const listener of watched.listeners) listener(rate);
      return true;
    };
    /** Takes the rate from a refusal, so that the windows share the subscription. If it has none, asks with an amount within the limits. */
    const refuse = (error: unknown): void => {
      if (!(error instanceof ApiError) || accept(error.details?.['pairData'])) return;
      const expected = acceptedAmount(error);
      if (expected === null || expected === amount) return;
      amount = expected;
      subscription.renew();
    };
    const poll = async (): Promise<void> => {
      try {
        accept(await api.call('rates.one', watchedRateInput(pair, amount)));
      } catch (error) {
        refuse(error);
      }
    };
    const watched: Watched = { listeners: new Set(), latest: null, end: () => subscription.end() };
    const subscription = subscriptions.add({
      start: (subscriptionId) => ({ event: 'pairs.rates', data: { ...watchedRateInput(pair, amount), subscriptionId } }),
      end: (subscriptionId) => ({ event: 'pairs.unsubscribe', data: { subscriptionId } }),
      onMessage: ({ error, data }) => void (error ? refuse(error) : accept(data)),
      onSilence: () => void poll(),
    });
    return watched;
  };

  return {
    watch: (pair, listener) => {
      const key = pairKey(pair);
      const watched = pairs.get(key) ?? start(pair);
      pairs.set(key, watched);
      watched.listeners.add(listener);
      if (watched.latest) listener(watched.latest);
      return () => {
        if (!watched.listeners.delete(listener) || watched.listeners.size > 0) return;
        pairs.delete(key);
        watched.end();
      };
    },
  };
}

type Market = Pick<PairData, 'marketLeftPrice' | 'marketRightPrice' | 'instrumentFrom' | 'instrumentTo'>;

function rateOf(data: unknown, at: number): MarketRate | null {
  if (!isMarket(data)) return null;
  const price = marketPrice(data);
  if (!isDecimal(price) || !isPositive(price)) return null;
  return { price, from: data.instrumentFrom.currencyTitle, to: data.instrumentTo.currencyTitle, at };
}

function isMarket(data: unknown): data is Market {
  if (!isFields(data)) return false;
  const instruments = [data['instrumentFrom'], data['instrumentTo']];
  return (
    isDecimal(data['marketLeftPrice']) &&
    isDecimal(data['marketRightPrice']) &&
    instruments.every((instrument) => isFields(instrument) && typeof instrument['currencyTitle'] === 'string')
  );
}

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
