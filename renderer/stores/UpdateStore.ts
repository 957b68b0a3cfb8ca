import { makeAutoObservable, runInAction } from 'mobx';
import { RELOAD_GUARD_MS } from '../../contract/limits.ts';
import type { Clock, Platform } from '../../contract/platform.ts';
import { everyVisible } from './base/everyVisible.ts';

const CHECK_MS = 60_000;
const RELOADED_AT = 'reloadedAt';

/**
 * Offers a newer build of the page. The page reloads only on request, with one exception: a navigation whose code is no
 * longer on the host becomes a page load, once.
 */
export class UpdateStore {
  newBuildId: string | null = null;
  #dismissedBuildId: string | null = null;
  readonly #platform: Platform;
  readonly #clock: Clock;

  constructor({ platform, clock }: { platform: Platform; clock: Clock }) {
    this.#platform = platform;
    this.#clock = clock;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  async check(): Promise<void> {
    const update = await this.#platform.updates?.check();
    if (!update || update.buildId === this.#dismissedBuildId) return;
    runInAction(() => (this.newBuildId = update.buildId));
  }

  apply(): void {
    this.#platform.updates?.apply();
  }

  /** Hides the offer of this build. The next build is offered again. */
  dismiss(): void {
    this.#dismissedBuildId = this.newBuildId;
    this.newBuildId = null;
  }

  /**
   * The reload guard (§9): returns and records whether a page with missing code may reload. False within 10 s of the last
   * such reload, so that a permanently broken page shows an error instead of reloading forever.
   */
  claimReload(): boolean {
    const now = this.#clock.now();
    const last = Number(this.#platform.sessionStorage.get(RELOADED_AT) ?? Number.NaN);
    if (Math.abs(now - last) < RELOAD_GUARD_MS) return false;
    // Without storage there is no guard, so no reload either.
    return this.#platform.sessionStorage.set(RELOADED_AT, String(now));
  }

  /** Polls for a newer build. Returns the function that stops it. */
  start(): () => void {
    return everyVisible(this.#platform, CHECK_MS, () => this.newBuildId === null && void this.check());
  }
}
