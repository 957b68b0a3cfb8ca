import type { ReactNode } from 'react';
import { amount, type Decimal } from '../../../contract/money.ts';
import styles from './ThresholdMeter.module.css';

/** The share of the bar that the part without documents takes, in percent. */
const THRESHOLD_AT = 40;
const GAP = 1;

interface ThresholdMeterProps {
  /** All purchases together, with the one in the form */
  total: Decimal;
  threshold: Decimal;
  maximum: Decimal;
  labels: { now: ReactNode; threshold: ReactNode; maximum: ReactNode };
}

/** How far an amount is from the threshold and from the maximum. The text beside it says the same. */
export function ThresholdMeter({ total, threshold, maximum, labels }: ThresholdMeterProps) {
  const at = positionOf({ total, threshold, maximum });
  return (
    <>
      <svg width="100%" height="16" aria-hidden="true" focusable="false" display="block">
        <rect y="7" width="100%" height="6" rx="3" fill="var(--line-strong)" />
        <rect y="7" width={`${Math.min(at, THRESHOLD_AT)}%`} height="6" rx="3" fill="var(--good)" />
        {at > THRESHOLD_AT && (
          <rect y="7" x={`${THRESHOLD_AT + GAP}%`} width={`${at - THRESHOLD_AT - GAP}%`} height="6" rx="3" fill="var(--accent)" />
        )}
        <rect y="3" x={`${THRESHOLD_AT}%`} width="2" height="14" fill="var(--ink-2)" />
      </svg>
      <p className={`${styles['labels']} numeric`}>
        <b>{labels.now}</b>
        <span>{labels.threshold}</span>
        <span>{labels.maximum}</span>
      </p>
    </>
  );
}

/** Returns the position in percent: linear up to the threshold, then by powers, because the maximum is many times higher. */
function positionOf({ total, threshold, maximum }: Omit<ThresholdMeterProps, 'labels'>): number {
  const ratio = (one: Decimal, other: Decimal): number => Number(amount(one).div(amount(other)).toFixed(4));
  const share = ratio(total, threshold);
  if (share <= 1) return THRESHOLD_AT * share;
  const most = Math.max(ratio(maximum, threshold), share);
  return THRESHOLD_AT + GAP + (100 - THRESHOLD_AT - GAP) * (Math.log(share) / Math.log(most));
}
