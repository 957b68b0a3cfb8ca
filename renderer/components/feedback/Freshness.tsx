import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Freshness.module.css';

/** Age of a value, or that updates have stopped. Not announced, because it changes every second. */
export function Freshness({ state, children }: { state: 'live' | 'stale' | 'lost'; children: ReactNode }) {
  return (
    <span className={classNames(styles['freshness'], 'numeric')}>
      <span className={classNames(styles['dot'], styles[state])} aria-hidden="true" />
      {children}
    </span>
  );
}
