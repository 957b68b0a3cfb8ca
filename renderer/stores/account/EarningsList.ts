import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { EarningsInput } from '../../../contract/api/affiliates.ts';

export interface EarningsPage<Item> {
  items: Item[];
  total: number;
  nextCursor: string | null;
}

/** Pages of an export are larger than those that the page shows. */
const EXPORT_LIMIT = '100';

/** A list of earnings that is loaded page by page, the newest first. */
export class EarningsList<Item> {
  /** null until the first page is loaded */
  items: readonly Item[] | null;
  total: number;
  isLoading = false;
  hasFailed = false;
  private nextCursor: string | null;
  private readonly read: (input: EarningsInput) => Promise<EarningsPage<Item>>;

  constructor(read: (input: EarningsInput) => Promise<EarningsPage<Item>>, snapshot: EarningsPage<Item> | null) {
    this.read = read;
    this.items = snapshot?.items ?? null;
    this.total = snapshot?.total ?? 0;
    this.nextCursor = snapshot?.nextCursor ?? null;
    makeAutoObservable<this, 'read'>(this, { read: false, items: observableRef }, { autoBind: true });
  }

  get hasMore(): boolean {
    return this.nextCursor !== null;
  }

  page(): EarningsPage<Item> | null {
    return this.items && { items: [...this.items], total: this.total, nextCursor: this.nextCursor };
  }

  /** Loads the first page. Rejects with an ApiError. */
  async load(): Promise<void> {
    const page = await this.read({});
    runInAction(() => this.take(page, []));
  }

  /** Adds the next page. Never rejects. */
  async loadMore(): Promise<void> {
    if (this.isLoading || this.nextCursor === null) return;
    this.isLoading = true;
    this.hasFailed = false;
    try {
      const page = await this.read({ cursor: this.nextCursor });
      runInAction(() => this.take(page, this.items ?? []));
    } catch {
      runInAction(() => (this.hasFailed = true));
    } finally {
      runInAction(() => (this.isLoading = false));
    }
  }

  /** Returns all items, for a file. Rejects with an ApiError. */
  async readAll(): Promise<Item[]> {
    const items: Item[] = [];
    let cursor: string | null = null;
    do {
      const page: EarningsPage<Item> = await this.read({ limit: EXPORT_LIMIT, ...(cursor !== null && { cursor }) });
      items.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return items;
  }

  private take({ items, total, nextCursor }: EarningsPage<Item>, before: readonly Item[]): void {
    this.items = [...before, ...items];
    this.total = total;
    this.nextCursor = nextCursor;
  }
}
