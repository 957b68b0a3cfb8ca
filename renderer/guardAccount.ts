import { redirect, redirectDocument } from 'react-router-dom';
import { SIGN_IN_PARAMETER } from '../contract/accounts/accounts.ts';
import { ACCOUNTS_FEATURE } from '../contract/features.ts';
import { pageAt, PAGES, type PageName } from '../contract/pages.ts';
import { localizePath, splitLocale, type LocaleCode } from '../contract/paths/locales.ts';
import { notFound } from './screens/notFound.ts';
import type { AppStores } from './stores/createAppStores.ts';

/**
 * Decides who may open an account page (D14). Returns a redirect to the login dialog for a guest. Returns null if the account is
 * not known yet, because a server render does not renew an expired session (D64). Throws a 404 if the host has no accounts or no such
 * page, and the ApiError of a host that does not answer.
 */
export async function guardAccount({ health, session }: AppStores, request: Request): Promise<Response | 'signedIn' | null> {
  if (health.state === 'unknown') await health.check();
  await session.settle();
  const { pathname, search } = new URL(request.url);
  const { locale, path } = splitLocale(pathname);
  if (!hasAccountPage(health, path) && health.state !== 'unreachable') throw notFound(request);
  // The stores may still contain data of the customer before.
  if (session.isSignedIn) return session.endedBy === null ? 'signedIn' : redirectDocument(pathname + search);
  if (session.isUnsettled) return null;
  return redirect(signInPath(locale, path + search));
}

/** Returns the address that opens the login dialog and leads to `wantedPath` (without locale) afterwards. */
export function signInPath(locale: LocaleCode, wantedPath: string): string {
  return localizePath(locale, `/?${SIGN_IN_PARAMETER}=${encodeURIComponent(wantedPath)}`);
}

/** Returns whether the host has the page. */
export function hasPage(health: AppStores['health'], name: PageName): boolean {
  const { access, feature } = PAGES[name];
  return (access === undefined || health.hasFeature(ACCOUNTS_FEATURE)) && (feature === undefined || health.hasFeature(feature));
}

/** Returns whether menus offer the account page. `path` has no locale prefix. */
export function offersAccountPage(health: AppStores['health'], path: string): boolean {
  const name = pageAt(path);
  const offeredWith = name && PAGES[name].offeredWith;
  return hasAccountPage(health, path) && (offeredWith === undefined || health.hasFeature(offeredWith));
}

/** Returns whether the host has the account page. `path` has no locale prefix. */
export function hasAccountPage(health: AppStores['health'], path: string): boolean {
  const name = pageAt(path);
  return name !== undefined && hasPage(health, name);
}
