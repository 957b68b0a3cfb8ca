import { ownValue } from '../contract/tables/ownValue.ts';
import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode } from '../contract/paths/locales.ts';

/** Ids of the texts that the system shows: menus, tray, notifications, dialogs. */
export type SystemTextId = keyof typeof import('../resources/locales/en/desktop-system.json');

/** By file name; a test checks that every language has all of them. */
const TEXTS = import.meta.glob<Record<SystemTextId, string>>('../resources/locales/*/desktop-system.json', {
  eager: true,
  import: 'default',
});

/** Returns a text with its `{name}` values. */
export function systemText(locale: LocaleCode, id: SystemTextId, values: Readonly<Record<string, string>> = {}): string {
  const text = TEXTS[`../resources/locales/${locale}/desktop-system.json`]?.[id] ?? id;
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => ownValue(values, name) ?? placeholder);
}

/** Returns the locale of a system's languages, the preferred one first: "ru-RU" → "ru". */
export function systemLocale(languages: readonly string[]): LocaleCode {
  return languages.map((language) => language.slice(0, 2).toLowerCase()).find(isLocaleCode) ?? DEFAULT_LOCALE;
}
