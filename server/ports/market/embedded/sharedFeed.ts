import type { Decimal } from '../../../../contract/money.ts';
import { MARKET_BREAK_MODES, type MarketControls } from '../marketControls.ts';
import type { MarketFeed } from '../marketFeed.ts';
import type { EmbeddedFeed } from './embeddedFeed.ts';

/** What somebody did to the embedded market, where every process on the database finds it, after a restart too (D12). */
export interface MarketState {
  load(): Promise<{ prices: ReadonlyMap<string, Decimal>; mode: string }>;
  savePrice(symbol: string, price: Decimal): Promise<void>;
  saveMode(mode: ReturnType<MarketControls['mode']>): Promise<void>;
}

export interface SharedFeed {
  feed: MarketFeed;
  controls: MarketControls;
  /** Takes over what other processes did since the last time. Called by the timer that `feed.start` sets, and by tests. */
  follow(): Promise<void>;
}

const FOLLOW_MS = 1_000;

/** An embedded feed whose controls reach every process. The walks themselves stay each process' own, a little apart. */
export function createSharedFeed(feed: EmbeddedFeed, state: MarketState): SharedFeed {
  const prices = new Map<string, Decimal>();
  let mode = feed.controls.mode();
  /** What was loaded while somebody wrote here may be older than that. */
  let writes = 0;

  const change = (next: typeof mode): void => {
    mode = next;
    if (next === 'working') feed.controls.mend();
    else feed.controls.breakFeed(next);
  };
  const write = async (work: () => Promise<void>): Promise<void> => {
    writes += 1;
    await work();
    writes += 1;
  };
  const follow = async (): Promise<void> => {
    const before = writes;
    const loaded = await state.load();
    if (before !== writes) return;
    for (const [symbol, price] of loaded.prices) {
      if (prices.get(symbol) === price || !feed.symbols().includes(symbol)) continue;
      prices.set(symbol, price);
      await feed.controls.setPrice(symbol, price);
    }
    const known = MARKET_BREAK_MODES.find((one) => one === loaded.mode) ?? 'working';
    if (known !== mode) change(known);
  };

  return {
    follow,
    feed: {
      ...feed,
      start: async () => {
        await follow();
        const stop = await feed.start();
        // A database that does not answer now will do so a second later.
        const timer = setInterval(() => void follow().catch(() => undefined), FOLLOW_MS);
        return async () => {
          clearInterval(timer);
          await stop();
        };
      },
    },
    controls: {
      mode: () => mode,
      setPrice: async (symbol, price) => {
        await feed.controls.setPrice(symbol, price);
        prices.set(symbol, price);
        await write(() => state.savePrice(symbol, price));
      },
      breakFeed: async (next) => {
        change(next);
        await write(() => state.saveMode(next));
      },
      mend: async () => {
        change('working');
        await write(() => state.saveMode('working'));
      },
    },
  };
}
