import { useId, type ReactNode } from 'react';
import { CheckIcon, DangerIcon } from '../icons/icons.tsx';
import { classNames } from '../classNames.ts';
import styles from './Field.module.css';

/** Attributes that connect a control to its field. Spread them on the control. */
export interface FieldControl {
  id: string;
  'aria-describedby': string;
  'aria-invalid': boolean | undefined;
}

export interface FieldProps {
  label: ReactNode;
  /** Next to the label, at the end of its line. */
  labelAside?: ReactNode;
  /** The default message; error and ok replace it. */
  hint?: ReactNode;
  error?: ReactNode;
  /** Confirmation of valid input ("Valid TRON address"). */
  ok?: ReactNode;
  /** Reserves a line for the message, so that the layout does not shift. Default: true. */
  reserve?: boolean;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** Label, control and message. The message is a polite live region: screen readers announce changes. */
export function Field({ label, labelAside, hint, error, ok, reserve = true, className, children }: FieldProps) {
  const id = useId();
  const messageId = `${id}-message`;
  return (
    <div className={classNames(styles['field'], className)}>
      <div className={styles['heading']}>
        <label htmlFor={id}>{label}</label>
        {labelAside && <span className="hint">{labelAside}</span>}
      </div>
      {children({ id, 'aria-describedby': messageId, 'aria-invalid': error ? true : undefined })}
      <div id={messageId} className={classNames(styles['message'], reserve && styles['reserve'])} role="status">
        <FieldMessage hint={hint} error={error} ok={ok} />
      </div>
    </div>
  );
}

function FieldMessage({ hint, error, ok }: Pick<FieldProps, 'hint' | 'error' | 'ok'>) {
  if (error) {
    return (
      <span className={styles['error']}>
        <DangerIcon size="small" className={styles['sign']} />
        <span>{error}</span>
      </span>
    );
  }
  if (ok) {
    return (
      <span className={styles['ok']}>
        <CheckIcon size="small" className={styles['sign']} />
        <span>{ok}</span>
      </span>
    );
  }
  return hint ? <span className={styles['hint']}>{hint}</span> : null;
}
