import { ownValue } from '../../contract/tables/ownValue.ts';
import { SESSION_COOKIES } from '../../contract/api/users.ts';

/**
 * Returns the session cookie of a browser's request: that of https, or else that of http; null without one. The API host decides whether
 * it counts on this site.
 */
export function sessionCookieOf(cookies: Readonly<Record<string, string | undefined>>): { name: string; value: string } | null {
  for (const { access: name } of [SESSION_COOKIES.https, SESSION_COOKIES.http]) {
    const value = ownValue(cookies, name);
    if (value !== undefined) return { name, value };
  }
  return null;
}
