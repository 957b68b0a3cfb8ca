import { apiRoutes } from '../../contract/api/index.ts';
import { pageAt, PAGE_NAMES, PAGES } from '../../contract/pages.ts';
import { localizePath, splitLocale } from '../../contract/paths/locales.ts';
import { inMessenger, messengerPath, sitePath } from '../../contract/paths/messengerPath.ts';

const API_PATHS: ReadonlySet<string> = new Set(Object.values(apiRoutes).map(({ path }) => path));

/** The first segments of private pages. All paths with one of them are private: a wrong path below `/order` may have an id too. */
const PRIVATE: ReadonlySet<string | undefined> = new Set(
  PAGE_NAMES.filter((name) => PAGES[name].isPrivate).map((name) => PAGES[name].path.split('/')[1]),
);

/** Returns whether a path is private to one customer: not cached and not sent as a referrer. In any encoding that the router accepts. */
export const isPrivatePath = (path: string): boolean =>
  PRIVATE.has(splitLocale(sitePath(decode(path).toLowerCase())).path.split('/')[1]);

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
  const shown = messengerPath(path);
  if (shown !== null) return inMessenger(pathPattern(shown));
  const { locale, path: requested } = splitLocale(path);
  const [page, payload = ''] = requested.endsWith('/_payload.json')
    ? [requested.slice(0, -14) || '/', '/_payload.json']
    : [requested];
  const name = pageAt(page);
  return `${localizePath(locale, name ? PAGES[name].path : '/*')}${payload}`.replace('//', '/');
}
