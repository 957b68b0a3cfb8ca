import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './inputFrame.module.css';
import { useComposition } from './useComposition.ts';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
  /** For addresses, hashes and keys. */
  mono?: boolean;
  leading?: ReactNode;
  /** Icon buttons at the end: paste, scan. */
  trailing?: ReactNode;
}

export function TextInput({ value, onChange, mono = false, leading, trailing, className, ...rest }: TextInputProps) {
  const text = useComposition<HTMLInputElement>(value, (control) => onChange(control.value));
  return (
    <div className={classNames(styles['frame'], className)}>
      {leading && <span className={styles['leading']}>{leading}</span>}
      <input
        type="text"
        translate={mono ? 'no' : undefined}
        {...rest}
        className={classNames(styles['control'], mono && styles['mono'])}
        {...text}
      />
      {trailing}
    </div>
  );
}
