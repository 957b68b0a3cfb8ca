import { makeAutoObservable } from 'mobx';
import { REFERRAL_COOKIE, REFERRAL_PATTERN } from '../../contract/limits.ts';
import type { Platform } from '../../contract/platform.ts';

/** The code whose click this tab has counted. */
const COUNTED_KEY = 'countedReferral';

/** The referrer: the `ref` of a URL, stored in a cookie for 24 hours (§2, D46). Counts for guests only (§6). */
export class ReferralStore {
  referrerId: string | null;
  /** The `ref` of the shown page's own query, as it stands there */
  queried: string | null = null;
  readonly #platform: Platform;
  readonly #countsClicks: () => boolean;

  /** `countsClicks` returns whether the host counts clicks on referral links, and the visitor is a guest. */
  constructor({ platform, countsClicks }: { platform: Platform; countsClicks: () => boolean }) {
    this.#platform = platform;
    this.#countsClicks = countsClicks;
    const stored = platform.cookies.get(REFERRAL_COOKIE.name);
    this.referrerId = stored !== null && REFERRAL_PATTERN.test(stored) ? stored : null;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Stores the `ref` of a page's query if it is valid. The latest wins. */
  take(reference: string | null): void {
    this.queried = reference;
    if (reference === null || !REFERRAL_PATTERN.test(reference)) return;
    this.referrerId = reference;
    this.#platform.cookies.set(REFERRAL_COOKIE.name, reference, REFERRAL_COOKIE.maxAgeSeconds);
    this.countClick(reference);
  }

  /** Deletes a referrer that the host does not know (§8). */
  clear(): void {
    this.referrerId = null;
    this.#platform.cookies.remove(REFERRAL_COOKIE.name);
  }

  /** Counts a click once per tab: a reload of the page is none. */
  private countClick(referrerId: string): void {
    const { sessionStorage, transport } = this.#platform;
    if (!this.#countsClicks() || sessionStorage.get(COUNTED_KEY) === referrerId) return;
    sessionStorage.set(COUNTED_KEY, referrerId);
    // The visitor needs nothing from it.
    transport.call('affiliates.countClick', { referrerId }).catch(() => undefined);
  }
}
