import { FIRST_VISIT_COOKIE, LOCALE_COOKIE, REFERRAL_COOKIE, REFERRAL_PATTERN } from '../../contract/limits.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';

export interface Visit {
  search: string;
  cookies: Readonly<Record<string, string | undefined>>;
  /** The locale of the requested page, or of the redirect's target. */
  locale: LocaleCode;
  isBot: boolean;
  /** The browser asks not to be tracked. */
  isTrackingRefused: boolean;
  /** Milliseconds since 1970. */
  now: number;
}

export interface VisitCookie {
  name: string;
  value: string;
  maxAgeSeconds: number;
}

/**
 * Returns the cookies of a page visit: `referralID` from `?ref=` (§2; not httpOnly, because the page reads it), the locale, so
 * that `/` redirects by language only once (D17), and the time of the first visit, unless the browser asks not to be tracked. Bots
 * get none.
 */
export function visitCookies({ search, cookies, locale, isBot, isTrackingRefused, now }: Visit): VisitCookie[] {
  if (isBot) return [];
  const referral = new URLSearchParams(search).get('ref');
  const set: VisitCookie[] = [];
  if (referral !== null && REFERRAL_PATTERN.test(referral)) set.push({ ...REFERRAL_COOKIE, value: referral });
  if (cookies[LOCALE_COOKIE.name] === undefined) set.push({ ...LOCALE_COOKIE, value: locale });
  if (!isTrackingRefused && cookies[FIRST_VISIT_COOKIE.name] === undefined)
    set.push({ ...FIRST_VISIT_COOKIE, value: String(now) });
  return set;
}
