import { DEFAULT_LOCALE_REDIRECT_STATUS, LOCALE_COOKIE } from '../../contract/limits.ts';
import { DEFAULT_LOCALE, LANGUAGE_PARAMETER, localizePath } from '../../contract/paths/locales.ts';
import type { ApiClient } from '../http/apiClient.server.ts';
import type { Target } from '../../contract/paths/cleanUrl.ts';
import { findRedirect, type FileRedirects, type Redirect } from './fileRedirects.server.ts';
import { indexRedirect } from './indexRedirect.server.ts';
import { preferredLocale } from './localeRedirect.server.ts';

export interface Visitor {
  isBot: boolean;
  acceptLanguage: string | undefined;
  cookies: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns the redirect of a canonical address: from redirects.json, of the index page with `cur_from` and `cur_to`, or by
 * language, which happens only at `/` on a first visit and never for bots (D17).
 */
export async function pageRedirect(
  target: Target,
  visitor: Visitor | null,
  { redirects, api }: { redirects: FileRedirects; api: Pick<ApiClient, 'instruments'> },
): Promise<Redirect | null> {
  const listed = findRedirect(redirects, target);
  if (listed) return listed;
  const pair = await indexRedirect(target, api.instruments);
  if (pair !== null) return { location: pair, status: 302 };
  if (!visitor || !isFirstVisitToIndex(target, visitor)) return null;
  const locale = preferredLocale(visitor.acceptLanguage) ?? DEFAULT_LOCALE;
  if (locale === DEFAULT_LOCALE) return null;
  return { location: localizePath(locale, `/${target.search}`), status: DEFAULT_LOCALE_REDIRECT_STATUS };
}

const isFirstVisitToIndex = ({ path, search }: Target, { isBot, cookies }: Visitor): boolean =>
  path === '/' &&
  !isBot &&
  cookies[LOCALE_COOKIE.name] === undefined &&
  new URLSearchParams(search).get(LANGUAGE_PARAMETER) !== DEFAULT_LOCALE;
