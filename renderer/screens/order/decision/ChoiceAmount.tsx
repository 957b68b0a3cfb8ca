import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import decisionStyles from './decision.module.css';
import styles from '../order.module.css';

/** The amount that an option pays, or a skeleton of the same height until it is known. */
export function ChoiceAmount({
  figure,
  unit,
  isApproximate = false,
}: {
  figure: string | null;
  unit: string;
  isApproximate?: boolean;
}) {
  if (figure === null) return <Skeleton shape="amount" width="half" />;
  return (
    <p className={`${decisionStyles['choiceAmount']} numeric`} translate="no">
      {isApproximate && <span className={styles['quietSign']}>≈</span>} {figure} <small>{unit}</small>
    </p>
  );
}
