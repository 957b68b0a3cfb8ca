import { isLocaleCode, type LocaleCode } from '../../contract/paths/locales.ts';

/**
 * Returns the supported locale with the highest weight of an Accept-Language header: "de, ru;q=0.8, en;q=0.5" → "ru". Returns
 * null when the header names no supported language.
 */
export function preferredLocale(acceptLanguage: string | undefined): LocaleCode | null {
  const liked = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([01](?:\.\d{1,3})?)$/.exec(parameter)?.[1]).find(Boolean);
      return { code: tag.split('-', 1)[0], quality: Number(quality ?? 1) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  for (const { code } of liked) if (isLocaleCode(code)) return code;
  return null;
}
