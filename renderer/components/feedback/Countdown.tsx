import { useState } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Countdown.module.css';

const SECOND = 1_000;
/** Remaining times that a screen reader announces, in ms, longest first. */
const ANNOUNCED = [600, 300, 60, 30, 0].map((seconds) => seconds * SECOND);

export interface CountdownProps {
  /** Remaining time in ms by the server's clock. The parent renders every second. */
  remainingMs: number;
  label: string;
  /** Announced when a threshold (10, 5, 1 minute, 30 seconds, zero) is passed. */
  announce: (remainingMs: number) => string;
}

/** Remaining time. It has the warning colour in the last two minutes. */
export function Countdown({ remainingMs, label, announce }: CountdownProps) {
  const passed = ANNOUNCED.findLast((threshold) => remainingMs <= threshold) ?? null;
  const [first] = useState(passed);
  return (
    <div className={styles['countdown']}>
      <span className={styles['label']}>{label}</span>
      <span
        className={classNames(styles['time'], 'numeric', remainingMs <= 120 * SECOND && styles['short'])}
        role="timer"
        aria-label={label}
      >
        {formatRemaining(remainingMs)}
      </span>
      <span className="visually-hidden" role="status">
        {passed !== null && passed !== first && announce(passed)}
      </span>
    </div>
  );
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** Returns "18:42" or "23:59:59"; never negative. */
export function formatRemaining(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / SECOND));
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
