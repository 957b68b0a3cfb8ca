import type { Platform } from '../../contract/platform.ts';

/** A navigation does not wait longer for a redirect that it most likely does not have. */
const PATIENCE_MS = 1_500;

/** The host's per-path redirects (§2), asked once for each path that a customer goes to within the page. */
export class RedirectStore {
  private readonly asked = new Map<string, Promise<string | null>>();
  private readonly platform: Platform;

  constructor({ platform }: { platform: Platform }) {
    this.platform = platform;
  }

  /** Where `path` (with its locale) leads to: a path of ours or a whole address; null when it is a page. Never rejects. */
  find(path: string): Promise<string | null> {
    const known = this.asked.get(path);
    if (known) return known;
    const answer = this.ask(path);
    this.asked.set(path, answer);
    return answer;
  }

  private async ask(path: string): Promise<string | null> {
    const { redirects } = this.platform;
    if (!redirects) return null;
    try {
      return await redirects.find(path, AbortSignal.timeout(PATIENCE_MS));
    } catch {
      // The page is shown as it is, and asked about again.
      this.asked.delete(path);
      return null;
    }
  }
}
