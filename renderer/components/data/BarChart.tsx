import { useState } from 'react';
import { classNames } from '../classNames.ts';
import styles from './BarChart.module.css';

export interface Bar {
  id: string;
  /** Height from 0 to 1: a width of the drawing, not an amount. The caller computes it exactly. */
  fraction: number;
  /** Shown while the pointer is on the bar. */
  text: string;
}

export interface BarChartProps {
  bars: readonly Bar[];
  /** Text alternative. The caller also shows the figures as a table. */
  label: string;
  /** Figures at the lines from the highest to the lowest, evenly spread. */
  scale: readonly string[];
  /** Below, from left to right, evenly spread. */
  axis: readonly string[];
}

const HEIGHT = 150;
const SLOT = 20;
const GAP = 3;
/** So that a day with earnings is never invisible. */
const LEAST_HEIGHT = 1.5;

/** Bars as wide as their container. */
export function BarChart({ bars, label, scale, axis }: BarChartProps) {
  const [shown, setShown] = useState<Bar | null>(null);
  return (
    <div className={styles['chart']}>
      <p className={styles['text']} aria-hidden="true">
        {shown?.text ?? '\u00a0'}
      </p>
      <div className={styles['frame']}>
        <div className={styles['scale']} aria-hidden="true">
          {scale.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </div>
        <svg
          className={styles['plot']}
          viewBox={`0 0 ${bars.length * SLOT} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          onPointerLeave={() => setShown(null)}
        >
          {scale.map((text, index) => (
            <path
              key={text}
              className={styles['grid']}
              d={`M0 ${(index * HEIGHT) / Math.max(1, scale.length - 1)}H${bars.length * SLOT}`}
            />
          ))}
          {bars.map((bar, index) => {
            const height = bar.fraction > 0 ? Math.max(LEAST_HEIGHT, bar.fraction * HEIGHT) : 0;
            return (
              <g key={bar.id} onPointerEnter={() => setShown(bar)}>
                <rect x={index * SLOT} width={SLOT} height={HEIGHT} fill="transparent" />
                <rect
                  className={classNames(styles['bar'], shown === bar && styles['shown'])}
                  x={index * SLOT + GAP}
                  width={SLOT - 2 * GAP}
                  y={HEIGHT - height}
                  height={height}
                />
              </g>
            );
          })}
        </svg>
        <div className={styles['axis']} aria-hidden="true">
          {axis.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </div>
      </div>
    </div>
  );
}
