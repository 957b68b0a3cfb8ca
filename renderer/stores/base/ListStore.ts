import { makeAutoObservable, observableRef, runInAction } from 'mobx';

export interface ListPage<Item> {
  items: readonly Item[];
  /** Leads to the next page; null: this is the last one. */
  nextCursor: string | null;
}

/** Reads the page at `cursor`; null: the first one. Rejects with an ApiError. */
export type ReadPage<Page> = (cursor: string | null, signal: AbortSignal) => Promise<Page>;

interface Options<Item, Page> {
  read: ReadPage<Page>;
  /** Identifies an item, so that {@link ListStore.refresh} finds where the later pages continue. */
  keyOf?: (item: Item) => string;
  snapshot?: Page | null;
}

/** A list that the host gives page by page. A newer request replaces one in progress. */
export class ListStore<Item, Page extends ListPage<Item> = ListPage<Item>> {
  /** null until the first page is loaded. */
  items: readonly Item[] | null;
  /** The first page, with what the host says in it about the whole list. */
  first: Page | null;
  isLoading = false;
  /** The last request failed. What was loaded before is still here. */
  hasFailed = false;
  private nextCursor: string | null;
  #current = new AbortController();
  readonly #options: Options<Item, Page>;

  constructor({ snapshot = null, ...options }: Options<Item, Page>) {
    this.#options = options;
    this.first = snapshot;
    this.items = snapshot?.items ?? null;
    this.nextCursor = snapshot?.nextCursor ?? null;
    makeAutoObservable(this, { items: observableRef, first: observableRef }, { autoBind: true });
  }

  get hasMore(): boolean {
    return this.nextCursor !== null;
  }

  snapshot(): Page | null {
    const { first, items, nextCursor } = this;
    return first && items && { ...first, items, nextCursor };
  }

  /** Loads the first page in place of the list. Rejects with an ApiError. */
  async load(): Promise<void> {
    await this.fetch(null, this.restart(), (page) => this.take(page, page));
  }

  /** As `load`, but never rejects: `hasFailed` tells. */
  async show(): Promise<void> {
    const signal = this.restart();
    await this.attempt(signal, () => this.fetch(null, signal, (page) => this.take(page, page)));
  }

  /** Adds the next page. Never rejects. */
  async loadMore(): Promise<void> {
    const { nextCursor, isLoading, first, items } = this;
    if (isLoading || nextCursor === null || !first || !items) return;
    const { signal } = this.#current;
    const append = (page: Page) => this.take(first, { ...page, items: [...items, ...page.items] });
    await this.attempt(signal, () => this.fetch(nextCursor, signal, append));
  }

  /** Loads the first page again, unless the customer waits for another one. The pages behind it stay. Rejects with an ApiError. */
  async refresh(): Promise<void> {
    await this.fetch(null, this.#current.signal, (page) => {
      if (this.isLoading) return;
      const older = this.itemsAfter(page.items.at(-1));
      const nextCursor = older.length > 0 ? this.nextCursor : page.nextCursor;
      this.take(page, { items: [...page.items, ...older], nextCursor });
    });
  }

  /** Shows a change of items that the customer has made, before the list is loaded again. */
  change(change: (items: readonly Item[]) => readonly Item[]): void {
    this.items = change(this.items ?? []);
  }

  private itemsAfter(last: Item | undefined): readonly Item[] {
    const { keyOf } = this.#options;
    if (!keyOf || last === undefined || !this.items) return [];
    const index = this.items.findIndex((item) => keyOf(item) === keyOf(last));
    return index === -1 ? [] : this.items.slice(index + 1);
  }

  private restart(): AbortSignal {
    this.#current.abort();
    this.#current = new AbortController();
    this.isLoading = false;
    return this.#current.signal;
  }

  private async attempt(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    this.isLoading = true;
    this.hasFailed = false;
    try {
      await work();
    } catch {
      runInAction(() => (this.hasFailed = true));
    } finally {
      if (!signal.aborted) runInAction(() => (this.isLoading = false));
    }
  }

  private async fetch(cursor: string | null, signal: AbortSignal, take: (page: Page) => void): Promise<void> {
    try {
      const page = await this.#options.read(cursor, signal);
      if (!signal.aborted) runInAction(() => take(page));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  private take(first: Page, { items, nextCursor }: ListPage<Item>): void {
    this.first = first;
    this.items = items;
    this.nextCursor = nextCursor;
  }
}

/** Items of a page of a file, which are more than a customer sees at once. */
export const EXPORT_LIMIT = '100';

/** Returns the field of a request that names the page at `cursor`. */
export const atCursor = (cursor: string | null): { cursor?: string } => (cursor === null ? {} : { cursor });

/** Reads the items of all pages, for a file. Rejects with an ApiError. */
export async function readAllPages<Item>(read: (cursor: string | null) => Promise<ListPage<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: ListPage<Item> = await read(cursor);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
}
