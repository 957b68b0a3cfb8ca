import type { LocaleCode } from '../../contract/paths/locales.ts';

export interface PageFailure {
  /** The route whose loader failed. */
  routeId: string;
  status: number;
  /** A fixed sentence ("Page Not Found: …"), or the id for support. */
  data: string | { requestId: string };
}

/** Data that the server loaded for the first page, so that the browser's first render is identical. */
export interface Snapshot {
  locale: LocaleCode;
  theme: 'light' | 'dark' | null;
  /** Time of the server render, in ms since 1970. */
  renderedAt: number;
  buildId: string;
  /** Public keys that the host's configuration pins (D42), in hex. */
  signingKeys: readonly string[];
  /** The data of each store that had some, see {@link RestoredStores}. */
  stores: Readonly<Record<string, unknown>>;
  /** The error of the server render. The browser shows it and offers a retry. */
  failure?: PageFailure | null;
}

/** A store whose data the server hands to the browser; null: it has none to hand over. */
interface Restorable {
  snapshot(): object | null;
}

/** The stores of an app that continue in the browser with the data that the server loaded. */
export class RestoredStores {
  private readonly stores = new Map<string, Restorable>();
  private readonly known: Snapshot['stores'];

  constructor(snapshot: Snapshot | null) {
    this.known = snapshot?.stores ?? {};
  }

  /** Creates a store with the data that the server took under `name`, or with null. */
  create<Store extends Restorable, Dependencies extends { snapshot: ReturnType<Store['snapshot']> | null }>(
    name: string,
    Store: new (dependencies: Dependencies) => Store,
    dependencies: Omit<Dependencies, 'snapshot'>,
  ): Store {
    if (this.stores.has(name)) throw new Error(`Two stores are named ${name}`);
    // The same build has written the snapshot (see `UpdateStore`), by the method `snapshot` of this class.
    const store = new Store({ ...dependencies, snapshot: this.known[name] ?? null } as Dependencies);
    this.stores.set(name, store);
    return store;
  }

  /** Returns the data of the stores that were created. */
  take(): Snapshot['stores'] {
    const taken = [...this.stores].map(([name, store]) => [name, store.snapshot()] as const);
    return Object.fromEntries(taken.filter(([, data]) => data !== null));
  }
}
