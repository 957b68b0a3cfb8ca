import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { depositedAmount, ownRefund } from '../../../../contract/orderStage.ts';
import { shortened } from '../../../../contract/shortened.ts';
import { Calculation } from '../../../components/data/Calculation.tsx';
import { DefinitionList } from '../../../components/data/DefinitionList.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { AddressText } from '../AddressText.tsx';
import { Questions } from '../extra/Questions.tsx';
import { LocalTime } from '../LocalTime.tsx';
import { OrderChain } from '../OrderChain.tsx';
import { useMoney } from '../useMoney.ts';
import styles from './finished.module.css';

/** How the amount was made up, and the order's facts with its signature and the way to support. */
export const FinishedDetails = observer(({ order, isRefund }: { order: Order; isRefund: boolean }) => {
  const { formatMessage } = useIntl();
  return (
    <div className={styles['two']}>
      <Card title={formatMessage({ id: 'order.done.madeUp' })} className={styles['card']}>
        {isRefund ? <RefundChain order={order} /> : <OrderChain order={order} />}
      </Card>
      <Card title={formatMessage({ id: 'order.details' })} className={styles['card']}>
        <DefinitionList
          items={[
            {
              id: 'order',
              term: <FormattedMessage id="order.id" />,
              detail: <span className="mono">{shortened(order.orderId)}</span>,
            },
            {
              id: 'date',
              term: <FormattedMessage id="order.details.created" />,
              detail: <LocalTime at={order.createdAt} format="dateTime" />,
            },
            {
              id: 'rate',
              term: <FormattedMessage id="exchange.rateMode" />,
              detail: <FormattedMessage id={`order.mode.${order.rateMode}`} />,
            },
            {
              id: 'deposit',
              term: <FormattedMessage id="order.done.depositAddress" />,
              detail: <AddressText address={order.depositAddress} />,
            },
          ]}
        />
        <Questions order={order} />
      </Card>
    </div>
  );
});

/** What was sent, the network fees, and what came back. */
function RefundChain({ order }: { order: Order }) {
  const { figure } = useMoney();
  const { instrumentFrom: from } = order.pair;
  const refund = ownRefund(order);
  if (!refund) return null;
  return (
    <Calculation
      unit={from.currencyTitle}
      lines={[
        { id: 'sent', term: <FormattedMessage id="order.payout.youSent" />, amount: figure(depositedAmount(order), from) },
        {
          id: 'fee',
          kind: 'less',
          term: <FormattedMessage id="order.refund.fee" values={{ network: networkName(from) }} />,
          amount: figure(refund.networkFee, from),
        },
        { id: 'back', kind: 'sum', term: <FormattedMessage id="order.refund.returned" />, amount: figure(refund.amount, from) },
      ]}
    />
  );
}
