import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { Card } from '../../../components/layout/Card.tsx';
import { classNames } from '../../../components/classNames.ts';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import { PageHeading } from '../../../components/layout/PageHeading.tsx';
import type { MessageId } from '../../../i18n/messages.ts';
import type { OrderCreationStore } from '../../../stores/order/OrderCreationStore.ts';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { SkeletonColumns, SkeletonRail } from '../placeholders/OrderSkeleton.tsx';
import { PendingExchange } from './PendingExchange.tsx';
import { PendingProgress } from './PendingProgress.tsx';
import { PendingRefusal } from './PendingRefusal.tsx';
import { usePageTitle } from '../usePageTitle.ts';
import { useReturnToForm } from '../useReturnToForm.ts';
import styles from '../order.module.css';

/** `/order/pending`: creates the order that the form prepared, shows the progress, and opens the order's page. */
export const Screen = observer(() => {
  const { formatMessage } = useIntl();
  const { orderCreation, locale } = useStores(orderGroup);
  const navigate = useNavigate();
  const title = formatMessage({ id: pendingTitle(orderCreation) });
  const { created } = orderCreation;
  useReturnToForm();

  useEffect(() => void orderCreation.run(), [orderCreation]);
  useEffect(() => {
    if (!created) return;
    const query = new URLSearchParams({ destinationAddress: created.draft.payload.destinationAddress });
    void navigate(locale.path(`/order/${created.orderId}?${query.toString()}`), { replace: true });
  }, [created, locale, navigate]);
  usePageTitle(title);

  const isOver = orderCreation.isEmpty || orderCreation.state === 'refused';
  const heading = <PageHeading title={title} lead={orderCreation.state !== 'refused' && <Lead />} />;

  return (
    <div className={classNames('page-width', styles['page'])}>
      {isOver ? (
        <div className={styles['narrow']}>
          {heading}
          <NoOrder />
        </div>
      ) : (
        <>
          {heading}
          <SkeletonRail />
          <SkeletonColumns>
            <PendingExchange />
            <PendingProgress />
          </SkeletonColumns>
        </>
      )}
    </div>
  );
});

function pendingTitle({ state, isEmpty }: Pick<OrderCreationStore, 'state' | 'isEmpty'>): MessageId {
  if (state === 'refused') return 'order.title.notCreated';
  return isEmpty ? 'order.title.noDraft' : 'order.title.pending';
}

const Lead = observer(() => {
  const { isEmpty } = useStores(orderGroup).orderCreation;
  return <FormattedMessage id={isEmpty ? 'order.pending.noDraft' : 'order.pending.lead'} />;
});

/** No order is being created: nothing was to be, or it was refused. */
const NoOrder = observer(() => {
  const { orderCreation, locale } = useStores(orderGroup);
  if (orderCreation.isEmpty) {
    return (
      <div className={styles['ways']}>
        <LinkButton variant="primary" href={locale.path('/')}>
          <FormattedMessage id="order.pending.newExchange" />
        </LinkButton>
      </div>
    );
  }
  return (
    <Card className={styles['stage']}>
      <PendingExchange />
      <PendingRefusal />
    </Card>
  );
});
