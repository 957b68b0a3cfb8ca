import type { Decimal } from '../../../../contract/money.ts';
import { MARKET_BREAK_MODES, type MarketControls } from '../marketControls.ts';
import type { MarketFeed } from '../marketFeed.ts';
import type { EmbeddedFeed } from './embeddedFeed.ts';

/** Storage of the changes made with the controls, shared by all processes on the database (D12). */
export interface MarketState {
  load(): Promise<{ prices: ReadonlyMap<string, Decimal>; mode: string }>;
  savePrice(symbol: string, price: Decimal): Promise<void>;
  saveMode(mode: ReturnType<MarketControls['mode']>): Promise<void>;
}

export interface SharedFeed {
  feed: MarketFeed;
  controls: MarketControls;
  /** Applies the changes of other processes. The timer of `feed.start` calls it, and tests do. */
  follow(): Promise<void>;
}

const FOLLOW_MS = 1_000;

/** Creates an embedded feed whose controls affect every process. Each process has its own walk, so prices differ slightly. */
export function createSharedFeed(feed: EmbeddedFeed, state: MarketState): SharedFeed {
  const prices = new Map<string, Decimal>();
  let mode = feed.controls.mode();
  /** Counts local writes: a state that was loaded during one may be older than it. */
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
        // A database error is ignored: the next run follows in a second.
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
