import { makeAutoObservable, runInAction } from 'mobx';
import { RELOAD_GUARD_MS } from '../../contract/limits.ts';
import type { Clock, Platform } from '../../contract/platform.ts';

const CHECK_MS = 60_000;
const RELOADED_AT = 'reloadedAt';

/**
 * Whether the host serves a newer build than this page. It is offered; nothing reloads by itself under a customer's hands,
 * but for a navigation whose code is gone: that one becomes a page load, once.
 */
export class UpdateStore {
  newBuildId: string | null = null;
  private dismissedBuildId: string | null = null;
  private readonly platform: Platform;
  private readonly clock: Clock;

  constructor({ platform, clock }: { platform: Platform; clock: Clock }) {
    this.platform = platform;
    this.clock = clock;
    makeAutoObservable<this, 'platform' | 'clock' | 'dismissedBuildId'>(
      this,
      { platform: false, clock: false, dismissedBuildId: false },
      { autoBind: true },
    );
  }

  async check(): Promise<void> {
    const update = await this.platform.updates?.check();
    if (!update || update.buildId === this.dismissedBuildId) return;
    runInAction(() => (this.newBuildId = update.buildId));
  }

  apply(): void {
    this.platform.updates?.apply();
  }

  /** Not told of this build again; of the next one, yes. */
  dismiss(): void {
    this.dismissedBuildId = this.newBuildId;
    this.newBuildId = null;
  }

  /**
   * The reload guard (§9): true when a page that lacks its code may be loaded anew. Within 10 s of such a load it is false,
   * so that a page which is broken for good says so instead of loading for ever.
   */
  claimReload(): boolean {
    const now = this.clock.now();
    const last = Number(this.platform.sessionStorage.get(RELOADED_AT) ?? Number.NaN);
    if (Math.abs(now - last) < RELOAD_GUARD_MS) return false;
    // Without storage there is no guard, and then no reload either.
    return this.platform.sessionStorage.set(RELOADED_AT, String(now));
  }

  /** Returns the stop. */
  start(): () => void {
    const timer = setInterval(() => {
      if (this.platform.visibility.isVisible() && this.newBuildId === null) void this.check();
    }, CHECK_MS);
    return () => clearInterval(timer);
  }
}
