import { apiRoutes } from '../../contract/api/index.ts';
import { isAccountPath } from '../../contract/accounts.ts';
import { splitLocale } from '../../contract/paths/locales.ts';

const API_PATHS: ReadonlySet<string> = new Set(Object.values(apiRoutes).map(({ path }) => path));
const PAGES: ReadonlySet<string> = new Set([
  '/',
  '/popular-exchanges',
  '/support',
  '/verify',
  '/fees',
  '/status',
  '/privacy',
  '/sandbox',
  '/history',
  '/unsubscribe',
  '/order',
  '/order/pending',
  '/confirm-email',
  '/cancel-withdrawal',
  '/desktop-sign-in',
  '/lk',
  '/profile/info',
  '/profile/keys',
  '/profile/wallet',
  '/profile/history',
  '/profile/cashback',
  '/profile/withdraw',
  '/profile/affiliate-program',
]);

/** Returns whether a path belongs to an order (D39), in any encoding that the router accepts. */
export const isOrderPath = (path: string): boolean => /^(?:\/ru)?\/order(?:\/|$)/i.test(decode(path));

/** Returns whether a path is private to one customer: not cached and not sent as a referrer. */
export const isPrivatePath = (path: string): boolean =>
  isOrderPath(path) ||
  isAccountPath(splitLocale(decode(path)).path) ||
  /^(?:\/ru)?\/(?:history|unsubscribe|confirm-email|cancel-withdrawal|desktop-sign-in)(?:\/|$)/i.test(decode(path));

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Returns the route pattern of an address for the access log, which must not contain order ids or customers' addresses (D39).
 */
export function pathPattern(path: string): string {
  if (API_PATHS.has(path)) return path;
  for (const prefix of ['/api/', '/dict/', '/assets/', '/static/', '/_i18n/', '/builds/']) {
    if (path.startsWith(prefix)) return `${prefix}*`;
  }
  const { locale, path: requested } = splitLocale(path);
  const [page = '', payload = ''] = requested.endsWith('/_payload.json')
    ? [requested.slice(0, -14) || '/', '/_payload.json']
    : [requested];
  const pattern = PAGES.has(page)
    ? page
    : isOrderPath(page)
      ? '/order/:id'
      : page.startsWith('/exchange-')
        ? '/exchange-:pair'
        : '/*';
  return `${locale === 'en' ? '' : '/ru'}${pattern}${payload}`.replace(/(?<=.)\/(?=\/)/g, '');
}
