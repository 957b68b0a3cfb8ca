import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Band.module.css';

/** One line at the top of every page for site-wide notices (embedded networks, an update). */
export function Band({ label, tone = 'warning', children }: { label: string; tone?: 'warning' | 'quiet'; children: ReactNode }) {
  return (
    <section aria-label={label} className={classNames(styles['band'], styles[tone])}>
      {children}
    </section>
  );
}
