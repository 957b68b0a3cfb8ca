import type { ReactNode } from 'react';
import { DangerIcon, InformationIcon, SuccessIcon, WarningIcon } from '../icons/icons.tsx';
import { classNames } from '../classNames.ts';
import styles from './Notice.module.css';

export type NoticeKind = 'information' | 'success' | 'warning' | 'danger';

const ICONS = { information: InformationIcon, success: SuccessIcon, warning: WarningIcon, danger: DangerIcon } as const;

export interface NoticeProps {
  kind: NoticeKind;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Announced when it appears: politely (status) or immediately (alert). Omit it for initial content. */
  role?: 'status' | 'alert';
  className?: string | undefined;
}

/** A permanent message within the page. */
export function Notice({ kind, title, children, actions, role, className }: NoticeProps) {
  const Icon = ICONS[kind];
  return (
    <div className={classNames(styles['notice'], styles[kind], className)} role={role}>
      <Icon className={styles['icon']} />
      <div className={styles['words']}>
        {title && <strong className={styles['title']}>{title}</strong>}
        {children && <div>{children}</div>}
        {actions && <div className={styles['actions']}>{actions}</div>}
      </div>
    </div>
  );
}
