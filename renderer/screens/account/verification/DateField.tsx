import { useId, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { DangerIcon } from '../../../components/icons/icons.tsx';
import { TextInput } from '../../../components/fields/TextInput.tsx';
import type { DateParts } from '../../../stores/identity/details.ts';
import { frameClass } from './lateStyles.ts';

const PARTS = ['day', 'month', 'year'] as const;
const LENGTHS = { day: 2, month: 2, year: 4 } as const;

interface DateFieldProps {
  legend: string;
  value: DateParts;
  onChange: (value: DateParts) => void;
  error: ReactNode;
  /** Lets the browser fill in the customer's own date of birth. */
  isBirthday?: boolean;
}

/** A date of a document in three inputs: a calendar is no help for dates that lie many years away. */
export function DateField({ legend, value, onChange, error, isBirthday = false }: DateFieldProps) {
  const { formatMessage } = useIntl();
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <fieldset className={frameClass('date')} aria-describedby={errorId}>
      <legend>{legend}</legend>
      <div className={frameClass('parts3')}>
        {PARTS.map((part) => (
          <label key={part} className={frameClass(part)}>
            <span className="hint">{formatMessage({ id: `identity.date.${part}` })}</span>
            <TextInput
              className="numeric"
              inputMode="numeric"
              autoComplete={isBirthday ? `bday-${part}` : 'off'}
              maxLength={LENGTHS[part]}
              aria-invalid={error ? true : undefined}
              aria-describedby={errorId}
              value={value[part]}
              onChange={(text) => onChange({ ...value, [part]: text.replace(/\D/g, '') })}
            />
          </label>
        ))}
      </div>
      <div id={errorId} className={frameClass('dateError')} role="status">
        {error && (
          <>
            <DangerIcon size="small" />
            <span>{error}</span>
          </>
        )}
      </div>
    </fieldset>
  );
}
