import { FormattedMessage } from 'react-intl';
import { Card } from '../../components/layout/Card.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import styles from './order.module.css';

/** The placeholder of an order that is loading. */
export function OrderSkeleton() {
  return (
    <div aria-busy="true">
      <h1 className="visually-hidden" tabIndex={-1}>
        <FormattedMessage id="order.title.loading" />
      </h1>
      <Skeleton shape="heading" width="half" />
      <Skeleton shape="small" width="short" />
      <div className={styles['rail']}>
        <Skeleton shape="title" width="full" />
      </div>
      <div className={styles['columns']}>
        <Card className={styles['stage']}>
          <Skeleton shape="amount" />
          <Skeleton shape="amount" />
          <Skeleton shape="amount" width="half" />
        </Card>
        <Card>
          <Skeleton />
          <Skeleton width="half" />
          <Skeleton />
        </Card>
      </div>
    </div>
  );
}
