import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { translateOf } from './machineText.ts';
import styles from './DefinitionList.module.css';

export interface Definition {
  id: string;
  term: ReactNode;
  detail: ReactNode;
  /** total: the sum of the other lines; good, bad: a gain, a loss; past: no longer applies; part: included in the line above. */
  tone?: 'total' | 'good' | 'bad' | 'past' | 'part';
}

/** Lines of terms and details: fees, the parts of an order. */
export function DefinitionList({ items, className }: { items: readonly Definition[]; className?: string }) {
  return (
    <dl className={classNames(styles['list'], 'numeric', className)}>
      {items.map((item) => (
        <div key={item.id} className={classNames(styles['line'], item.tone && styles[item.tone])}>
          <dt>{item.term}</dt>
          <dd translate={translateOf(item.detail)}>{item.detail}</dd>
        </div>
      ))}
    </dl>
  );
}
