import type { LocaleCode } from '../../../contract/paths/locales.ts';
import type { Messages } from '../../../renderer/i18n/messages.ts';
import { compileLocale } from '../../../scripts/messages.ts';

/** The texts of a locale as the build compiles them. */
export async function loadTestMessages(locale: LocaleCode): Promise<Messages> {
  const { hash: _, ...parts } = await compileLocale(locale);
  return Object.assign({}, ...Object.values(parts).map((part) => JSON.parse(part) as Messages)) as Messages;
}
