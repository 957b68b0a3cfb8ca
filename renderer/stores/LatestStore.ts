import { makeAutoObservable, runInAction } from 'mobx';
import type { LatestOrders } from '../../contract/api/orders.ts';
import type { Platform } from '../../contract/platform.ts';

const REFRESH_MS = 20_000;

/** The exchanges that were completed last; `null` until they are known. */
export class LatestStore {
  list: LatestOrders | null;
  private readonly platform: Platform;

  constructor({ platform, snapshot }: { platform: Platform; snapshot: LatestOrders | null }) {
    this.platform = platform;
    this.list = snapshot;
    makeAutoObservable<this, 'platform'>(this, { platform: false }, { autoBind: true });
  }

  /** Never rejects: the section shows what it has, and asks again. */
  async load(): Promise<void> {
    try {
      const list = await this.platform.transport.call('orders.latest', {});
      runInAction(() => (this.list = list));
    } catch {
      // The old list stays: it is still true, only older.
    }
  }

  /** Refreshes while the page is looked at. Returns the stop. */
  start(): () => void {
    if (this.list === null) void this.load();
    const timer = setInterval(() => {
      if (this.platform.visibility.isVisible()) void this.load();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }
}
