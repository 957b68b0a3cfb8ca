import { eachLocale, type LocaleCode } from '../../contract/paths/locales.ts';
import { contentFacts, type ContentSettings } from './contentFacts.ts';
import type { Placeholders } from './contentFile.ts';

/**
 * Returns the result of `build` for a language. It is built again when the facts have changed: operators change settings while the
 * host runs (D72). Builds every language once, so that an invalid file stops the start.
 */
export function followFacts<Built>(
  settings: () => ContentSettings,
  build: (locale: LocaleCode, facts: Placeholders) => Built,
): (locale: LocaleCode) => Built {
  const buildNow = (locale: LocaleCode) => {
    const facts = contentFacts(settings(), locale);
    return { version: JSON.stringify(facts), built: build(locale, facts) };
  };
  const known = eachLocale(buildNow);
  return (locale) => {
    if (known[locale].version !== JSON.stringify(contentFacts(settings(), locale))) known[locale] = buildNow(locale);
    return known[locale].built;
  };
}
