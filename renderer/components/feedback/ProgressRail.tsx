import type { ReactNode } from 'react';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import { classNames } from '../classNames.ts';
import styles from './ProgressRail.module.css';

export interface ProgressStep {
  id: string;
  title: ReactNode;
  /** The step's time, or what it waits for. */
  detail?: ReactNode;
  state: 'done' | 'now' | 'todo' | 'failed';
  /** Progress of the current step, 0 to 1: confirmations of those required. */
  fraction?: number;
  /** The state in words, for screen readers. */
  stateLabel: ReactNode;
}

/** Progress of an order: its steps in order, each with its time. */
export function ProgressRail({
  label,
  position,
  steps,
}: {
  label: string;
  /** "step 2 of 4", for telephones, which show the words of one step only. Without it they show all steps, one below the other. */
  position?: (step: number) => string;
  steps: readonly ProgressStep[];
}) {
  const current = Math.max(
    0,
    steps.findLastIndex(({ state }) => state !== 'todo'),
  );
  return (
    <ol className={classNames(styles['rail'], styles[position ? 'short' : 'upright'])} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.id}
          className={classNames(styles['step'], styles[step.state], index === current && styles['current'])}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <svg className={styles['bar']} aria-hidden="true" focusable="false">
            <rect className={styles['track']} width="100%" height="100%" rx="1.5" />
            {/* Two bars, of which the width of the screen shows one: sizes are attributes, as styles may not be inline. */}
            <rect
              className={classNames(styles['fill'], styles['across'])}
              width={`${barFraction(step) * 100}%`}
              height="100%"
              rx="1.5"
            />
            <rect
              className={classNames(styles['fill'], styles['down'])}
              width="100%"
              height={`${barFraction(step) * 100}%`}
              rx="1.5"
            />
          </svg>
          <span className={styles['title']}>{step.title}</span>
          <VisuallyHidden>{step.stateLabel}</VisuallyHidden>
          {position && index === current && (
            <small className={styles['position']} aria-hidden="true">
              {position(index + 1)}
            </small>
          )}
          {/* In another state it says something else: a new text, not one that moves. */}
          {step.detail && (
            <small key={step.state} className={classNames(styles['detail'], 'numeric')}>
              {step.detail}
            </small>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Minimum progress, so that the current step is visible before the first confirmation. */
function barFraction({ state, fraction = 0 }: ProgressStep): number {
  if (state === 'todo') return 0;
  return state === 'now' ? Math.min(1, Math.max(0.12, fraction)) : 1;
}
