import { STATUS_FEATURE } from '../../contract/features.ts';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Status } from '../../contract/api/service.ts';
import type { Platform } from '../../contract/platform.ts';
import { everyVisible } from './base/everyVisible.ts';
import type { HealthStore } from './HealthStore.ts';
import { storeGroup } from './storeGroup.ts';

const REFRESH_MS = 15_000;
/** While a customer waits, who may look at another tab */
const HIDDEN_REFRESH_MS = 60_000;

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
  /** The customer wants to be told when everything works. */
  isAwaited = false;
  /** The browser shows no notifications of this site. */
  isRefused = false;
  #onWorking: (() => void) | null = null;
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
        if (status.components.some(({ state }) => state !== 'OK')) return;
        this.#onWorking?.();
        this.#onWorking = null;
      });
    } catch {
      runInAction(() => (this.isUnreachable = true));
    }
  }

  /** Refreshes while the page is visible. Returns the function that stops it. */
  start(): () => void {
    return everyVisible(this.#platform, REFRESH_MS, () => void this.load());
  }

  /** False where the shell has no notifications. */
  get canTell(): boolean {
    return this.#platform.systemNotifications !== undefined;
  }

  /** Shows a notification once everything works, also while the page is hidden. Call it only on a tap: it asks for permission. */
  async tellWhenItWorks(notification: { title: string; body: string }): Promise<void> {
    const shell = this.#platform.systemNotifications;
    if (!shell || this.isAwaited) return;
    const permission = shell.permission() === 'default' ? await shell.ask() : shell.permission();
    runInAction(() => {
      this.isAwaited = permission === 'granted';
      this.isRefused = permission === 'denied';
    });
    if (!this.isAwaited) return;
    const timer = setInterval(() => void this.load(), HIDDEN_REFRESH_MS);
    this.#onWorking = () => {
      clearInterval(timer);
      this.isAwaited = false;
      shell.show({ ...notification, tag: 'status' });
    };
  }

  snapshot(): StatusSnapshot | null {
    return this.status === null && !this.isUnreachable ? null : { status: this.status, isUnreachable: this.isUnreachable };
  }
}

/** The store of the status page. */
export const statusGroup = storeGroup(({ platform, health, restored }) => ({
  status: restored.create('status', StatusStore, { platform, health }),
}));
