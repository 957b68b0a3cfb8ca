import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ExtraDeposit, Order } from '../../../contract/api/orders.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { DefinitionList, type Definition } from '../../components/DefinitionList.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { extraKey } from '../../stores/order/ExtraDepositStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { ContactLink } from './ContactLink.tsx';
import { networkName } from './InstrumentLogo.tsx';
import { LocalTime } from './LocalTime.tsx';
import { RefundAddressFields } from './RefundAddressFields.tsx';
import { TransactionLink } from './TransactionLink.tsx';
import { useHydrated } from '../../useHydrated.ts';
import { useMoney } from './useMoney.ts';
import styles from './order.module.css';

/** Money that came besides what the order is about (D6): each with what comes back, and the way to have it back. */
export const ExtraDeposits = observer(({ order }: { order: Order }) => {
  const { formatMessage } = useIntl();
  const { extraDeposits } = useStores();
  useEffect(() => extraDeposits.start(), [extraDeposits, order.orderId]);
  const { list, hasFailed } = extraDeposits;
  const needsPerson = list.some(({ actions }) => actions.includes('CONTACT') && !actions.includes('REFUND'));
  return (
    <Card title={formatMessage({ id: 'order.extra.title' })} className={styles['stage']}>
      <p className={styles['lead']}>
        <FormattedMessage id={needsPerson ? 'order.extra.leadContact' : 'order.extra.lead'} />
      </p>
      {hasFailed && (
        <Notice kind="warning" role="status">
          <FormattedMessage id="order.decision.infoFailed" />
        </Notice>
      )}
      {list.length === 0 && !hasFailed && <Skeleton shape="amount" width="full" />}
      {list.map((deposit) => (
        <Extra key={extraKey(deposit)} order={order} deposit={deposit} />
      ))}
    </Card>
  );
});

interface ExtraProps {
  order: Order;
  deposit: ExtraDeposit;
}

const Extra = observer(({ order, deposit }: ExtraProps) => {
  const { money } = useMoney();
  const { extraDeposits, decision } = useStores();
  const mayDecide = !useHydrated() || decision.mayDecide;
  const { problem } = extraDeposits;
  const canRefund = deposit.actions.includes('REFUND');
  const { amount, instrument, state, deadline, refundAddress } = deposit;
  return (
    <form
      className={styles['extra']}
      aria-label={money(amount, instrument)}
      onSubmit={(event) => {
        event.preventDefault();
        if (mayDecide) void extraDeposits.refund(deposit);
      }}
    >
      <h3 className={styles['extraHead']}>
        <span className="numeric">{money(amount, instrument)}</span>
        <span className={styles['tag']}>
          <FormattedMessage id={`order.extra.state.${state}`} />
        </span>
      </h3>
      <ExtraLines order={order} deposit={deposit} />
      {problem?.key === extraKey(deposit) && (
        <Notice kind="danger" role="alert">
          <FormattedMessage id={problem.message} />
        </Notice>
      )}
      {canRefund && refundAddress === null && (
        <RefundAddressFields address={extraDeposits.addressFor(deposit)} network={order.pair.instrumentFrom} />
      )}
      {deadline && refundAddress !== null && (
        <p className="hint">
          <FormattedMessage id="order.extra.deadline" values={{ time: <LocalTime at={deadline} format="dateTime" /> }} />
        </p>
      )}
      <div className={styles['ways']}>
        {canRefund && <RefundButton deposit={deposit} mayDecide={mayDecide} />}
        {deposit.actions.includes('CONTACT') && <ContactLink orderId={order.orderId} />}
      </div>
    </form>
  );
});

const RefundButton = observer(({ deposit, mayDecide }: { deposit: ExtraDeposit; mayDecide: boolean }) => {
  const { formatMessage } = useIntl();
  const { money } = useMoney();
  const { extraDeposits } = useStores();
  const { refundAmount, instrument } = deposit;
  const reason = mayDecide
    ? refundAmount === null && formatMessage({ id: 'order.extra.noFee' })
    : formatMessage({ id: 'order.decision.unavailable' });
  return (
    <Button type="submit" size="small" busy={extraDeposits.busy === extraKey(deposit)} unavailableReason={reason || null}>
      <FormattedMessage
        id="order.decision.refundNow"
        values={{ amount: refundAmount === null ? instrument.currencyTitle : money(refundAmount, instrument) }}
      />
    </Button>
  );
});

function ExtraLines({ order, deposit }: ExtraProps) {
  const { formatMessage } = useIntl();
  const { money } = useMoney();
  const { instrument, depositTxHash, networkFee, refundAmount, refundAddress } = deposit;
  const seen = order.deposits.find(({ txHash }) => txHash === depositTxHash);
  const refund = order.refunds.find((one) => one.isExtra === true && one.depositTxHash === depositTxHash && one.txHash !== null);
  const network = networkName(order.pair.instrumentFrom);
  const items: Definition[] = [
    {
      id: 'deposit',
      term: formatMessage({ id: 'order.transaction.deposit' }),
      detail: <TransactionLink hash={depositTxHash} url={seen?.explorerUrl ?? null} />,
    },
    ...(networkFee === null
      ? []
      : [
          {
            id: 'fee',
            term: formatMessage({ id: 'order.refund.fee' }, { network }),
            detail: `−${money(networkFee, instrument)}`,
          },
        ]),
    ...(refundAmount === null
      ? []
      : [
          {
            id: 'back',
            term: formatMessage({ id: deposit.state === 'REFUNDED' ? 'order.refund.cameBack' : 'order.refund.back' }),
            detail: money(refundAmount, instrument),
            tone: 'total' as const,
          },
        ]),
    ...(refundAddress === null
      ? []
      : [
          {
            id: 'to',
            term: formatMessage({ id: 'order.refund.to' }),
            detail: <span className="mono">{refundAddress}</span>,
          },
        ]),
    ...(refund?.txHash
      ? [
          {
            id: 'refund',
            term: formatMessage({ id: 'order.transaction.refund' }),
            detail: <TransactionLink hash={refund.txHash} url={refund.explorerUrl} />,
          },
        ]
      : []),
  ];
  return <DefinitionList items={items} />;
}
