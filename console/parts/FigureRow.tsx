import type { ReactNode } from 'react';
import styles from './FigureRow.module.css';

export interface RowFigure {
  id: string;
  term: ReactNode;
  value: ReactNode;
  note?: ReactNode;
  /** A person should look at it */
  isUrgent?: boolean;
}

/** The main figures of a screen, side by side. */
export function FigureRow({ figures }: { figures: readonly RowFigure[] }) {
  return (
    <dl className={`${styles['figures']} numeric`}>
      {figures.map(({ id, term, value, note, isUrgent = false }) => (
        <div key={id} className={styles['figure']}>
          <dt>{term}</dt>
          <dd className={styles['value']}>{value}</dd>
          <dd className={isUrgent ? `hint ${styles['urgent']}` : 'hint'}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}
