import { splitLocale } from './locales.ts';

/** Below it are the pages of the operators' console (D61), in each language: "/console/orders", "/ru/console". */
export const CONSOLE_BASE = '/console';

/** Returns whether an address belongs to the console: "/ru/console/orders". */
export function isConsolePath(pathname: string): boolean {
  const { path } = splitLocale(pathname);
  return path === CONSOLE_BASE || path.startsWith(`${CONSOLE_BASE}/`);
}
