import type { Platform } from '../../contract/platform.ts';

/** Time-out of the redirect lookup, in ms. Most paths have no redirect. */
const TIMEOUT_MS = 1_500;

/** The host's per-path redirects (§2), requested once per path of an in-page navigation. */
export class RedirectStore {
  private readonly requested = new Map<string, Promise<string | null>>();
  private readonly platform: Platform;

  constructor({ platform }: { platform: Platform }) {
    this.platform = platform;
  }

  /** Returns the redirect target of `path` (with its locale): a path of this site or a full URL; null without one. Never rejects. */
  find(path: string): Promise<string | null> {
    const known = this.requested.get(path);
    if (known) return known;
    const answer = this.ask(path);
    this.requested.set(path, answer);
    return answer;
  }

  private async ask(path: string): Promise<string | null> {
    const { redirects } = this.platform;
    if (!redirects) return null;
    try {
      return await redirects.find(path, AbortSignal.timeout(TIMEOUT_MS));
    } catch {
      // Shows the page now and retries on the next visit.
      this.requested.delete(path);
      return null;
    }
  }
}
