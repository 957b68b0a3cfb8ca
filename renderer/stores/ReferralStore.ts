import { makeAutoObservable } from 'mobx';
import { REFERRAL_COOKIE, REFERRAL_PATTERN } from '../../contract/limits.ts';
import type { Platform } from '../../contract/platform.ts';

/** The referrer: the `ref` of a URL, stored in a cookie for 24 hours (§2, D46). Counts for guests only (§6). */
export class ReferralStore {
  referrerId: string | null;
  private readonly platform: Platform;

  constructor({ platform }: { platform: Platform }) {
    this.platform = platform;
    const stored = platform.cookies.get(REFERRAL_COOKIE.name);
    this.referrerId = stored !== null && REFERRAL_PATTERN.test(stored) ? stored : null;
    makeAutoObservable<this, 'platform'>(this, { platform: false }, { autoBind: true });
  }

  /** Stores the `ref` of a page's query if it is valid. The latest wins. */
  take(reference: string | null): void {
    if (reference === null || !REFERRAL_PATTERN.test(reference)) return;
    this.referrerId = reference;
    this.platform.cookies.set(REFERRAL_COOKIE.name, reference, REFERRAL_COOKIE.maxAgeSeconds);
  }

  /** Deletes a referrer that the host does not know (§8). */
  clear(): void {
    this.referrerId = null;
    this.platform.cookies.remove(REFERRAL_COOKIE.name);
  }
}
