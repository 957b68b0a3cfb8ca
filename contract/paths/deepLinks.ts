import { PAGE_NAMES, PAGES } from '../pages.ts';
import { cleanUrl } from './cleanUrl.ts';
import { isOwnPath } from './ownPath.ts';

/** The codes of deep links and the paths that they stand for (D65, §2). The argument of a link follows the path. */
const PREFIXES: Readonly<Record<string, string>> = Object.fromEntries(
  PAGE_NAMES.filter((name) => PAGES[name].isDeepLink).map((name) => [name, prefixOf(PAGES[name].path)]),
);

/** Separates code and argument: "exchange___btc-usdttrc20" */
const SEPARATOR = '___';
/** An argument of other characters than a messenger allows, as base64url (D18). */
const ENCODED = /^b64-([A-Za-z0-9_-]+)$/;
/** In characters. A messenger allows as many (D18). */
const MAX_LENGTH = 512;

/**
 * Returns the path of a deep link's `code___argument`, without the prefix of a language: "order___abc" → "/order/abc". Returns null
 * for an unknown code. The parser of web addresses (D46) keeps any argument at this site: "home___/evil" → "/evil".
 */
export function deepLinkPath(link: string): string | null {
  if (link.length > MAX_LENGTH) return null;
  const [code = '', ...parts] = link.split(SEPARATOR);
  const prefix = Object.hasOwn(PREFIXES, code) ? PREFIXES[code] : undefined;
  const argument = decoded(parts.join(SEPARATOR));
  if (prefix === undefined || argument === null) return null;
  // A pair is part of the segment, so without one there is no such page.
  if (code === 'exchange' && argument === '') return '/';
  const { path, search } = cleanUrl(prefix + argument);
  return isOwnPath(path + search) ? path + search : null;
}

function decoded(argument: string): string | null {
  const encoded = ENCODED.exec(argument)?.[1];
  if (encoded === undefined) return argument;
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** "/order/:orderId" → "/order/", "/support" → "/support/" */
function prefixOf(path: string): string {
  const [prefix = '', parameter] = path.split(':');
  return parameter === undefined ? `${prefix}/`.replace('//', '/') : prefix;
}
