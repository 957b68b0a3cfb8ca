import { useId, type ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Segmented.module.css';

export interface SegmentedProps<Value extends string> {
  legend: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
  className?: string | undefined;
}

/** A switch between two to four short options: radio buttons styled as one control. */
export function Segmented<Value extends string>({ legend, value, options, onChange, className }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className={classNames(styles['group'], className)}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles['option']}>
          <input
            className="unseen-radio"
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles['label']}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
