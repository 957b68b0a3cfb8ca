import type { ReactNode } from 'react';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import decisionStyles from './decision.module.css';
import styles from '../order.module.css';

/** The amount that an option pays, or a skeleton of the same height until it is known. `sign`: how exact it is. */
export function ChoiceAmount({ sign, figure, unit }: { sign: ReactNode; figure: string | null; unit: string }) {
  if (figure === null) return <Skeleton shape="amount" width="half" />;
  return (
    <p className={`${decisionStyles['choiceAmount']} numeric`} translate="no">
      <span className={styles['quietSign']}>{sign}</span> {figure} <small>{unit}</small>
    </p>
  );
}
