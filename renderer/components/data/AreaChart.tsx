import type { ReactNode } from 'react';
import styles from './AreaChart.module.css';

export interface AreaChartProps {
  /**
   * Heights from 0 (the lowest) to 1 (the highest), oldest first. Fractions, because a JavaScript number must not hold a
   * price; the caller computes them exactly.
   */
  fractions: readonly number[];
  /** Text alternative: "Rate over 24 hours: from 69,120 to 70,412, lowest 68,900". */
  label: string;
  /** Figures at the highest and the lowest line. */
  high?: string | undefined;
  low?: string | undefined;
  /** Below, from left to right, evenly spread. */
  axis?: readonly string[];
  /** Over the drawing, such as marks at heights from {@link shareAbove}. */
  children?: ReactNode;
}

const WIDTH = 600;
const HEIGHT = 150;
/** Above and below the line, as high as a figure: the figures never cover the line. */
const INSET = 20;

/** Cached paths per list of heights. */
const drawn = new WeakMap<readonly number[], string>();

function lineOf(fractions: readonly number[]): string {
  const found = drawn.get(fractions);
  if (found !== undefined) return found;
  const step = WIDTH / Math.max(1, fractions.length - 1);
  const points = fractions.map((fraction, index) => `${round(index * step)} ${heightOf(fraction)}`);
  const line = points.length > 1 ? `M${points.join('L')}` : '';
  drawn.set(fractions, line);
  return line;
}

/** Line chart with a filled area, as wide as its container. */
export function AreaChart({ fractions, label, high, low, axis, children }: AreaChartProps) {
  const line = lineOf(fractions);
  return (
    <div className={styles['chart']}>
      <div className={styles['plot']}>
        <svg
          className={styles['drawing']}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
        >
          <path className={styles['grid']} d={`M0 ${INSET}H${WIDTH}M0 ${HEIGHT - INSET}H${WIDTH}`} />
          {line && <path className={styles['area']} d={`${line}V${HEIGHT}H0Z`} />}
          {line && <path className={styles['line']} d={line} />}
        </svg>
        {children}
        {high && <span className={styles['high']}>{high}</span>}
        {low && <span className={styles['low']}>{low}</span>}
      </div>
      {axis && (
        <div className={styles['axis']} aria-hidden="true">
          {axis.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </div>
      )}
    </div>
  );
}

/** Returns the distance of a fraction from the upper edge. */
const heightOf = (fraction: number): number => round(HEIGHT - INSET - fraction * (HEIGHT - 2 * INSET));

/** Returns the part of the drawing that is above a height, from 0 to 1. */
export const shareAbove = (fraction: number): number => heightOf(fraction) / HEIGHT;

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
