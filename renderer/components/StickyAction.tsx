import type { ReactNode } from 'react';
import styles from './StickyAction.module.css';

/**
 * Keeps the form's one action in sight on telephones while the form goes on below the fold. It is part of the form and
 * lies at its end, so it covers nothing there, and a screen made low by a keyboard gets its room back.
 */
export function StickyAction({ children }: { children: ReactNode }) {
  return <div className={styles['action']}>{children}</div>;
}
