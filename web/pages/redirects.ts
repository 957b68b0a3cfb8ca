import type { Platform } from '../../contract/platform.ts';

/** Asks the host for the redirect of a path through `{path}/_payload.json?{hash}` (§7), without the page's data. */
export function createRedirects(buildId: string): NonNullable<Platform['redirects']> {
  return {
    find: async (path, signal) => {
      const address = `${path === '/' ? '' : path}/_payload.json?${encodeURIComponent(buildId)}`;
      const answer = await fetch(address, { headers: { 'x-payload': 'redirect' }, signal });
      if (!answer.ok) throw new Error(`Status ${answer.status}`);
      const body: unknown = await answer.json();
      if (typeof body !== 'object' || body === null || !('redirect' in body)) return null;
      return typeof body.redirect === 'string' && isLocation(body.redirect) ? body.redirect : null;
    },
  };
}

/** Accepts a path of this site or an absolute http(s) URL; no other scheme, no "//host". */
const isLocation = (text: string): boolean => /^(?:\/(?![/\\])|https?:\/\/)/.test(text);
