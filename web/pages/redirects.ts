import type { Platform } from '../../contract/platform.ts';

/** Asks the host by `{path}/_payload.json?{hash}` (§7) whether a path leads elsewhere; the page's data are not wanted. */
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

/** A path of ours, or a whole http(s) address; never another scheme, never "//elsewhere". */
const isLocation = (text: string): boolean => /^(?:\/(?![/\\])|https?:\/\/)/.test(text);
