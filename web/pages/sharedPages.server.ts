import { REFERRAL_COOKIE } from '../../contract/limits.ts';
import { sessionCookieOf } from '../http/sessionCookie.server.ts';
import type { RenderInput, RenderOutput } from './renderPage.ts';

/** How long a render is shared, in ms; as long as the answers that it contains. */
const LIFETIME_MS = 1_000;
const MOST_PAGES = 100;

type Render = (input: RenderInput) => Promise<RenderOutput>;

/**
 * Shares one render per second between requests with the same address, theme and referral. Its quote contains no customer data
 * and may be shared. Never shared: a page of a request with a session, an address with a query, a private page, a redirect, an error,
 * and a page that depends on the caller.
 */
export function createSharedPages(render: Render, now: () => number = Date.now): Render {
  const known = new Map<string, { page: Promise<RenderOutput>; until: number }>();

  const renderFor = (key: string, input: RenderInput): Promise<RenderOutput> => {
    const page = render(input);
    known.delete(key);
    known.set(key, { page, until: now() + LIFETIME_MS });
    const [oldest] = known.keys();
    if (known.size > MOST_PAGES && oldest !== undefined) known.delete(oldest);
    const forget = (): void => void (known.get(key)?.page === page && known.delete(key));
    page.then((rendered) => isForEverybody(rendered) || forget(), forget);
    return page;
  };

  return async (input) => {
    if (input.url.includes('?') || sessionCookieOf(input.cookies)) return render(input);
    const { url, theme, cookies, apiUrl, buildId } = input;
    const key = JSON.stringify([url, theme, cookies[REFERRAL_COOKIE.name] ?? null, apiUrl, buildId]);
    const found = known.get(key);
    if (!found || found.until <= now()) return renderFor(key, input);
    const page = await found.page.catch(() => null);
    return page && isForEverybody(page) ? page : render(input);
  };
}

function isForEverybody({ status, redirectTo, isPrivate, isCallersOwn }: RenderOutput): boolean {
  return status === 200 && redirectTo === null && !isPrivate && !isCallersOwn;
}
