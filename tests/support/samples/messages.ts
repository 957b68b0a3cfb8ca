import type { LocaleCode } from '../../../contract/paths/locales.ts';
import type { Messages } from '../../../renderer/i18n/messages.ts';
import { compileLocale } from '../../../scripts/builds/messages.ts';

/** Compiled once for all tests of a worker. */
const compiled = new Map<LocaleCode, Promise<Messages>>();

/** Returns the texts of a locale as the build compiles them. */
export async function loadTestMessages(locale: LocaleCode): Promise<Messages> {
  const known = compiled.get(locale) ?? compile(locale);
  compiled.set(locale, known);
  return await known;
}

async function compile(locale: LocaleCode): Promise<Messages> {
  const { hash: _, ...parts } = await compileLocale(locale);
  return Object.freeze(Object.assign({}, ...Object.values(parts).map((part) => JSON.parse(part) as Messages))) as Messages;
}
