import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  /** What to do about it. */
  actions?: ReactNode;
  /** alert: announces a failure immediately. */
  role?: 'status' | 'alert';
}

/** Placeholder of an empty or failed list or page. */
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
