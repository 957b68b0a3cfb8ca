import { makeAutoObservable, observableRef, observableShallow, reaction, runInAction } from 'mobx';
import type { HistoryOutput } from '../../../contract/api/rates.ts';
import { pairKey, watchedRateInput } from '../../../contract/desktop/watchedRate.ts';
import { MAX_WATCHED_PAIRS, PRICE_STALE_MS } from '../../../contract/limits.ts';
import type { Clock, Platform } from '../../../contract/platform.ts';
import type { WatchedPair } from '../../../contract/schemas/trading.ts';
import { createLiveFeed, type FeedState, type LiveFeed, type RateSubscription } from '../../api/liveFeed.ts';
import { everyVisible } from '../base/everyVisible.ts';
import { RateLine } from '../exchange/RateLine.ts';
import type { InstrumentStore } from '../InstrumentStore.ts';
import { storeGroup } from '../storeGroup.ts';

const TICK_MS = 1_000;
/** The history has a point every 15 minutes. */
const HISTORY_REFRESH_MS = 5 * 60_000;
/** Stored once the first list was filled in, so that an emptied list stays empty. */
const STARTED_KEY = 'watch-list-started';
const FIRST_PAIRS = 8;

interface Dependencies {
  platform: Platform;
  clock: Clock;
  instruments: InstrumentStore;
  feed: LiveFeed;
  hasHistory: () => boolean;
}

