import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Instrument } from '../../contract/api/instruments.ts';
import { amount, isPositive, roundToDecimal, type Decimal } from '../../contract/money.ts';
import type { Clock, Platform } from '../../contract/platform.ts';
import { everyVisible } from './base/everyVisible.ts';
import { storeGroup } from './storeGroup.ts';

const REFRESH_MS = 60_000;
/** Significant digits of a rate before display formatting. */
const RATE_DECIMALS = 18;

export interface PopularPair {
  from: Instrument;
  to: Instrument;
  /** Market price: `to` per 1 `from`, without fees; null if unknown. */
  rate: Decimal | null;
}

export interface PopularSnapshot {
  pairs: PopularPair[];
  loadedAt: number;
}

/** The host's popular pairs with their market prices. */
export class PopularStore {
  pairs: PopularPair[];
  /** In ms since 1970; 0 before the first load. */
  loadedAt: number;
  readonly #platform: Platform;
  readonly #clock: Clock;

  constructor({ platform, clock, snapshot }: { platform: Platform; clock: Clock; snapshot: PopularSnapshot | null }) {
    this.#platform = platform;
    this.#clock = clock;
    this.pairs = snapshot?.pairs ?? [];
    this.loadedAt = snapshot?.loadedAt ?? 0;
    makeAutoObservable(this, { pairs: observableRef }, { autoBind: true });
  }

  /** Fetches pairs and prices unless they are less than a minute old. Rejects with an ApiError. */
  async load(): Promise<void> {
    if (this.loadedAt > 0 && this.#clock.now() - this.loadedAt < REFRESH_MS) return;
    const { transport } = this.#platform;
    const [{ popular }, instruments] = await Promise.all([
      transport.call('pairs.list', {}),
      transport.call('instruments.list', {}),
    ]);
    const bySlug = new Map(instruments.map((instrument) => [instrument.slug, instrument]));
    const pairs = popular.flatMap(({ from, to }) => {
      const [send, receive] = [bySlug.get(from), bySlug.get(to)];
      return send && receive ? [{ from: send, to: receive, rate: rateOf(send, receive) }] : [];
    });
    runInAction(() => {
      this.pairs = pairs;
      this.loadedAt = this.#clock.now();
    });
  }

  /** Refreshes the prices while the page is visible. Returns the function that stops it. */
  start(): () => void {
    // After a failure the old prices remain, with their age.
    return everyVisible(this.#platform, REFRESH_MS, () => void this.load().catch(() => undefined));
  }

  snapshot(): PopularSnapshot | null {
    return this.loadedAt === 0 ? null : { pairs: this.pairs, loadedAt: this.loadedAt };
  }
}

/** Returns the rate of two USD prices. */
function rateOf(from: Instrument, to: Instrument): Decimal | null {
  if (from.price === null || to.price === null || !isPositive(to.price)) return null;
  return roundToDecimal(amount(from.price).div(amount(to.price)), RATE_DECIMALS, 'down');
}

/** The store of the page with popular pairs. */
export const popularGroup = storeGroup(({ platform, clock, restored }) => ({
  popular: restored.create('popular', PopularStore, { platform, clock }),
}));
