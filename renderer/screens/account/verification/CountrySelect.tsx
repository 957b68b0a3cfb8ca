import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import countries from '../../../../resources/countries.json';
import { Field } from '../../../components/fields/Field.tsx';
import { Select } from '../../../components/fields/Select.tsx';
import { useHydrated } from '../../../useHydrated.ts';

interface CountrySelectProps {
  label: string;
  /** ISO 3166-1 alpha-2; empty: none chosen */
  value: string;
  onChange: (country: string) => void;
  hasError: boolean;
}

/** A list of all countries by name. The names are those of the browser: a server may know others. */
export function CountrySelect({ label, value, onChange, hasError }: CountrySelectProps) {
  const { formatMessage, locale } = useIntl();
  const isHydrated = useHydrated();
  const named = useMemo(() => (isHydrated ? namedCountries(locale) : []), [isHydrated, locale]);
  const options = [{ value: '', label: formatMessage({ id: 'identity.country.choose' }) }, ...named];
  return (
    <Field label={label} error={hasError && <FormattedMessage id="identity.country.missing" />}>
      {(control) => <Select {...control} autoComplete="country" value={value} options={options} onChange={onChange} />}
    </Field>
  );
}

function namedCountries(locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return countries
    .map(([value = '']) => ({ value, label: names.of(value) ?? value }))
    .toSorted((one, other) => compare(one.label, other.label));
}
