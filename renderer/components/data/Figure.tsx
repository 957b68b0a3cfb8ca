import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Figure.module.css';

export interface FigureProps {
  label: ReactNode;
  /** Already formatted. */
  value: ReactNode;
  unit?: ReactNode;
  /** Direction of the change. The sign is in the text, the colour only repeats it. */
  change?: { text: string; tone: 'good' | 'bad' | 'even' } | undefined;
  stale?: boolean;
}

/** One large figure with its label. */
export function Figure({ label, value, unit, change, stale = false }: FigureProps) {
  return (
    <div>
      <div className={styles['heading']}>
        <span className={styles['label']}>{label}</span>
        {change && <span className={classNames(styles['change'], styles[change.tone], 'numeric')}>{change.text}</span>}
      </div>
      <div translate="no" className={classNames(styles['value'], stale && styles['stale'], 'numeric')}>
        {value}
        {unit && <span className={styles['unit']}> {unit}</span>}
      </div>
    </div>
  );
}
