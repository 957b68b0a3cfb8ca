import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { DefaultPairOutput, Instrument } from '../../contract/api/instruments.ts';
import type { Platform } from '../../contract/platform.ts';

export interface InstrumentSnapshot {
  /** Only the instruments that the page shows: a page never contains the catalogue (D31). */
  shown: Instrument[];
  defaultPair: DefaultPairOutput | null;
}

type LoadState = 'idle' | 'loading' | 'ready' | 'failed';

/** With any provider, the list of active instruments contains the money that cards pay with (D27). */
const WITH_MONEY = { providers: 'mercuryo' };
/** How long a complete list counts as fresh, in ms. Short, because coins are paused and resumed. */
const FRESH_MS = 15_000;

/** The instruments of the host, including paused ones. The full list is fetched on first use. */
export class InstrumentStore {
  bySlug = new Map<string, Instrument>();
  defaultPair: DefaultPairOutput | null;
  state: LoadState = 'idle';
  /** Whether the list contains paused instruments: a slug that it lacks does not exist. */
  isComplete = false;
  readonly #platform: Platform;
  #loading: Promise<void> | null = null;
  #loadedAt = 0;

  constructor({ platform, snapshot }: { platform: Platform; snapshot: InstrumentSnapshot | null }) {
    this.#platform = platform;
    this.defaultPair = snapshot?.defaultPair ?? null;
    for (const instrument of snapshot?.shown ?? []) this.bySlug.set(instrument.slug, instrument);
    // Making the fields of thousands of immutable instruments observable would take a second.
    makeAutoObservable(this, { bySlug: observableRef }, { autoBind: true });
  }

  get list(): Instrument[] {
    return [...this.bySlug.values()];
  }

  /** Fetches the full list unless it is fresh. Rejects with an ApiError only if there is no older list either. */
  async loadAll(): Promise<void> {
    if (this.state === 'ready' && Date.now() - this.#loadedAt < FRESH_MS) return;
    this.#loading ??= this.fetchAll().finally(() => (this.#loading = null));
    try {
      await this.#loading;
    } catch (error) {
      if (this.state === 'ready') return;
      runInAction(() => (this.state = 'failed'));
      throw error;
    }
  }

  async loadDefaultPair(): Promise<DefaultPairOutput> {
    if (this.defaultPair) return this.defaultPair;
    const pair = await this.#platform.transport.call('pairs.default', {});
    runInAction(() => (this.defaultPair = pair));
    return pair;
  }

  /** Adds unknown instruments that another answer contained. */
  remember(instruments: Instrument[]): void {
    const unknown = instruments.filter(({ slug }) => !this.bySlug.has(slug));
    if (unknown.length > 0) this.bySlug = new Map([...this.bySlug, ...unknown.map((one) => [one.slug, one] as const)]);
  }

  /** Returns the shown instruments for the snapshot. The server does not send the full list. */
  snapshot(): InstrumentSnapshot {
    return { shown: this.shown.flatMap((slug) => this.bySlug.get(slug) ?? []), defaultPair: this.defaultPair };
  }

  /** Slugs that the page renders, set by the screen's loader. */
  shown: string[] = [];

  show(slugs: string[]): void {
    this.shown = [...new Set([...this.shown, ...slugs])];
  }

  private async fetchAll(): Promise<void> {
    if (this.state !== 'ready') runInAction(() => (this.state = 'loading'));
    const { transport } = this.#platform;
    // The list with paused instruments has a time-out of 3 s (§9). The fallback lists only active ones, and money for card purchases.
    const all = await transport.call('instruments.all', { all: 'true' }).catch(() => null);
    const list = all ?? (await transport.call('instruments.list', WITH_MONEY));
    runInAction(() => {
      const bySlug = list.map((instrument) => [instrument.slug, instrument] as const);
      this.bySlug = new Map(all === null ? [...this.bySlug, ...bySlug] : bySlug);
      this.isComplete ||= all !== null;
      this.state = 'ready';
      this.#loadedAt = this.isComplete ? Date.now() : 0;
    });
  }
}
