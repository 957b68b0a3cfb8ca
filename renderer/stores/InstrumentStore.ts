import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { DefaultPairOutput, Instrument } from '../../contract/api/instruments.ts';
import type { Platform } from '../../contract/platform.ts';

export interface InstrumentSnapshot {
  /** Only those that the page shows: the catalogue never travels in a page (D31). */
  shown: Instrument[];
  defaultPair: DefaultPairOutput | null;
}

type LoadState = 'idle' | 'loading' | 'ready' | 'failed';

/** How long a list is taken for what the host would say now: which coins are paused changes by the minute. Milliseconds. */
const FRESH_MS = 15_000;

/** The instruments of the host, paused ones included. The whole list is fetched when it is first needed. */
export class InstrumentStore {
  bySlug = new Map<string, Instrument>();
  defaultPair: DefaultPairOutput | null;
  state: LoadState = 'idle';
  private readonly platform: Platform;
  private loading: Promise<void> | null = null;
  private loadedAt = 0;

  constructor({ platform, snapshot }: { platform: Platform; snapshot: InstrumentSnapshot | null }) {
    this.platform = platform;
    this.defaultPair = snapshot?.defaultPair ?? null;
    for (const instrument of snapshot?.shown ?? []) this.bySlug.set(instrument.slug, instrument);
    // Thousands of instruments that never change by themselves: to watch each of their fields would cost a second.
    makeAutoObservable<this, 'platform' | 'loading' | 'loadedAt'>(
      this,
      { platform: false, loading: false, loadedAt: false, bySlug: observableRef },
      { autoBind: true },
    );
  }

  get list(): Instrument[] {
    return [...this.bySlug.values()];
  }

  /** Fetches the whole list unless it is fresh. Rejects with an ApiError when there is none; an older one stays in use. */
  async loadAll(): Promise<void> {
    if (this.state === 'ready' && Date.now() - this.loadedAt < FRESH_MS) return;
    this.loading ??= this.fetchAll().finally(() => (this.loading = null));
    try {
      await this.loading;
    } catch (error) {
      if (this.state === 'ready') return;
      runInAction(() => (this.state = 'failed'));
      throw error;
    }
  }

  async loadDefaultPair(): Promise<DefaultPairOutput> {
    if (this.defaultPair) return this.defaultPair;
    const pair = await this.platform.transport.call('pairs.default', {});
    runInAction(() => (this.defaultPair = pair));
    return pair;
  }

  /** Keeps instruments that came with another answer, where the list has not been fetched. */
  remember(instruments: Instrument[]): void {
    const unknown = instruments.filter(({ slug }) => !this.bySlug.has(slug));
    if (unknown.length > 0) this.bySlug = new Map([...this.bySlug, ...unknown.map((one) => [one.slug, one] as const)]);
  }

  /** What the current page shows, for the snapshot: the server keeps the list but sends only this. */
  snapshot(): InstrumentSnapshot {
    return { shown: this.shown.flatMap((slug) => this.bySlug.get(slug) ?? []), defaultPair: this.defaultPair };
  }

  /** Slugs that the page renders; the screen's loader says so. */
  shown: string[] = [];

  show(slugs: string[]): void {
    this.shown = [...new Set([...this.shown, ...slugs])];
  }

  private async fetchAll(): Promise<void> {
    if (this.state !== 'ready') runInAction(() => (this.state = 'loading'));
    const { transport } = this.platform;
    // §9 gives the list with what is paused three seconds only: without it there is still the list of what is not.
    const list = await transport.call('instruments.all', { all: 'true' }).catch(() => transport.call('instruments.list', {}));
    runInAction(() => {
      this.bySlug = new Map(list.map((instrument) => [instrument.slug, instrument]));
      this.state = 'ready';
      this.loadedAt = Date.now();
    });
  }
}
