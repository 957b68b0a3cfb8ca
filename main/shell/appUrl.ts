import { join, normalize, sep } from 'node:path';

/** The app's own origin. A custom scheme, because a page of `file:` could read other files. */
export const SCHEME = 'app';
export const HOST = 'bundle';
const ORIGIN = `${SCHEME}://${HOST}`;

/** "/ru/history" → "app://bundle/ru/history" */
export const appUrl = (path: string): string => ORIGIN + path;

/** Returns whether a URL is a page of the app. */
export function isAppUrl(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed?.protocol === `${SCHEME}:` && parsed.host === HOST;
}

/** Returns the file of a path inside `folder`; null for a path that leaves it or is not decodable. */
export function fileOf(folder: string, pathname: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (path.includes('\0')) return null;
  const file = normalize(join(folder, path));
  return file.startsWith(folder + sep) ? file : null;
}
