interface Locale {
  /** The path prefix, the folder of the catalogue and `hreflang`; in §3 also `slug` and `langslug` */
  code: string;
  /** `lang` of pages */
  language: string;
  /** Its own name */
  name: string;
  title: string;
  /** The separators of amounts, everywhere in the language, inputs included (D58) */
  marks: { group: string; decimal: string };
}

/** All languages (§3). A language also has a catalogue in `resources/locales/{code}/` and a file in `resources/seo/`. */
export const LOCALES = {
  en: { code: 'en', language: 'en', name: 'English', title: 'EN', marks: { group: ',', decimal: '.' } },
  ru: { code: 'ru', language: 'ru-RU', name: 'Русский', title: 'RU', marks: { group: '\u00a0', decimal: ',' } },
} as const satisfies Record<string, Locale>;

export type LocaleCode = keyof typeof LOCALES;
export const LOCALE_CODES = Object.values(LOCALES).map(({ code }) => code);
/** Its paths have no prefix. */
export const DEFAULT_LOCALE = 'en';

export function isLocaleCode(text: string | null | undefined): text is LocaleCode {
  return Object.hasOwn(LOCALES, text ?? '');
}

/** Returns a value for each language. */
export function eachLocale<Value>(valueOf: (code: LocaleCode) => Value): Record<LocaleCode, Value> {
  return Object.fromEntries(LOCALE_CODES.map((code) => [code, valueOf(code)])) as Record<LocaleCode, Value>;
}

/** "/ru/order/1" → { locale: "ru", path: "/order/1" }; "/order/1" → { locale: "en", path: "/order/1" } */
export function splitLocale(pathname: string): { locale: LocaleCode; path: string } {
  const prefix = /^\/([^/]*)/.exec(pathname)?.[1];
  if (prefix === DEFAULT_LOCALE || !isLocaleCode(prefix)) return { locale: DEFAULT_LOCALE, path: pathname };
  return { locale: prefix, path: pathname.slice(prefix.length + 1) || '/' };
}

/** Returns `path` (with query and fragment, without prefix) in a locale. */
export function localizePath(locale: LocaleCode, path: string): string {
  if (locale === DEFAULT_LOCALE) return path;
  return `/${locale}${path.replace(/^\/(?=\?|$)/, '')}`;
}
