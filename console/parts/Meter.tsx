import { amount, isPositive, ONE, type Amount, type Decimal } from '../../contract/money.ts';
import { classNames } from '../../renderer/components/classNames.ts';
import { fractionOf } from '../../renderer/components/data/roundScale.ts';
import styles from './Meter.module.css';

const TWICE = amount('2');
const ROOM = amount('1.2');

/** A bar of what is free, with a mark at the threshold. The figures are beside it. */
export function Meter({ free, threshold, isLow }: { free: Decimal; threshold: Decimal | null; isLow: boolean }) {
  const whole = wholeOf(free, threshold);
  const percent = (value: Decimal): string => `${fractionOf(value, whole) * 100}%`;
  return (
    <span className={classNames(styles['meter'], isLow && styles['low'])} aria-hidden="true">
      <span className={styles['free']} style={{ width: percent(free) }} />
      {threshold !== null && <span className={styles['threshold']} style={{ left: percent(threshold) }} />}
    </span>
  );
}

/** The mark is in the middle at most, and a bar leaves some room. */
function wholeOf(free: Decimal, threshold: Decimal | null): Amount {
  const [least, most] = [amount(threshold ?? '0').times(TWICE), amount(free).times(ROOM)];
  const whole = least.gt(most) ? least : most;
  return isPositive(whole.toFixed()) ? whole : ONE;
}
