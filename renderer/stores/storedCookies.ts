import type { CookieJar, KeyValueStorage } from '../../contract/platform.ts';

interface Cookie {
  value: string;
  /** In ms since 1970. */
  expiresAt: number;
}

/** Returns cookies that no request carries: settings with an expiry, in the storage. */
export function createStoredCookies(storage: KeyValueStorage): CookieJar {
  const keyOf = (name: string): string => `cookie-${name}`;
  return {
    get: (name) => {
      const cookie = readCookie(storage.get(keyOf(name)) ?? '');
      return cookie && cookie.expiresAt > Date.now() ? cookie.value : null;
    },
    set: (name, value, maxAgeSeconds) =>
      void storage.set(keyOf(name), JSON.stringify({ value, expiresAt: Date.now() + maxAgeSeconds * 1_000 } satisfies Cookie)),
    remove: (name) => storage.remove(keyOf(name)),
  };
}

/** Returns null for a missing or damaged entry, whose page would otherwise never start. */
function readCookie(text: string): Cookie | null {
  try {
    return JSON.parse(text) as Cookie;
  } catch {
    return null;
  }
}
