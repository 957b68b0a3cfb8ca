import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import type { HistoryEntry, HistoryInput, OrderHistory } from '../../../contract/api/history.ts';
import { ORDER_HISTORY_FEATURE } from '../../../contract/features.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { AccountOrders } from '../order/AccountOrders.ts';
import { writeTable } from '../order/orderExport.ts';
import { recordOf } from '../order/orderRecords.ts';
import type { HealthStore } from '../HealthStore.ts';
import { storeGroup } from '../storeGroup.ts';
import { orderGroup } from '../order/orderGroup.ts';

export const HISTORY_PERIODS = ['any', 'month', 'quarter', 'year'] as const;
export type HistoryPeriod = (typeof HISTORY_PERIODS)[number];
export type HistoryStateFilter = 'all' | HistoryEntry['state'];
export interface HistoryFilters {
  state: HistoryStateFilter;
  /** Slug of a coin; null: all coins */
  coin: string | null;
  period: HistoryPeriod;
}

export interface AccountHistorySnapshot {
  open: HistoryEntry[];
  ended: HistoryEntry[];
  nextCursor: string | null;
  counts: NonNullable<OrderHistory['counts']>;
}

const DAY_MS = 24 * 3_600_000;
const PERIOD_DAYS = { month: 30, quarter: 91, year: 365 } as const;
/** The largest page. Open orders are few: one page has all of them. */
const MAX_LIMIT = '50';
const MAX_TABLE_ROWS = 1_000;
const EVERY: HistoryFilters = { state: 'all', coin: null, period: 'any' };
/** Shorter texts find too much. */
export const MIN_SEARCH_LENGTH = 4;

interface Dependencies {
  platform: Platform;
  health: Pick<HealthStore, 'hasFeature'>;
  clock: { now(): number };
  accountOrders: Pick<AccountOrders, 'note' | 'claimed'>;
  snapshot: AccountHistorySnapshot | null;
}

