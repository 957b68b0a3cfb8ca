import en from '../resources/locales/en/desktop-system.json';
import ru from '../resources/locales/ru/desktop-system.json';
import type { LocaleCode } from '../contract/paths/locales.ts';

/** Ids of the texts that the system shows: menus, tray, notifications, dialogs. */
export type SystemTextId = keyof typeof en;

const TEXTS = { en, ru } satisfies Record<LocaleCode, Record<SystemTextId, string>>;

/** Returns a text with its `{name}` values. */
export function systemText(locale: LocaleCode, id: SystemTextId, values: Readonly<Record<string, string>> = {}): string {
  return TEXTS[locale][id].replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** Returns the locale of a system's languages, the preferred one first: "ru-RU" → "ru". */
export function systemLocale(languages: readonly string[]): LocaleCode {
  const known = languages.map((language) => language.slice(0, 2).toLowerCase()).find((code) => code in TEXTS);
  return known === 'ru' ? 'ru' : 'en';
}
