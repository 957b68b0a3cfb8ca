interface Locale {
  /** The folder of the catalogue */
  code: string;
  /** The first segment of paths, except in the default language */
  slug: string;
  /** `lang` of pages */
  language: string;
  /** `hreflang` of links */
  langslug: string;
  /** `og:locale` */
  ogp: string;
  /** The country in which most people speak the language, as ISO 3166-1 alpha-2; for feeds */
  iso3166: string;
  /** Its own name */
  name: string;
  title: string;
  /** The separators of amounts, everywhere in the language, inputs included (D58) */
  marks: { group: string; decimal: string };
}

/** All languages (§3). A language also has a catalogue in `resources/locales/{code}/` and a file in `resources/seo/`. */
export const LOCALES = {
  en: {
    code: 'en',
    slug: 'en',
    language: 'en',
    langslug: 'en',
    ogp: 'en_US',
    iso3166: 'us',
    name: 'English',
    title: 'EN',
    marks: { group: ',', decimal: '.' },
  },
  ru: {
    code: 'ru',
    slug: 'ru',
    language: 'ru-RU',
    langslug: 'ru',
    ogp: 'ru_RU',
    iso3166: 'ru',
    name: 'Русский',
    title: 'RU',
    marks: { group: '\u00a0', decimal: ',' },
  },
} as const satisfies Record<string, Locale>;

export type LocaleCode = keyof typeof LOCALES;
export const LOCALE_CODES = Object.values(LOCALES).map(({ code }) => code);
/** Its paths have no prefix. */
export const DEFAULT_LOCALE = 'en';
/** `/?lang=en` is in English also for a browser that keeps no cookie of the language. */
export const LANGUAGE_PARAMETER = 'lang';

export function isLocaleCode(text: string | null | undefined): text is LocaleCode {
  return Object.hasOwn(LOCALES, text ?? '');
}

/** Returns a value for each language. */
export function eachLocale<Value>(valueOf: (code: LocaleCode) => Value): Record<LocaleCode, Value> {
  return Object.fromEntries(LOCALE_CODES.map((code) => [code, valueOf(code)])) as Record<LocaleCode, Value>;
}

/** "/ru/order/1" → { locale: "ru", path: "/order/1" }; "/order/1" → { locale: "en", path: "/order/1" } */
export function splitLocale(pathname: string): { locale: LocaleCode; path: string } {
  const prefix = /^\/([^/]*)/.exec(pathname)?.[1] ?? '';
  const locale = LOCALE_CODES.find((code) => LOCALES[code].slug === prefix) ?? DEFAULT_LOCALE;
  if (locale === DEFAULT_LOCALE) return { locale, path: pathname };
  return { locale, path: pathname.slice(prefix.length + 1) || '/' };
}

/** Returns `path` (with query and fragment, without prefix) in a locale. */
export function localizePath(locale: LocaleCode, path: string): string {
  if (locale === DEFAULT_LOCALE) return path;
  return `/${LOCALES[locale].slug}${path.replace(/^\/(?=\?|$)/, '')}`;
}
