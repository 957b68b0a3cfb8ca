import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Band.module.css';

/** One line across the top of every page: what holds for all of it (embedded networks, no connection, an update). */
export function Band({ label, tone = 'warning', children }: { label: string; tone?: 'warning' | 'quiet'; children: ReactNode }) {
  return (
    <section aria-label={label} className={classNames(styles['band'], styles[tone])}>
      {children}
    </section>
  );
}
