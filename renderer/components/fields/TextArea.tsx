import type { ComponentProps } from 'react';
import { classNames } from '../classNames.ts';
import frame from './inputFrame.module.css';
import styles from './TextArea.module.css';

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
}

/** Multi-line text that is not normalised, such as a pasted file. */
export function TextArea({ value, onChange, className, rows = 5, ...rest }: TextAreaProps) {
  return (
    <div className={classNames(frame['frame'], className)}>
      <textarea
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
        rows={rows}
        className={classNames(frame['control'], frame['mono'], styles['control'])}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
