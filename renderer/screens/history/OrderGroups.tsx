import { useId, type ReactNode } from 'react';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import { Card } from '../../components/layout/Card.tsx';
import type { ListedOrder, OrderGroup } from '../../stores/history/listedOrders.ts';
import { grouped } from '../../stores/history/listedOrders.ts';
import { CoinDecimalsContext } from '../order/CoinDecimalsContext.ts';
import { listDecimals } from './listDecimals.ts';
import { OrderRow } from './OrderRow.tsx';
import styles from './history.module.css';

/** A list of orders: open ones first, then by month. */
export function OrderGroups({ orders, footer }: { orders: readonly ListedOrder[]; footer?: ReactNode }) {
  const { formatMessage } = useIntl();
  return (
    <CoinDecimalsContext value={listDecimals(orders.map(({ record }) => record))}>
      <Card padding="none" aria-label={formatMessage({ id: 'history.orders' })} className={styles['list']}>
        {grouped(orders).map((group) => (
          <Group key={group.key} group={group} />
        ))}
        {footer && <div className={styles['footer']}>{footer}</div>}
      </Card>
    </CoinDecimalsContext>
  );
}

function Group({ group: { key, orders } }: { group: OrderGroup }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles['group']}>
      <h2 id={id} className={styles['groupTitle']}>
        {key === 'open' ? (
          <FormattedMessage id="history.open" />
        ) : (
          <FormattedDate value={`${key}-01T00:00:00Z`} month="long" year="numeric" timeZone="UTC" />
        )}
      </h2>
      <ul className={styles['orders']}>
        {orders.map((one) => (
          <OrderRow key={one.record.orderId} {...one} />
        ))}
      </ul>
    </section>
  );
}
