import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { HistoryOutput } from '../../../contract/api/rates.ts';
import type { Platform } from '../../../contract/platform.ts';

export interface RateHistorySnapshot {
  key: string;
  history: HistoryOutput;
}

/** The last day of the pair's market price. Optional: the form works without it. */
export class RateHistoryStore {
  history: HistoryOutput | null = null;
  /** The current pair, set by `load`. A late answer for another pair is dropped. */
  #key = '';
  readonly #platform: Platform;
  readonly #hasHistory: () => boolean;

  constructor({
    platform,
    hasHistory,
    snapshot,
  }: {
    platform: Platform;
    /** Returns whether the host announces the feature (D30). */
    hasHistory: () => boolean;
    snapshot: RateHistorySnapshot | null;
  }) {
    this.#platform = platform;
    this.#hasHistory = hasHistory;
    this.#key = snapshot?.key ?? '';
    this.history = snapshot?.history ?? null;
    makeAutoObservable(this, { history: observableRef }, { autoBind: true });
  }

  get isOffered(): boolean {
    return this.#hasHistory();
  }

  /** Loads the history of a pair. Never rejects: without an answer no line is shown. */
  async load(instrumentFromSlug: string, instrumentToSlug: string): Promise<void> {
    const key = `${instrumentFromSlug}-${instrumentToSlug}`;
    if (key === this.#key || !this.#hasHistory()) return;
    this.#key = key;
    this.history = null;
    await this.fetch(key, instrumentFromSlug, instrumentToSlug);
  }

  /** Reloads the history of the same pair. The old line is shown until the new one arrives. */
  async refresh(): Promise<void> {
    const [from, to] = this.#key.split('-');
    if (from && to && this.history) await this.fetch(this.#key, from, to);
  }

  snapshot(): RateHistorySnapshot | null {
    return this.history && { key: this.#key, history: this.history };
  }

  private async fetch(key: string, instrumentFromSlug: string, instrumentToSlug: string): Promise<void> {
    try {
      const history = await this.#platform.transport.call('rates.history', { instrumentFromSlug, instrumentToSlug });
      runInAction(() => {
        if (this.#key === key) this.history = history;
      });
    } catch {
      // Requested again on the next visit of the pair.
      if (this.#key === key && !this.history) this.#key = '';
    }
  }
}
