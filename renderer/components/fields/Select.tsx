import type { ComponentProps } from 'react';
import { ChevronDownIcon } from '../icons/icons.tsx';
import { classNames } from '../classNames.ts';
import frame from './inputFrame.module.css';
import styles from './Select.module.css';

export interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** For rows of a table. */
  small?: boolean;
}

/** A native select, styled like the other fields. */
export function Select<Value extends string>({
  value,
  options,
  onChange,
  small = false,
  className,
  ...rest
}: SelectProps<Value>) {
  return (
    <span className={classNames(frame['frame'], styles['frame'], small && styles['small'], className)}>
      <select
        {...rest}
        className={classNames(frame['control'], styles['control'])}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDownIcon size="small" className={styles['chevron']} />
    </span>
  );
}
