import { makeAutoObservable } from 'mobx';
import { REFERRAL_COOKIE, REFERRAL_PATTERN } from '../../contract/limits.ts';
import type { Platform } from '../../contract/platform.ts';

/** Who sent the customer here: the `ref` of an address, kept for 24 hours in a cookie (§2, D46). Counts for guests only (§6). */
export class ReferralStore {
  referrerId: string | null;
  private readonly platform: Platform;

  constructor({ platform }: { platform: Platform }) {
    this.platform = platform;
    const stored = platform.cookies.get(REFERRAL_COOKIE.name);
    this.referrerId = stored !== null && REFERRAL_PATTERN.test(stored) ? stored : null;
    makeAutoObservable<this, 'platform'>(this, { platform: false }, { autoBind: true });
  }

  /** Takes the `ref` of a page's query, if there is a good one; the newest wins. */
  take(reference: string | null): void {
    if (reference === null || !REFERRAL_PATTERN.test(reference)) return;
    this.referrerId = reference;
    this.platform.cookies.set(REFERRAL_COOKIE.name, reference, REFERRAL_COOKIE.maxAgeSeconds);
  }

  /** §8: a referrer that the host does not know is forgotten. */
  clear(): void {
    this.referrerId = null;
    this.platform.cookies.remove(REFERRAL_COOKIE.name);
  }
}
