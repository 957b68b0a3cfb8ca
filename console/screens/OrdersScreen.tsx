import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams, useSearchParams } from 'react-router-dom';
import { Panel } from '../parts/Panel.tsx';
import { Title } from '../parts/Title.tsx';
import { usePanel } from '../parts/usePanel.ts';
import { Found } from './order/Found.tsx';
import { OrderDetails } from './order/OrderDetails.tsx';
import { OrderList } from './order/OrderList.tsx';

/** Finds an order, lists orders, and shows why one waits. */
export const Screen = observer(() => {
  const { orderId } = useParams();
  const [parameters] = useSearchParams();
  const wanted = parameters.get('q');
  return (
    <>
      <Title id="console.orders" />
      {orderId !== undefined ? (
        <OneOrder key={orderId} orderId={orderId} />
      ) : wanted === null ? (
        <OrderList />
      ) : (
        <Found key={wanted} wanted={wanted} />
      )}
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
