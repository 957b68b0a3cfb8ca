import { Card } from '../../../components/layout/Card.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import styles from '../order.module.css';

/** Shown while the code of a card loads. */
export function LoadingCard() {
  return (
    <Card aria-busy="true" className={styles['stage']}>
      <Skeleton shape="title" width="half" />
      <Skeleton shape="amount" width="full" />
    </Card>
  );
}
