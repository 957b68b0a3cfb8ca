import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../contract/api/orders.ts';
import { Card } from '../../components/layout/Card.tsx';
import { DefinitionList } from '../../components/data/DefinitionList.tsx';
import { Link } from '../../components/buttons/Link.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { orderPath } from '../../stores/deviceOrders/orderPass.ts';
import { stageOfStatus } from '../../../contract/orderStage.ts';
import { orderGroup } from '../../stores/order/orderGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { useMoney } from './useMoney.ts';
import styles from './order.module.css';

/** Links the orders of later deposits to their first order, and back (D63). */
export const LinkedOrders = observer(() => {
  const { order } = useStores(orderGroup).order;
  return order && <Links order={order} />;
});

function Links({ order }: { order: Order }) {
  const { formatMessage } = useIntl();
  const { locale } = useStores();
  const { money } = useMoney();
  const { destinationAddress, firstOrderId, laterOrders = [] } = order;
  const pathOf = (orderId: string) => locale.path(orderPath({ orderId, destinationAddress }));
  return (
    <>
      {firstOrderId && (
        <Notice kind="information">
          <FormattedMessage id="order.later.first" />{' '}
          <Link href={pathOf(firstOrderId)}>
            <FormattedMessage id="order.later.openFirst" />
          </Link>
        </Notice>
      )}
      {laterOrders.length > 0 && (
        <Card title={formatMessage({ id: 'order.later.title' })} className={styles['stage']}>
          <p className={styles['lead']}>
            <FormattedMessage id="order.later.lead" />
          </p>
          <DefinitionList
            items={laterOrders.map(({ orderId, amount, status }) => {
              const sent = money(amount, order.pair.instrumentFrom);
              return {
                id: orderId,
                term: (
                  <Link href={pathOf(orderId)} aria-label={formatMessage({ id: 'order.later.open' }, { amount: sent })}>
                    {sent}
                  </Link>
                ),
                detail: <FormattedMessage id={`history.stage.${stageOfStatus(status)}`} />,
              };
            })}
          />
        </Card>
      )}
    </>
  );
}
