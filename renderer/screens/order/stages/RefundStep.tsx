import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { Card } from '../../../components/layout/Card.tsx';
import { DefinitionList, type Definition } from '../../../components/data/DefinitionList.tsx';
import { Figure } from '../../../components/data/Figure.tsx';
import { InformationIcon } from '../../../components/icons/icons.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { confirmationProgress, depositedAmount, ownDeposits, ownRefund } from '../../../../contract/orderStage.ts';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { hasLeft } from './concernedPayment.ts';
import { networkName } from '../../coins/coinViews.ts';
import { TransactionLink } from '../TransactionLink.tsx';
import { useMoney } from '../useMoney.ts';
import styles from '../order.module.css';

/** The refund before its confirmation: amount, network fee and explorer link. */
export const RefundStep = observer(({ order }: { order: Order }) => {
  const { formatMessage } = useIntl();
  const { figure } = useMoney();
  const { decision } = useStores(orderGroup);
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  // Until a transfer exists, show the amount that the customer agreed to; while that is unknown, what was sent.
  const back = ownRefund(order)?.amount ?? decision.refundAmount;
  return (
    <Card className={styles['stage']} aria-label={formatMessage({ id: 'order.refund.region' })}>
      <Figure
        label={formatMessage({ id: back === null ? 'order.payout.youSent' : 'order.refund.back' })}
        value={figure(back ?? depositedAmount(order), from)}
        unit={from.currencyTitle}
      />
      {order.refundReason === 'RECIPIENT_BLOCKED' && (
        <Notice kind="warning">
          <FormattedMessage id="order.refund.recipientBlocked" values={{ ticker: to.currencyTitle }} />
        </Notice>
      )}
      <p className={styles['lead']}>
        <Waiting order={order} />
      </p>
      <RefundLines order={order} />
      <p className={styles['note']}>
        <InformationIcon />
        <span>
          <FormattedMessage id="order.close" />
        </span>
      </p>
    </Card>
  );
});

function Waiting({ order }: { order: Order }) {
  const progress = confirmationProgress(order);
  if (hasLeft(order)) {
    return <FormattedMessage id="order.refund.sending" values={{ network: networkName(order.pair.instrumentFrom) }} />;
  }
  const isBlocked = order.attention?.reason === 'REFUND_BLOCKED';
  if (progress.have < progress.need && !isBlocked) return <FormattedMessage id="order.refund.requested" values={progress} />;
  return <FormattedMessage id="order.payment.waits" />;
}

function RefundLines({ order }: { order: Order }) {
  const { formatMessage } = useIntl();
  const { money } = useMoney();
  const { instrumentFrom: from } = order.pair;
  const refund = ownRefund(order);
  const [deposit] = ownDeposits(order);
  const hash = refund?.txHash;
  const items: Definition[] = [
    { id: 'sent', term: formatMessage({ id: 'order.payout.youSent' }), detail: money(depositedAmount(order), from) },
    ...(deposit
      ? [
          {
            id: 'deposit',
            term: formatMessage({ id: 'order.transaction.deposit' }),
            detail: <TransactionLink hash={deposit.txHash} url={deposit.explorerUrl} />,
          },
        ]
      : []),
    ...(refund
      ? [
          {
            id: 'fee',
            term: formatMessage({ id: 'order.refund.fee' }, { network: networkName(from) }),
            detail: `−${money(refund.networkFee, from)}`,
          },
        ]
      : []),
    ...(order.refundAddress
      ? [
          {
            id: 'to',
            term: formatMessage({ id: 'order.refund.to' }),
            detail: (
              <span className="mono" translate="no">
                {order.refundAddress}
              </span>
            ),
          },
        ]
      : []),
    ...(refund && hash
      ? [
          {
            id: 'refund',
            term: formatMessage({ id: 'order.transaction.refund' }),
            detail: <TransactionLink hash={hash} url={refund.explorerUrl} />,
          },
        ]
      : []),
  ];
  return <DefinitionList items={items} />;
}
