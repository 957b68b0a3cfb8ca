import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { Card } from '../../../components/layout/Card.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { hasExtra, isDepositReorged, orderStage } from '../../../../contract/orderStage.ts';
import { ContactLink } from '../ContactLink.tsx';
import { LocalTime } from '../LocalTime.tsx';
import { RepeatLink } from '../RepeatLink.tsx';
import styles from '../order.module.css';

/**
 * The order expired without a deposit (D5), or a reorg dropped the deposit. Says what happens to a payment that still arrives.
 */
export const ExpiredStep = observer(({ order }: { order: Order }) => (
  <Card className={styles['stage']}>
    <p className={styles['lead']}>
      <FormattedMessage id={whyOver(order)} /> <FormattedMessage id="order.expired.dontSend" />
    </p>
    {orderStage(order) === 'expired' && (
      <Notice kind="information">
        <Late order={order} />
        {order.watchedUntil === null && order.depositAddressMemo !== null && <ContactLink orderId={order.orderId} />}
      </Notice>
    )}
    <div className={styles['ways']}>
      <RepeatLink order={order}>
        <FormattedMessage id="order.again" />
      </RepeatLink>
    </div>
  </Card>
));

/** Says whether and until when the host watches for late payments. */
function Late({ order }: { order: Order }) {
  const { watchedUntil, serverTime } = order;
  if (watchedUntil === null) {
    // A payment to a shared address cannot be found by its transaction.
    const isShared = order.depositAddressMemo !== null;
    return <FormattedMessage id={isShared ? 'order.expired.unwatchedShared' : 'order.expired.unwatched'} />;
  }
  const isDated = watchedUntil !== undefined && Date.parse(watchedUntil) > Date.parse(serverTime);
  return (
    <>
      <FormattedMessage id={order.rateMode === 'FIXED' ? 'order.expired.late' : 'order.expired.lateFloating'} />
      {isDated && (
        <>
          {' '}
          <FormattedMessage id="order.expired.watched" values={{ date: <LocalTime at={watchedUntil} format="dateTime" /> }} />
        </>
      )}
    </>
  );
}

function whyOver(order: Order) {
  if (orderStage(order) === 'expired') {
    if (isDepositReorged(order)) return 'order.expired.depositReorged' as const;
    return hasExtra(order) ? ('order.expired.extra' as const) : ('order.expired.lead' as const);
  }
  const isRefund = order.orderEvents.some(({ kind }) => kind === 'REFUND_REQUESTED');
  return isRefund ? ('order.reorged.refund' as const) : ('order.reorged.decision' as const);
}
