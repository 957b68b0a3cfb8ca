import type { ReactNode } from 'react';
import styles from './StepList.module.css';

export interface StepListItem {
  id: string;
  title: ReactNode;
  detail?: ReactNode;
  /** How long it takes. */
  time?: ReactNode;
}

/** Numbered steps with durations. */
export function StepList({ steps }: { steps: readonly StepListItem[] }) {
  return (
    <ol className={styles['list']}>
      {steps.map((step) => (
        <li key={step.id} className={styles['step']}>
          <div className={styles['words']}>
            <b className={styles['title']}>{step.title}</b>
            {step.detail && <span className="hint">{step.detail}</span>}
          </div>
          {step.time && <span className={`${styles['time']} numeric`}>{step.time}</span>}
        </li>
      ))}
    </ol>
  );
}
