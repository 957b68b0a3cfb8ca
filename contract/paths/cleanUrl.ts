/** A parsed, untrusted request address. `path` starts with exactly one slash; `search` is "" or starts with "?". */
export interface Target {
  path: string;
  search: string;
}

const ORIGIN_FORM = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i;
const UNSAFE_IN_PATH = /[^A-Za-z0-9\-._~!$&'()*+,;=:@%/]/gu;
const UNSAFE_IN_SEARCH = /[^A-Za-z0-9\-._~!$&'()*+,;=:@%/?[\]]/gu;

/**
 * Returns the canonical form of an address (§2, D46): repeated slashes collapsed, no trailing slash, `/ua/…` as `/uk/…`.
 * Backslashes count as slashes, as in browsers. Control characters, quotes and non-ASCII bytes are percent-encoded. The path
 * therefore never starts with two slashes and is safe in a Location header.
 */
export function cleanUrl(raw: string): Target {
  const { path, search } = splitUrl(raw.toWellFormed());
  const collapsed = path
    .replaceAll('\\', '/')
    .replace(UNSAFE_IN_PATH, percentEncode)
    .replace(/\/{2,}/g, '/');
  const renamed = collapsed.startsWith('/ua/') ? `/uk/${collapsed.slice(4)}` : collapsed;
  return { path: renamed.replace(/(?<=.)\/$/, ''), search: search.replace(UNSAFE_IN_SEARCH, percentEncode) };
}

/** Returns path and query of a request line without fragment and origin. The path always starts with a slash. */
export function splitUrl(raw: string): Target {
  const [whole = ''] = raw.replace(ORIGIN_FORM, '').split('#', 1);
  const question = whole.indexOf('?');
  const path = question < 0 ? whole : whole.slice(0, question);
  const search = question < 0 ? '' : whole.slice(question);
  return { path: path.startsWith('/') ? path : `/${path}`, search: search === '?' ? '' : search };
}

/** Escapes percent signs that encode nothing, so that a router can decode the address. */
export function decodableUrl(raw: string): string {
  const { path, search } = splitUrl(raw);
  try {
    decodeURIComponent(path);
    return raw;
  } catch {
    return path.replaceAll('%', '%25') + search;
  }
}

/** Percent-encodes a character. Node decodes request lines as Latin-1, so one character is one byte. */
function percentEncode(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code > 0xff) return encodeURIComponent(character);
  return `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
}
