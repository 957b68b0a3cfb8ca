import { FormattedMessage, useIntl } from 'react-intl';
import { VisuallyHidden } from '../../components/layout/VisuallyHidden.tsx';
import type { DayState, HealthDays } from './healthDays.ts';
import styles from './status.module.css';

const [BAR, STEP, HEIGHT] = [5, 7, 24];
/** Height of the coloured part, from the bottom */
const PARTS: Record<DayState, number> = { unknown: 2, worked: HEIGHT, partly: HEIGHT / 2, down: HEIGHT };
const STATES = Object.keys(PARTS) as DayState[];

/** How a component worked on each of the last 30 days, as bars, and the share of the time. */
export function DayStrip({ days: { states, percent } }: { days: HealthDays }) {
  const { formatNumber } = useIntl();
  const share = percent === null ? '–' : formatNumber(percent / 100, { style: 'percent', maximumFractionDigits: 1 });
  const count = states.filter((state) => state === 'down').length;
  return (
    <span className={styles['days']}>
      <svg viewBox={`0 0 ${states.length * STEP - (STEP - BAR)} ${HEIGHT}`} aria-hidden="true" focusable="false">
        {STATES.map((state) => (
          <path key={state} className={styles[`day-${state}`]} d={barsOf(states, state)} />
        ))}
      </svg>
      <span className={styles['share']}>
        {share}
        <VisuallyHidden>
          <FormattedMessage id="status.days" values={{ count }} />
        </VisuallyHidden>
      </span>
    </span>
  );
}

/** One bar as the legend shows it */
export function DayBar({ state }: { state: DayState }) {
  return (
    <svg className={styles['bar']} viewBox={`0 0 ${BAR} ${HEIGHT}`} aria-hidden="true" focusable="false">
      <path className={styles[`day-${state}`]} d={barsOf([state], state)} />
    </svg>
  );
}

function barsOf(states: readonly DayState[], wanted: DayState): string {
  const height = PARTS[wanted];
  return states
    .map((state, place) => (state === wanted ? `M${place * STEP} ${HEIGHT - height}h${BAR}v${height}h-${BAR}z` : ''))
    .join('');
}
