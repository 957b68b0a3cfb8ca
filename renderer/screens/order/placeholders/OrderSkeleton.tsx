import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Card } from '../../../components/layout/Card.tsx';
import { PageHeading } from '../../../components/layout/PageHeading.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import styles from '../order.module.css';

/** The placeholder of an order that is loading. */
export function OrderSkeleton() {
  return (
    <div aria-busy="true">
      <PageHeading
        title={
          <>
            <span className="visually-hidden">
              <FormattedMessage id="order.title.loading" />
            </span>
            <Skeleton shape="heading" />
          </>
        }
        lead={<Skeleton shape="small" width="half" />}
      />
      <SkeletonRail />
      <SkeletonColumns />
    </div>
  );
}

/** Where the progress will be. */
export function SkeletonRail() {
  return (
    <div className={styles['rail']}>
      <div className={styles['railWaiting']}>
        <Skeleton shape="title" width="full" />
      </div>
    </div>
  );
}

/** The columns of an order page, with what is known of the order at the top of the first. */
export function SkeletonColumns({ children }: { children?: ReactNode }) {
  return (
    <div className={styles['columns']}>
      <div className={styles['main']}>
        <Card className={styles['stage']}>
          {children}
          <Skeleton shape="amount" />
          <Skeleton shape="amount" />
          <Skeleton shape="amount" width="half" />
        </Card>
      </div>
      <Card className={styles['stage']}>
        <Skeleton />
        <Skeleton width="half" />
        <Skeleton />
        <Skeleton width="half" />
        <Skeleton />
      </Card>
    </div>
  );
}
