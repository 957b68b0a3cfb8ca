import { useId, type ReactNode, type Ref } from 'react';
import styles from './Checkbox.module.css';

export interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** May contain links. Following one does not tick the box. */
  children: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
  name?: string;
  id?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A native checkbox with its label. */
export function Checkbox({ checked, onChange, children, error, disabled, name, id, ref }: CheckboxProps) {
  const errorId = useId();
  return (
    <div>
      <label className={styles['label']}>
        <input
          ref={ref}
          id={id}
          className={styles['box']}
          type="checkbox"
          name={name}
          checked={checked}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={errorId}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      <div id={errorId} className={styles['error']} role="status">
        {error}
      </div>
    </div>
  );
}