/** The pairs that the customer watches, each with its live rate and its last day. */
export class WatchStore {
  pairs: readonly WatchedPair[] = [];
  state: 'loading' | 'ready' = 'loading';
  feedState: FeedState = 'connecting';
  now: number;
  private readonly lines = new Map<string, RateLine>();
  private readonly histories = new Map<string, HistoryOutput>();
  readonly #subscriptions = new Map<string, RateSubscription>();
  /** Pairs whose history is being loaded. */
  readonly #asked = new Set<string>();
  /** Rates that wait for the next second. A row renders at most once a second, and not at all while the window is hidden. */
  readonly #waiting = new Map<string, () => void>();
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.now = dependencies.clock.now();
    makeAutoObservable<this, 'lines' | 'histories'>(
      this,
      { pairs: observableRef, lines: observableShallow, histories: observableShallow },
      { autoBind: true },
    );
  }

  /** The rate of a watched pair; its `data` is null until the first answer. */
  line(pair: WatchedPair): RateLine | null {
    return this.lines.get(pairKey(pair)) ?? null;
  }

  history(pair: WatchedPair): HistoryOutput | null {
    return this.histories.get(pairKey(pair)) ?? null;
  }

  has(pair: WatchedPair): boolean {
    return this.pairs.some((one) => pairKey(one) === pairKey(pair));
  }

  /** The time of the newest rate in ms since 1970; 0 before the first. */
  get answeredAt(): number {
    return Math.max(0, ...this.pairs.map((pair) => this.line(pair)?.answeredAt ?? 0));
  }

  /** No rate arrives any more: those shown are old (D24). */
  get isLost(): boolean {
    return this.feedState === 'lost' || (this.answeredAt > 0 && this.now - this.answeredAt > PRICE_STALE_MS);
  }

  /** Loads the list and follows it and its rates. Returns the function that stops it. */
  start(): () => void {
    const { platform, feed, hasHistory } = this.#dependencies;
    const tick = setInterval(() => this.tick(), TICK_MS);
    const stops = [
      () => clearInterval(tick),
      everyVisible(platform, HISTORY_REFRESH_MS, () => void this.loadHistories(true)),
      feed.onStateChange((state) => runInAction(() => (this.feedState = state))),
      // The app may have started without a connection.
      reaction(
        () => this.feedState === 'live' && hasHistory(),
        (isBack) => isBack && void this.loadMissing(),
      ),
      platform.watchList?.onChange(this.take) ?? (() => undefined),
      () => this.#subscriptions.clear(),
      () => feed.close(),
    ];
    void this.load();
    return () => stops.forEach((stop) => stop());
  }

  add(pair: WatchedPair): void {
    if (!this.has(pair) && this.pairs.length < MAX_WATCHED_PAIRS) this.save([...this.pairs, pair]);
  }

  remove(pair: WatchedPair): void {
    this.save(this.pairs.filter((one) => pairKey(one) !== pairKey(pair)));
  }

  /** Moves a pair to a place in the list, counted from 0. */
  move(pair: WatchedPair, place: number): void {
    const others = this.pairs.filter((one) => pairKey(one) !== pairKey(pair));
    const wanted = Math.min(Math.max(place, 0), others.length);
    this.save([...others.slice(0, wanted), pair, ...others.slice(wanted)]);
  }

  private tick(): void {
    const { clock, platform } = this.#dependencies;
    this.now = clock.now();
    if (!platform.visibility.isVisible()) return;
    for (const accept of this.#waiting.values()) accept();
    this.#waiting.clear();
  }

  private async load(): Promise<void> {
    const { platform } = this.#dependencies;
    this.take((await platform.watchList?.list().catch(() => null)) ?? []);
    await this.loadMissing();
  }

  /** Loads the names of coins, the first list and the histories, unless they are there. */
  private async loadMissing(): Promise<void> {
    const { platform, instruments } = this.#dependencies;
    void instruments.loadAll().catch(() => undefined);
    void this.loadHistories(false);
    if (this.pairs.length > 0 || platform.storage.get(STARTED_KEY) !== null) return;
    try {
      const { popular } = await platform.transport.call('pairs.list', {});
      if (this.pairs.length === 0) this.save(firstPairs(popular));
      platform.storage.set(STARTED_KEY, '1');
    } catch {
      // The list stays empty until the customer adds a pair, or the connection is back.
    }
  }

  private save(pairs: readonly WatchedPair[]): void {
    this.take(pairs);
    // If it fails, the other windows and the next start have the list before this change.
    void this.#dependencies.platform.watchList?.save(pairs).catch(() => undefined);
  }

  private take(pairs: readonly WatchedPair[]): void {
    this.pairs = pairs;
    this.state = 'ready';
    const wanted = new Map(pairs.map((pair) => [pairKey(pair), pair]));
    for (const [key, subscription] of this.#subscriptions) {
      if (wanted.has(key)) continue;
      subscription.close();
      this.#subscriptions.delete(key);
      this.lines.delete(key);
      this.#waiting.delete(key);
    }
    for (const [key, pair] of wanted) if (!this.#subscriptions.has(key)) this.subscribe(key, pair);
    void this.loadHistories(false);
  }

  /** A refusal of the amount contains the market price too. */
  private subscribe(key: string, pair: WatchedPair): void {
    const { feed, clock } = this.#dependencies;
    const line = new RateLine('FLOATING');
    const input = watchedRateInput(pair);
    line.request(input, true);
    this.lines.set(key, line);
    const subscription = feed.subscribe(input, {
      onRate: (data) => {
        const at = clock.now();
        const accept = (): void => line.accept(data, input, at);
        if (line.data === null) accept();
        else this.#waiting.set(key, accept);
      },
      onError: (error) => line.refuse(error, input, clock.now()),
    });
    this.#subscriptions.set(key, subscription);
  }

  /** Loads the histories that are missing, or all of them again. One after the other: they are many, and none is urgent. */
  private async loadHistories(isAgain: boolean): Promise<void> {
    const { platform, hasHistory } = this.#dependencies;
    if (!hasHistory()) return;
    for (const pair of this.pairs) {
      const key = pairKey(pair);
      if (this.#asked.has(key) || (this.histories.has(key) && !isAgain)) continue;
      this.#asked.add(key);
      try {
        const input = { instrumentFromSlug: pair.from, instrumentToSlug: pair.to };
        const history = await platform.transport.call('rates.history', input);
        runInAction(() => this.histories.set(key, history));
      } catch {
        // Without an answer the row shows no line. The next refresh asks again.
      } finally {
        this.#asked.delete(key);
      }
    }
  }
}

/** Returns the most popular pairs, each in one direction. */
function firstPairs(popular: readonly WatchedPair[]): WatchedPair[] {
  const isFirst = ({ from, to }: WatchedPair, place: number): boolean =>
    !popular.slice(0, place).some((one) => one.from === to && one.to === from);
  return popular
    .filter(isFirst)
    .slice(0, FIRST_PAIRS)
    .map(({ from, to }) => ({ from, to }));
}

/** The watch list of the window. */
export const watchGroup = storeGroup(({ platform, clock, instruments, health }) => {
  const hasFeature = (feature: string): boolean => health.hasFeature(feature);
  const feed = createLiveFeed({ platform, hasSubscriptionIds: () => hasFeature('subscription-id') });
  return { watch: new WatchStore({ platform, clock, instruments, feed, hasHistory: () => hasFeature('history') }) };
});
