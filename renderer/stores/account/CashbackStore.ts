import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { CashbackLevel, Cashbacks } from '../../../contract/api/affiliates.ts';
import { amount, compare, subtract, type Decimal } from '../../../contract/money.ts';
import type { Platform } from '../../../contract/platform.ts';
import { atCursor, EXPORT_LIMIT, ListStore, readAllPages } from '../base/ListStore.ts';
import { storeGroup } from '../storeGroup.ts';

type Cashback = Cashbacks['items'][number];
type LevelTerms = CashbackLevel['levels'][number];

export interface CashbackSnapshot {
  level: CashbackLevel;
  cashbacks: Cashbacks;
}

/** The cashback of a customer: level, progress, list. */
export class CashbackStore {
  /** null until it is loaded */
  level: CashbackLevel | null;
  readonly cashbacks: ListStore<Cashback, Cashbacks>;
  readonly #platform: Platform;

  constructor({ platform, snapshot }: { platform: Platform; snapshot: CashbackSnapshot | null }) {
    this.#platform = platform;
    this.level = snapshot?.level ?? null;
    this.cashbacks = new ListStore({
      read: (cursor) => platform.transport.call('affiliates.cashbacks', atCursor(cursor)),
      snapshot: snapshot?.cashbacks ?? null,
    });
    makeAutoObservable(this, { level: observableRef, cashbacks: false });
  }

  /** The next level, what it still needs, and the progress toward it from 0 to 1; null at the highest level. */
  get next(): { terms: LevelTerms; missing: Decimal; fraction: number } | null {
    const { level } = this;
    if (!level) return null;
    const index = level.levels.findIndex((terms) => terms.level === level.level);
    const [now, terms] = [level.levels[index], level.levels[index + 1]];
    if (!now || !terms) return null;
    const from = compare(level.volume, now.fromVolume) > 0 ? subtract(level.volume, now.fromVolume) : '0';
    const whole = subtract(terms.fromVolume, now.fromVolume);
    // A width of the drawing, not an amount.
    const fraction = Number(amount(from).div(amount(whole)).toFixed(3));
    return { terms, missing: subtract(terms.fromVolume, level.volume), fraction };
  }

  /** Rejects with an ApiError. */
  async load(): Promise<void> {
    const [level] = await Promise.all([this.#platform.transport.call('affiliates.cashbackLevel', {}), this.cashbacks.load()]);
    runInAction(() => (this.level = level));
  }

  /** Loads the level alone, for the exchange form. Never rejects: without it the form shows no cashback. */
  async loadLevel(): Promise<void> {
    // The level may be the one of a customer who has signed out since.
    this.level = null;
    const level = await this.#platform.transport.call('affiliates.cashbackLevel', {}).catch(() => null);
    runInAction(() => (this.level = level));
  }

  /** Returns all cashbacks, for a file. Rejects with an ApiError. */
  async readAll(): Promise<Cashback[]> {
    const { transport } = this.#platform;
    return await readAllPages((cursor) => transport.call('affiliates.cashbacks', { limit: EXPORT_LIMIT, ...atCursor(cursor) }));
  }

  snapshot(): CashbackSnapshot | null {
    const cashbacks = this.cashbacks.snapshot();
    return this.level && cashbacks && { level: this.level, cashbacks };
  }
}

/** The store of the cashback page. */
export const cashbackGroup = storeGroup(({ platform, restored }) => ({
  cashback: restored.create('cashback', CashbackStore, { platform }),
}));
