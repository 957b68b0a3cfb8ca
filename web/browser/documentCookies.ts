import type { CookieJar } from '../../contract/platform.ts';

/** The cookies of the page that scripts may read. */
export const documentCookies: CookieJar = {
  get: (name) => readCookie(document.cookie, name),
  set: writeCookie,
  remove: (name) => writeCookie(name, '', 0),
};

/** Reads one cookie of `document.cookie`; null when absent or not decodable. */
function readCookie(cookies: string, name: string): string | null {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return null;
  }
}

function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${maxAgeSeconds}; Path=/; SameSite=Lax${secure}`;
}
