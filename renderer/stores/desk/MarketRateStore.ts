import { makeAutoObservable } from 'mobx';
import type { PairData } from '../../../contract/api/rates.ts';
import { acceptedAmount, watchedRateInput } from '../../../contract/desktop/watchedRate.ts';
import { marketPrice } from '../../../contract/marketPrice.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { Clock, Platform } from '../../../contract/platform.ts';
import type { WatchedPair } from '../../../contract/schemas/trading.ts';
import { createLiveFeed, type RateSubscription } from '../../api/liveFeed.ts';
import type { AppStores } from '../createAppStores.ts';
import { exchangeGroup } from '../exchange/exchangeGroup.ts';
import { RateLine } from '../exchange/RateLine.ts';
import { watchGroup } from './WatchStore.ts';

interface Dependencies {
  platform: Platform;
  clock: Clock;
  hasSubscriptionIds: () => boolean;
  /** What the window knows about a pair already; null: nothing */
  knownOf: (pair: WatchedPair) => PairData | null;
}

/** The live market rate of one pair, which does not have to be the pair of the form. */
export class MarketRateStore {
  private readonly line = new RateLine('FLOATING');
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** The market's mid price without fees: units of `to` for one unit of `from`. Null before the first answer. */
  get rate(): Decimal | null {
    return this.line.data && marketPrice(this.line.data);
  }

  /** The host does not exchange the pair now, so there is no rate. */
  get isRefused(): boolean {
    return this.line.isUnsupported;
  }

  /** Subscribes to the rate. Returns the function that stops it. */
  follow(pair: WatchedPair): () => void {
    const { platform, clock, hasSubscriptionIds, knownOf } = this.#dependencies;
    const feed = createLiveFeed({ platform, hasSubscriptionIds });
    const input = watchedRateInput(pair);
    this.line.request(input, true);
    const known = knownOf(pair);
    if (known) this.line.accept(known, input, clock.now());
    const subscription: RateSubscription = feed.subscribe(input, {
      onRate: (data) => this.line.accept(data, input, clock.now()),
      onError: (error) => {
        this.line.refuse(error, input, clock.now());
        // A host that sends no rate with a refusal gets an amount that it accepts.
        const expected = this.rate === null ? acceptedAmount(error) : null;
        if (expected !== null) subscription.change(watchedRateInput(pair, expected));
      },
    });
    return () => feed.close();
  }
}

/** Creates the store for one view. It starts with the rate that the form or the watch list shows. */
export function createMarketRate(stores: AppStores): MarketRateStore {
  const { platform, clock, health, exchange } = exchangeGroup(stores);
  const { watch } = watchGroup(stores);
  const ofForm = (pair: WatchedPair): PairData | null => {
    const { data } = exchange.line;
    return data?.instrumentFrom.slug === pair.from && data.instrumentTo.slug === pair.to ? data : null;
  };
  return new MarketRateStore({
    platform,
    clock,
    hasSubscriptionIds: () => health.hasFeature('subscription-id'),
    knownOf: (pair) => ofForm(pair) ?? watch.line(pair)?.data ?? null,
  });
}
