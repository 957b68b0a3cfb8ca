import { apiRoutes } from '../../contract/api/index.ts';
import { splitLocale } from '../../renderer/i18n/locales.ts';

const API_PATHS: ReadonlySet<string> = new Set(Object.values(apiRoutes).map(({ path }) => path));
const PAGES: ReadonlySet<string> = new Set([
  '/',
  '/popular-exchanges',
  '/support',
  '/verify',
  '/sandbox',
  '/history',
  '/unsubscribe',
  '/order',
  '/order/pending',
]);

/** True for the pages of an order, whatever follows (D39), also where somebody spelt them so that only the router sees it. */
export const isOrderPath = (path: string): boolean => /^(?:\/ru)?\/order(?:\/|$)/i.test(decode(path));

/** These, and the other pages that show or end what is one customer's: nobody keeps them, and nobody is told their address. */
export const isPrivatePath = (path: string): boolean =>
  isOrderPath(path) || /^(?:\/ru)?\/(?:history|unsubscribe)(?:\/|$)/i.test(decode(path));

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * What the access log may say of an address: its pattern. An order's id and a customer's address, also one pasted where it
 * does not belong, never get into it (D39).
 */
export function pathPattern(path: string): string {
  if (API_PATHS.has(path)) return path;
  for (const prefix of ['/api/', '/dict/', '/assets/', '/static/', '/_i18n/', '/builds/']) {
    if (path.startsWith(prefix)) return `${prefix}*`;
  }
  const { locale, path: asked } = splitLocale(path);
  const [page = '', payload = ''] = asked.endsWith('/_payload.json') ? [asked.slice(0, -14) || '/', '/_payload.json'] : [asked];
  const pattern = PAGES.has(page)
    ? page
    : isOrderPath(page)
      ? '/order/:id'
      : page.startsWith('/exchange-')
        ? '/exchange-:pair'
        : '/*';
  return `${locale === 'en' ? '' : '/ru'}${pattern}${payload}`.replace(/(?<=.)\/(?=\/)/g, '');
}
