import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  /** What to do about it. */
  actions?: ReactNode;
  /** alert: something failed, and it is said at once. */
  role?: 'status' | 'alert';
}

/** What stands where a list or a page would: nothing yet, nothing found, or it failed. */
export function EmptyState({ icon, title, children, actions, role }: EmptyStateProps) {
  return (
    <div className={styles['state']} role={role}>
      {icon && <span className={styles['icon']}>{icon}</span>}
      <p className={styles['title']}>{title}</p>
      {children && <div className={styles['words']}>{children}</div>}
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}
