import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams } from 'react-router-dom';
import { usePanel } from '../parts/usePanel.ts';
import { Panel } from '../parts/Panel.tsx';
import { Title } from '../parts/Title.tsx';
import { OrderDetails } from './order/OrderDetails.tsx';

/** Finds an order, and shows why it waits. */
export const Screen = observer(() => {
  const { orderId } = useParams();
  return (
    <>
      <Title id="console.orders" />
      {orderId !== undefined && <OneOrder key={orderId} orderId={orderId} />}
    </>
  );
});

const OneOrder = observer(({ orderId }: { orderId: string }) => {
  const { formatMessage } = useIntl();
  const panel = usePanel('order', { orderId }, { list: 'waiting' });
  return (
    <Panel panel={panel} title={formatMessage({ id: 'console.column.order' })} hint={<FormattedMessage id="console.orderHelp" />}>
      {(order) => <OrderDetails order={order} />}
    </Panel>
  );
});
