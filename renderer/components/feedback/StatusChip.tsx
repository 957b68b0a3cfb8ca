import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './StatusChip.module.css';

export interface StatusChipProps {
  /** urgent: the customer must act. active: in progress. done: ended as agreed. ended: ended otherwise. good: set as it should be. */
  tone: 'urgent' | 'active' | 'done' | 'ended' | 'good';
  children: ReactNode;
  /** Below, smaller: "until tomorrow, 09:15". */
  detail?: ReactNode;
}

/** The state of an entry of a list, as a dot and text. */
export function StatusChip({ tone, children, detail }: StatusChipProps) {
  return (
    <span className={classNames(styles['chip'], styles[tone])}>
      <span className={styles['state']}>{children}</span>
      {detail && <small className={styles['detail']}>{detail}</small>}
    </span>
  );
}
