import type { Storage } from '../storage/storage.ts';

/** The key under which a window stores the chosen theme. */
const THEME_KEY = 'cookie-theme';

/** Returns the theme that the customer chose; null follows the system, as does a damaged entry. */
export function storedTheme(storage: Pick<Storage, 'get'>): 'light' | 'dark' | null {
  try {
    const { value } = JSON.parse(storage.get(THEME_KEY) ?? '{}') as { value?: unknown };
    return value === 'light' || value === 'dark' ? value : null;
  } catch {
    return null;
  }
}
