import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ReportInput } from '../../../contract/console/reports.ts';
import { REPORT_MOST_DAYS } from '../../../contract/limits.ts';
import { Field } from '../../../renderer/components/fields/Field.tsx';
import { Segmented } from '../../../renderer/components/fields/Segmented.tsx';
import { TextInput } from '../../../renderer/components/fields/TextInput.tsx';
import { dayText } from '../../parts/times.ts';
import styles from './reports.module.css';

const DAY_MS = 24 * 3_600_000;
const LENGTHS = ['7', '30', '90'] as const;
type Choice = (typeof LENGTHS)[number] | 'own';

/** Returns the period of `count` days that ends with the day of `now`, in ms since 1970. */
export const lastDays = (now: number, count: number): ReportInput => ({
  from: dayText(now - (count - 1) * DAY_MS),
  to: dayText(now),
});

interface PeriodProps {
  period: ReportInput;
  onChange: (period: ReportInput) => void;
}

/** Lets the operator choose the last 7, 30 or 90 days, or own dates. */
export function Period({ period, onChange }: PeriodProps) {
  const { formatMessage } = useIntl();
  const [choice, setChoice] = useState<Choice>('30');
  const choose = (chosen: Choice): void => {
    setChoice(chosen);
    if (chosen !== 'own') onChange(lastDays(Date.now(), Number(chosen)));
  };
  return (
    <div className={styles['period']}>
      <Segmented
        legend={formatMessage({ id: 'console.period' })}
        value={choice}
        onChange={choose}
        options={[
          ...LENGTHS.map((days) => ({
            value: days,
            label: <FormattedMessage id="console.lastDays" values={{ days: Number(days) }} />,
          })),
          { value: 'own', label: <FormattedMessage id="console.ownDates" /> },
        ]}
      />
      {choice === 'own' && <OwnDates period={period} onChange={onChange} />}
    </div>
  );
}

function OwnDates({ period, onChange }: PeriodProps) {
  const [typed, setTyped] = useState(period);
  const change = (changes: Partial<ReportInput>): void => {
    const next = { ...typed, ...changes };
    setTyped(next);
    if (isPeriod(next)) onChange(next);
  };
  const error = isPeriod(typed) ? undefined : <FormattedMessage id="console.noPeriod" values={{ days: REPORT_MOST_DAYS }} />;
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <Field
          key={end}
          reserve={false}
          label={<FormattedMessage id={end === 'from' ? 'console.firstDay' : 'console.lastDay'} />}
          error={end === 'to' ? error : undefined}
        >
          {(control) => (
            <TextInput {...control} type="date" required value={typed[end]} onChange={(day) => change({ [end]: day })} />
          )}
        </Field>
      ))}
    </>
  );
}

function isPeriod({ from, to }: ReportInput): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  // A day that is only partly typed has no time.
  return days >= 1 && days <= REPORT_MOST_DAYS && from >= '2000' && to < '2100';
}
