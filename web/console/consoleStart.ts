import type { LocaleCode } from '../../contract/paths/locales.ts';

/** What the host writes into the page of the console. */
export interface ConsoleStart {
  buildId: string;
  /** The paths of the console's own texts */
  texts: Readonly<Record<LocaleCode, string>>;
}
