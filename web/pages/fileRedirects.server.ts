import { readFile } from 'node:fs/promises';
import { isOwnPath } from '../../contract/paths/ownPath.ts';
import { DEFAULT_LOCALE, localizePath, splitLocale } from '../../contract/paths/locales.ts';
import { cleanUrl, type Target } from '../../contract/paths/cleanUrl.ts';

export interface Redirect {
  location: string;
  status: number;
}

interface Entry {
  to: string;
  status: number;
}

/** The per-path redirects of §2, by path without locale. */
export type FileRedirects = ReadonlyMap<string, Entry>;

const STATUSES = new Set([301, 302, 307, 308]);

/**
 * Reads `resources/redirects.json`: a list of `{ from, to, status }`. `from` is a path without locale prefix; `to` is a
 * path of this site or an absolute http(s) URL. This file is the only source of redirects to other sites (D46).
 * Throws an Error that names an invalid entry, so that a redirect loop stops the start.
 */
export async function loadRedirects(file: string): Promise<FileRedirects> {
  const list: unknown = JSON.parse(await readFile(file, 'utf8'));
  return parseRedirects(list);
}

export function parseRedirects(list: unknown): FileRedirects {
  if (!Array.isArray(list)) throw new Error('redirects.json must be a list');
  const redirects = new Map<string, Entry>();
  for (const item of list) {
    const { from, ...entry } = parseEntry(item);
    if (redirects.has(from)) throw new Error(`redirects.json: "${from}" is listed twice`);
    redirects.set(from, entry);
  }
  for (const [from, { to }] of redirects) {
    if (redirects.has(splitLocale(cleanUrl(to).path).path) && !isAbsolute(to)) {
      throw new Error(`redirects.json: "${from}" points to another redirect: use the final target`);
    }
  }
  return redirects;
}

/** Returns the redirect of a canonical address, if any. A target on this site keeps the request's locale and query. */
export function findRedirect(redirects: FileRedirects, { path, search }: Target): Redirect | null {
  const { locale, path: barePath } = splitLocale(path);
  const entry = redirects.get(barePath);
  if (!entry) return null;
  if (isAbsolute(entry.to)) return { location: entry.to, status: entry.status };
  const location = localizePath(locale, entry.to);
  return { location: location.includes('?') ? location : location + search, status: entry.status };
}

/** Returns whether a target is on another site, to which the browser must navigate itself. */
export function isAbsolute(location: string): boolean {
  return /^https?:\/\//.test(location);
}

function parseEntry(item: unknown): Entry & { from: string } {
  const { from, to, status = 301 }: Record<string, unknown> = typeof item === 'object' && item !== null ? { ...item } : {};
  if (typeof from !== 'string' || cleanUrl(from).path !== from || from === '/' || splitLocale(from).locale !== DEFAULT_LOCALE) {
    throw new Error(
      `redirects.json: "${String(from)}" must be a path such as "/old/page", without locale, query or slash at the end`,
    );
  }
  if (typeof to !== 'string' || !(isAbsolute(to) ? URL.canParse(to) && /^[\x21-\x7e]+$/.test(to) : isOwnPath(to))) {
    throw new Error(`redirects.json: the target of "${from}" must be a path or an absolute http(s) URL`);
  }
  if (typeof status !== 'number' || !STATUSES.has(status)) {
    throw new Error(`redirects.json: the status of "${from}" must be one of ${[...STATUSES].join(', ')}`);
  }
  return { from, to, status };
}