/** The orders of the signed-in customer: open ones first, then pages of ended ones, with filters and a search. */
export class AccountHistoryStore {
  filters: HistoryFilters = EVERY;
  search = '';
  /** What the search found; null: no search. */
  found: HistoryEntry[] | null = null;
  open: HistoryEntry[] = [];
  ended: HistoryEntry[] = [];
  counts: NonNullable<OrderHistory['counts']> = [];
  nextCursor: string | null = null;
  state: 'loading' | 'ready' | 'failed' = 'loading';
  isLoadingMore = false;
  /** Aborts the request whose answer would be outdated. */
  private current = new AbortController();
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    const { snapshot } = dependencies;
    if (snapshot) Object.assign(this, { ...snapshot, state: 'ready' });
    makeAutoObservable<this, 'dependencies' | 'current'>(
      this,
      {
        dependencies: false,
        current: false,
        filters: observableRef,
        found: observableRef,
        open: observableRef,
        ended: observableRef,
        counts: observableRef,
      },
      { autoBind: true },
    );
    this.note();
  }

  /** The host lists the orders of an account. */
  get isOffered(): boolean {
    return this.dependencies.health.hasFeature(ORDER_HISTORY_FEATURE);
  }

  /** Created at this time or later, in ms since 1970; null: no limit. */
  get since(): number | null {
    const { period } = this.filters;
    return period === 'any' ? null : this.dependencies.clock.now() - PERIOD_DAYS[period] * DAY_MS;
  }

  /** Loads the first page. Never rejects. */
  async load(): Promise<void> {
    const signal = this.restart();
    const { state } = this.filters;
    if (this.open.length + this.ended.length === 0) this.state = 'loading';
    try {
      const [open, ended] = await Promise.all([
        state === 'all' || state === 'open' ? this.fetch({ state: 'open', limit: MAX_LIMIT }, signal) : null,
        state === 'open' ? null : this.fetch({ state: state === 'all' ? 'ended' : state }, signal),
      ]);
      runInAction(() => {
        this.open = open?.entries ?? [];
        this.ended = ended?.entries ?? [];
        this.nextCursor = ended?.nextCursor ?? null;
        this.counts = (ended ?? open)?.counts ?? [];
        this.state = 'ready';
        this.note();
      });
    } catch {
      if (!signal.aborted) runInAction(() => (this.state = 'failed'));
    }
  }

  /** Loads the next page of ended orders. Never rejects. */
  async more(): Promise<void> {
    const { nextCursor: cursor, filters, current } = this;
    if (cursor === null || this.isLoadingMore) return;
    this.isLoadingMore = true;
    try {
      const page = await this.fetch({ state: filters.state === 'all' ? 'ended' : filters.state, cursor }, current.signal);
      runInAction(() => {
        this.ended = [...this.ended, ...page.entries];
        this.nextCursor = page.nextCursor;
        this.note();
      });
    } catch {
      if (!current.signal.aborted) runInAction(() => (this.state = 'failed'));
    } finally {
      runInAction(() => (this.isLoadingMore = false));
    }
  }

  /** Loads the list again when an order was added to the account. Returns the function that stops it. */
  start(): () => void {
    return reaction(
      () => this.dependencies.accountOrders.claimed,
      () => void this.load(),
    );
  }

  setFilters(filters: Partial<HistoryFilters>): void {
    this.filters = { ...this.filters, ...filters };
    void this.load();
  }

  /** Searches all orders, whatever the filters. An empty text ends the search. */
  async find(text: string): Promise<void> {
    this.search = text;
    const wanted = text.trim();
    if (wanted.length < MIN_SEARCH_LENGTH) {
      if (this.found !== null) this.restart();
      this.found = null;
      return;
    }
    const signal = this.restart();
    try {
      const { entries } = await this.dependencies.platform.transport.call('orders.history', { search: wanted }, { signal });
      runInAction(() => (this.found = entries));
    } catch {
      if (!signal.aborted) runInAction(() => (this.state = 'failed'));
    }
  }

  /** Returns up to a thousand orders that the filters let through as CSV, newest first. Rejects with an ApiError. */
  async table(): Promise<string> {
    const { state } = this.filters;
    const entries: HistoryEntry[] = [];
    let cursor: string | null = null;
    do {
      const input: HistoryInput = { ...(state !== 'all' && { state }), limit: MAX_LIMIT, ...(cursor !== null && { cursor }) };
      const page: OrderHistory = await this.fetch(input, new AbortController().signal);
      entries.push(...page.entries);
      cursor = page.nextCursor;
    } while (cursor !== null && entries.length < MAX_TABLE_ROWS);
    return writeTable(entries.map(({ order }) => ({ ...recordOf(order), isPassSaved: true })));
  }

  snapshot(): AccountHistorySnapshot | null {
    const { open, ended, nextCursor, counts } = this;
    return this.state === 'ready' ? { open, ended, nextCursor, counts } : null;
  }

  private restart(): AbortSignal {
    this.current.abort();
    this.current = new AbortController();
    return this.current.signal;
  }

  private async fetch(input: HistoryInput, signal: AbortSignal): Promise<OrderHistory> {
    const { coin } = this.filters;
    const { since } = this;
    const filters = { ...(coin !== null && { coin }), ...(since !== null && { since: new Date(since).toISOString() }) };
    return await this.dependencies.platform.transport.call('orders.history', { ...filters, ...input }, { signal });
  }

  private note(): void {
    this.dependencies.accountOrders.note([...this.open, ...this.ended].map(({ order }) => order.orderId));
  }
}

/** The store of the account's orders. */
export const accountHistoryGroup = storeGroup((stores) => {
  const { platform, health, clock, restored, accountOrders } = orderGroup(stores);
  return { accountHistory: restored.create('accountHistory', AccountHistoryStore, { platform, health, clock, accountOrders }) };
});
