import countries from 'i18n-iso-countries';

/**
 * Returns the countries of ISO 3166-1 as pairs of alpha-2 and alpha-3 codes, one per line. Names are not stored: browsers have them
 * (`Intl.DisplayNames`).
 */
export function writeCountries(): string {
  const pairs = Object.entries(countries.getAlpha2Codes()).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const lines = pairs.map((pair) => `  ${JSON.stringify(pair).replace(',', ', ')}`);
  return `[\n${lines.join(',\n')}\n]\n`;
}
