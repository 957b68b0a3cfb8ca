import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import type { HistoryEntry, HistoryInput, OrderHistory } from '../../../contract/api/history.ts';
import { ORDER_HISTORY_FEATURE } from '../../../contract/features.ts';
import type { Platform } from '../../../contract/platform.ts';
import { BYTE_ORDER_MARK } from '../../../contract/tables/csv.ts';
import { cleanMachineText } from '../../../contract/input/machineText.ts';
import type { AccountOrders } from '../order/AccountOrders.ts';
import type { HealthStore } from '../HealthStore.ts';
import { atCursor, ListStore, type ListPage } from '../base/ListStore.ts';
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

/** Open orders first, then ended ones. */
interface AccountOrdersPage extends ListPage<HistoryEntry> {
  counts: NonNullable<OrderHistory['counts']>;
}

const DAY_MS = 24 * 3_600_000;
const PERIOD_DAYS = { month: 30, quarter: 91, year: 365 } as const;
/** The largest page. Open orders are few: one page has all of them. */
const MAX_LIMIT = '50';
const EVERY: HistoryFilters = { state: 'all', coin: null, period: 'any' };
/** Shorter texts find too much. */
export const MIN_SEARCH_LENGTH = 4;

interface Dependencies {
  platform: Platform;
  health: Pick<HealthStore, 'hasFeature'>;
  clock: { now(): number };
  accountOrders: Pick<AccountOrders, 'note' | 'claimed'>;
  snapshot: AccountOrdersPage | null;
}

/** The orders of the signed-in customer: open ones first, then pages of ended ones, with filters and a search. */
export class AccountHistoryStore {
  filters: HistoryFilters = EVERY;
  search = '';
  /** What the search found; null: no search. */
  found: HistoryEntry[] | null = null;
  hasSearchFailed = false;
  readonly orders: ListStore<HistoryEntry, AccountOrdersPage>;
  /** Aborts the search whose answer would be outdated. */
  #searching = new AbortController();
  readonly #dependencies: Omit<Dependencies, 'snapshot'>;

  constructor({ snapshot, ...dependencies }: Dependencies) {
    this.#dependencies = dependencies;
    this.orders = new ListStore({ read: (cursor, signal) => this.read(cursor, signal), snapshot });
    makeAutoObservable(this, { orders: false, filters: observableRef, found: observableRef }, { autoBind: true });
    this.note(snapshot?.items ?? []);
  }

  /** The host lists the orders of an account. */
  get isOffered(): boolean {
    return this.#dependencies.health.hasFeature(ORDER_HISTORY_FEATURE);
  }

  /** Created at this time or later, in ms since 1970; null: no limit. */
  get since(): number | null {
    const { period } = this.filters;
    return period === 'any' ? null : this.#dependencies.clock.now() - PERIOD_DAYS[period] * DAY_MS;
  }

  get state(): 'loading' | 'ready' | 'failed' {
    const { items, isLoading, hasFailed } = this.orders;
    if (hasFailed || this.hasSearchFailed) return 'failed';
    return items === null || (isLoading && items.length === 0) ? 'loading' : 'ready';
  }

  get counts(): AccountOrdersPage['counts'] {
    return this.orders.first?.counts ?? [];
  }

  /** Loads the list again when an order was added to the account. Returns the function that stops it. */
  start(): () => void {
    return reaction(
      () => this.#dependencies.accountOrders.claimed,
      () => void this.orders.show(),
    );
  }

  setFilters(filters: Partial<HistoryFilters>): void {
    this.filters = { ...this.filters, ...filters };
    void this.orders.show();
  }

  /** Searches all orders, whatever the filters. An empty text ends the search. */
  async find(text: string): Promise<void> {
    this.search = text;
    const wanted = cleanMachineText(text);
    this.#searching.abort();
    this.#searching = new AbortController();
    this.hasSearchFailed = false;
    if (wanted.length < MIN_SEARCH_LENGTH) {
      this.found = null;
      return;
    }
    const { signal } = this.#searching;
    try {
      const { entries } = await this.#dependencies.platform.transport.call('orders.history', { search: wanted }, { signal });
      runInAction(() => (this.found = entries));
    } catch {
      if (!signal.aborted) runInAction(() => (this.hasSearchFailed = true));
    }
  }

  /** Returns the orders that the filters let through as CSV, newest first. Rejects with an ApiError. */
  async table(): Promise<string> {
    const { state } = this.filters;
    const filters = { ...(state !== 'all' && { state }), ...this.selection };
    const table = await this.#dependencies.platform.transport.call('orders.historyTable', filters);
    // A browser takes the mark off.
    return table.startsWith(BYTE_ORDER_MARK) ? table : BYTE_ORDER_MARK + table;
  }

  snapshot(): AccountOrdersPage | null {
    return this.orders.snapshot();
  }

  /** Reads the open orders with the first page of ended ones, or a later page of these. */
  private async read(cursor: string | null, signal: AbortSignal): Promise<AccountOrdersPage> {
    const { state } = this.filters;
    const isFirst = cursor === null;
    const [open, ended] = await Promise.all([
      isFirst && (state === 'all' || state === 'open') ? this.fetch({ state: 'open', limit: MAX_LIMIT }, signal) : null,
      state === 'open' ? null : this.fetch({ state: state === 'all' ? 'ended' : state, ...atCursor(cursor) }, signal),
    ]);
    const items = [...(open?.entries ?? []), ...(ended?.entries ?? [])];
    runInAction(() => this.note(items));
    return { items, nextCursor: ended?.nextCursor ?? null, counts: (ended ?? open)?.counts ?? [] };
  }

  /** The filters for coin and time, as the host takes them. */
  private get selection(): Pick<HistoryInput, 'coin' | 'since'> {
    const { coin } = this.filters;
    const { since } = this;
    return { ...(coin !== null && { coin }), ...(since !== null && { since: new Date(since).toISOString() }) };
  }

  private async fetch(input: HistoryInput, signal: AbortSignal): Promise<OrderHistory> {
    const filters = { ...this.selection, ...input };
    return await this.#dependencies.platform.transport.call('orders.history', filters, { signal });
  }

  private note(entries: readonly HistoryEntry[]): void {
    this.#dependencies.accountOrders.note(entries.map(({ order }) => order.orderId));
  }
}

/** The store of the account's orders. */
export const accountHistoryGroup = storeGroup((stores) => {
  const { platform, health, clock, restored, accountOrders } = orderGroup(stores);
  return { accountHistory: restored.create('accountHistory', AccountHistoryStore, { platform, health, clock, accountOrders }) };
});
