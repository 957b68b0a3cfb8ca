import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './IconButton.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** Accessible name, also shown on hover. */
  label: string;
  icon: ReactNode;
  framed?: boolean;
}

export function IconButton({ label, icon, framed = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(styles['button'], framed && styles['framed'], className)}
    >
      {icon}
    </button>
  );
}
