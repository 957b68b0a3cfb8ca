import type { ReactNode } from 'react';
import styles from './StickyAction.module.css';

/**
 * Keeps the form's submit button visible while the form extends below the screen, on wide and high screens with `consent` above it. It is the
 * last part of a form in a card of tight padding, so at the end it covers no field. It is not sticky on low screens, such as with an
 * open keyboard.
 */
export function StickyAction({ consent, children }: { consent?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles['action']}>
      {consent}
      <div className={styles['button']}>{children}</div>
    </div>
  );
}
