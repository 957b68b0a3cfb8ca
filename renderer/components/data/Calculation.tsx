import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Calculation.module.css';

export interface CalculationLine {
  id: string;
  term: ReactNode;
  /** What the term is made of, in small text below it. */
  note?: ReactNode;
  amount: ReactNode;
  /** less: reduces the sum; sum: the result of the lines above. */
  kind?: 'less' | 'sum';
}

/** Amounts of one unit that add up to the last one. Each line has its sign in a column of its own. */
export function Calculation({ unit, lines }: { unit: string; lines: readonly CalculationLine[] }) {
  return (
    <div className={classNames(styles['calculation'], 'numeric')}>
      <div translate="no" className={styles['unit']} aria-hidden="true">
        {unit}
      </div>
      <dl className={styles['lines']}>
        {lines.map(({ id, term, note, amount, kind }) => (
          <div key={id} className={classNames(styles['line'], kind && styles[kind])}>
            <dt>
              {term}
              {note && <small>{note}</small>}
            </dt>
            <dd translate="no">
              {amount}
              <span className="visually-hidden"> {unit}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
