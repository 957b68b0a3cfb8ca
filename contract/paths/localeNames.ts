import type { LocaleCode } from './locales.ts';

/** The other names of the locales (§3), for search engines and other sites. */
export const LOCALE_NAMES: Readonly<Record<LocaleCode, { slug: string; langslug: string; ogp: string; iso3166: string }>> = {
  en: { slug: 'en', langslug: 'en', ogp: 'en_US', iso3166: 'us' },
  ru: { slug: 'ru', langslug: 'ru', ogp: 'ru_RU', iso3166: 'ru' },
};
