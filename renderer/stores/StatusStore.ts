import { STATUS_FEATURE } from '../../contract/features.ts';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Status } from '../../contract/api/service.ts';
import type { Platform } from '../../contract/platform.ts';
import { everyVisible } from './base/everyVisible.ts';
import type { HealthStore } from './HealthStore.ts';
import { storeGroup } from './storeGroup.ts';

const REFRESH_MS = 15_000;

export interface StatusSnapshot {
  status: Status | null;
  isUnreachable: boolean;
}

/** The state of the host's components and its incidents, for the status page. */
export class StatusStore {
  /** null until it is loaded, and on a host without the call. */
  status: Status | null;
  /** The last attempt failed. */
  isUnreachable: boolean;
  readonly #platform: Platform;
  readonly #health: HealthStore;

  constructor({ platform, health, snapshot }: { platform: Platform; health: HealthStore; snapshot: StatusSnapshot | null }) {
    this.#platform = platform;
    this.#health = health;
    this.status = snapshot?.status ?? null;
    this.isUnreachable = snapshot?.isUnreachable ?? false;
    makeAutoObservable(this, { status: observableRef }, { autoBind: true });
  }

  /** Loads the status if the host publishes it. Never rejects: a page about failures must show its own. */
  async load(): Promise<void> {
    // The loaders of a page and its layout run at the same time: this joins the layout's check.
    if (this.#health.state === 'unknown') await this.#health.check();
    if (!this.#health.hasFeature(STATUS_FEATURE)) {
      runInAction(() => (this.isUnreachable = this.#health.state === 'unreachable' || this.#health.state === 'offline'));
      return;
    }
    try {
      const status = await this.#platform.transport.call('service.status', {});
      runInAction(() => {
        this.status = status;
        this.isUnreachable = false;
      });
    } catch {
      runInAction(() => (this.isUnreachable = true));
    }
  }

  /** Refreshes while the page is visible. Returns the function that stops it. */
  start(): () => void {
    return everyVisible(this.#platform, REFRESH_MS, () => void this.load());
  }

  snapshot(): StatusSnapshot | null {
    return this.status === null && !this.isUnreachable ? null : { status: this.status, isUnreachable: this.isUnreachable };
  }
}

/** The store of the status page. */
export const statusGroup = storeGroup(({ platform, health, restored }) => ({
  status: restored.create('status', StatusStore, { platform, health }),
}));
