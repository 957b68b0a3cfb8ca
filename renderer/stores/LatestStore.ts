import { makeAutoObservable, runInAction } from 'mobx';
import type { LatestOrders } from '../../contract/api/orders.ts';
import type { Platform } from '../../contract/platform.ts';
import { everyVisible } from './base/everyVisible.ts';

const REFRESH_MS = 20_000;

/** The latest completed exchanges; `null` until they are loaded. */
export class LatestStore {
  list: LatestOrders | null;
  readonly #platform: Platform;

  constructor({ platform, snapshot }: { platform: Platform; snapshot: LatestOrders | null }) {
    this.#platform = platform;
    this.list = snapshot;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Loads the list. Never rejects: the section shows the last list until the next refresh. */
  async load(): Promise<void> {
    try {
      const list = await this.#platform.transport.call('orders.latest', {});
      runInAction(() => (this.list = list));
    } catch {
      // The old list remains correct.
    }
  }

  snapshot(): LatestOrders | null {
    return this.list;
  }

  /** Refreshes while the page is visible. Returns the function that stops it. */
  start(): () => void {
    if (this.list === null) void this.load();
    return everyVisible(this.#platform, REFRESH_MS, () => void this.load());
  }
}
