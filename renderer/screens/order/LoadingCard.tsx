import { Card } from '../../components/Card.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import styles from './order.module.css';

/** Shown while the code of a card loads. */
export function LoadingCard() {
  return (
    <Card aria-busy="true" className={styles['stage']}>
      <Skeleton shape="title" width="half" />
      <Skeleton shape="amount" width="full" />
    </Card>
  );
}
