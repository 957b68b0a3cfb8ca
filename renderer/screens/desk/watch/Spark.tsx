import type { HistoryOutput } from '../../../../contract/api/rates.ts';
import { chartOfHistory } from '../../exchange/rate/chart.ts';
import styles from './watch.module.css';

const WIDTH = 64;
const HEIGHT = 24;
const INSET = 2;
/** Each point is at least one pixel wide. */
const MOST_POINTS = 48;

/** The last day of a pair as a small line. Decorative: the change is next to it. */
export function Spark({ history }: { history: HistoryOutput | null }) {
  const fractions = (history && chartOfHistory(history)?.fractions) ?? [];
  const every = Math.max(1, Math.ceil(fractions.length / MOST_POINTS));
  const shown = fractions.filter((_fraction, index) => (fractions.length - 1 - index) % every === 0);
  const step = WIDTH / Math.max(1, shown.length - 1);
  const points = shown.map(
    (fraction, index) => `${(index * step).toFixed(1)} ${(HEIGHT - INSET - fraction * (HEIGHT - 2 * INSET)).toFixed(1)}`,
  );
  return (
    <svg className={styles['spark']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {points.length > 1 && <path d={`M${points.join('L')}`} />}
    </svg>
  );
}
