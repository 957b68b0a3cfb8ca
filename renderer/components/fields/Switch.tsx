import { classNames } from '../classNames.ts';
import styles from './Switch.module.css';

export interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Accessible name. */
  label: string;
  /** Busy: the state stays, presses are ignored. */
  busy?: boolean;
  'aria-describedby'?: string;
}

/** Switches one thing on or off at once. */
export function Switch({ checked, onChange, label, busy = false, ...rest }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      {...rest}
      aria-checked={checked}
      aria-label={label}
      aria-busy={busy || undefined}
      className={classNames(styles['switch'], checked && styles['on'])}
      onClick={() => !busy && onChange(!checked)}
    />
  );
}
