/** The fields of the locales (§3) that pages need. English is the default and has no path prefix. */
export const LOCALES = {
  en: { code: 'en', language: 'en', name: 'English', title: 'EN' },
  ru: { code: 'ru', language: 'ru-RU', name: 'Русский', title: 'RU' },
} as const;

export type LocaleCode = keyof typeof LOCALES;
export const DEFAULT_LOCALE: LocaleCode = 'en';

export function isLocaleCode(text: string | null | undefined): text is LocaleCode {
  return text === 'en' || text === 'ru';
}

/** "/ru/order/1" → { locale: "ru", path: "/order/1" }; "/order/1" → { locale: "en", path: "/order/1" } */
export function splitLocale(pathname: string): { locale: LocaleCode; path: string } {
  const match = /^\/ru(?=\/|$)/.exec(pathname);
  if (!match) return { locale: DEFAULT_LOCALE, path: pathname };
  return { locale: 'ru', path: pathname.slice(3) || '/' };
}

/** Returns `path` (with query and fragment, without prefix) in a locale. */
export function localizePath(locale: LocaleCode, path: string): string {
  if (locale === DEFAULT_LOCALE) return path;
  return path === '/' ? '/ru' : `/ru${path.startsWith('/?') ? path.slice(1) : path}`;
}
