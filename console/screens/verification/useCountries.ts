import { useMemo } from 'react';
import { useIntl } from 'react-intl';

/** Returns the names of countries in the language of the page. */
export function useCountries(): Intl.DisplayNames {
  const { locale } = useIntl();
  return useMemo(() => new Intl.DisplayNames(locale, { type: 'region' }), [locale]);
}
