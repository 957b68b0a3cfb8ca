import { observer } from 'mobx-react-lite';
import { useEffect, type ComponentProps } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ExtraDeposit, Order } from '../../../../contract/api/orders.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { DefinitionList, type Definition } from '../../../components/data/DefinitionList.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { extraDepositsGroup, extraKey } from '../../../stores/order/ExtraDepositStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { ContactLink } from '../ContactLink.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { LocalTime } from '../LocalTime.tsx';
import { ReadOnlyNotice, useMayDecide } from '../decision/ReadOnlyNotice.tsx';
import { refundMemo, RefundTo } from '../decision/RefundTo.tsx';
import { TransactionLink } from '../TransactionLink.tsx';
import { useMoney } from '../useMoney.ts';
import { useNetworkFeeLines } from '../useNetworkFeeLines.ts';
import styles from '../order.module.css';

/** The extra deposits of the order, each with its refund amount and a refund button (D6). */
export const ExtraDeposits = observer(({ order }: { order: Order }) => {
  const { formatMessage } = useIntl();
  const { extraDeposits } = useStores(extraDepositsGroup);
  const mayDecide = useMayDecide();
  const { list, hasFailed, isSettled } = extraDeposits;
  useEffect(() => (isSettled ? undefined : extraDeposits.start()), [extraDeposits, isSettled, order.orderId]);
  return (
    <Card title={formatMessage({ id: 'order.extra.title' })} className={styles['stage']}>
      <p className={styles['lead']}>
        <FormattedMessage id="order.extra.lead" /> <FormattedMessage id={`order.extra.next.${nextOf(list)}`} />
      </p>
      {!mayDecide && list.some(({ actions }) => actions.includes('REFUND')) && <ReadOnlyNotice />}
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

/** Returns the most important thing that the customer can do about the extra deposits. */
function nextOf(list: readonly ExtraDeposit[]): 'CONTACT' | 'REFUND' | 'CONFIRMING' | 'NOTHING' {
  const available = list.filter(({ state }) => state === 'HERE');
  const notRefundable = available.filter(({ actions }) => !actions.includes('REFUND'));
  if (notRefundable.some((deposit) => deposit.actions.includes('CONTACT') && !isRefundedAutomatically(deposit))) return 'CONTACT';
  if (available.length > notRefundable.length) return 'REFUND';
  return list.some(({ state }) => state === 'CONFIRMING') ? 'CONFIRMING' : 'NOTHING';
}

function isRefundedAutomatically({ deadline, refundAddress }: ExtraDeposit): boolean {
  return deadline !== null && refundAddress !== null;
}

/** Returns the network of the deposit. If it is not the order's network, it has no memos. */
function networkOf({ pair }: Order, { instrument }: ExtraDeposit): ComponentProps<typeof RefundTo>['network'] {
  const isOwn = instrument.networkTitle === pair.instrumentFrom.networkTitle;
  return isOwn ? pair.instrumentFrom : { networkTitle: instrument.networkTitle, requiresMemo: false };
}

interface ExtraProps {
  order: Order;
  deposit: ExtraDeposit;
}

const Extra = observer(({ order, deposit }: ExtraProps) => {
  const { money } = useMoney();
  const { extraDeposits } = useStores(extraDepositsGroup);
  const mayDecide = useMayDecide();
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
      {canRefund && (mayDecide || refundAddress === null) && (
        <RefundTo
          address={extraDeposits.addressFor(deposit)}
          network={networkOf(order, deposit)}
          isKnown={refundAddress !== null}
        />
      )}
      {deadline && isRefundedAutomatically(deposit) && (
        <p className="hint">
          <FormattedMessage id="order.extra.deadline" values={{ time: <LocalTime at={deadline} format="dateTime" /> }} />
        </p>
      )}
      <div className={styles['ways']}>
        {canRefund && <RefundButton deposit={deposit} mayDecide={mayDecide} />}
        {state !== 'CONFIRMING' && deposit.actions.includes('CONTACT') && <ContactLink orderId={order.orderId} />}
      </div>
    </form>
  );
});

const RefundButton = observer(({ deposit, mayDecide }: { deposit: ExtraDeposit; mayDecide: boolean }) => {
  const { formatMessage } = useIntl();
  const { money } = useMoney();
  const { extraDeposits } = useStores(extraDepositsGroup);
  const { refundAmount, instrument } = deposit;
  const isKnown = refundAmount !== null;
  const reason = mayDecide ? (isKnown ? null : 'order.extra.noFee') : 'order.decision.unavailable';
  return (
    <Button
      type="submit"
      size="small"
      busy={extraDeposits.busy === extraKey(deposit)}
      unavailableReason={reason && formatMessage({ id: reason })}
      isReasonShown={mayDecide}
    >
      <FormattedMessage
        id="order.decision.refundNow"
        values={{ amount: isKnown ? money(refundAmount, instrument) : instrument.currencyTitle }}
      />
    </Button>
  );
});

/** True when the refund is for this deposit. Some hosts send no index of the transfer within the transaction. */
function isOf({ depositTxHash, depositIndex }: ExtraDeposit, refund: Order['refunds'][number]): boolean {
  const isSame = refund.depositTxHash === depositTxHash && (refund.depositIndex ?? depositIndex) === depositIndex;
  return refund.isExtra === true && isSame;
}

const ExtraLines = observer(({ order, deposit }: ExtraProps) => {
  const { formatMessage } = useIntl();
  const { money } = useMoney();
  const networkFeeLines = useNetworkFeeLines();
  const { instrument, depositTxHash, networkFee, collectionFeeAmount: collection, refundAmount, refundAddress } = deposit;
  const bothFees = networkFee === null ? [] : networkFeeLines({ fee: networkFee, collection, instrument, sign: '−' });
  const asksForAddress = useStores(extraDepositsGroup).extraDeposits.asksForAddress(deposit);
  const seen = order.deposits.find(({ txHash }) => txHash === depositTxHash);
  const refund = order.refunds.find((one) => one.txHash !== null && isOf(deposit, one));
  const network = networkName(networkOf(order, deposit));
  const items: Definition[] = [
    {
      id: 'deposit',
      term: formatMessage({ id: 'order.transaction.deposit' }),
      detail: <TransactionLink hash={depositTxHash} url={seen?.explorerUrl ?? null} />,
    },
    ...(networkFee === null || bothFees.length > 0
      ? bothFees
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
            term: formatMessage({ id: deposit.state === 'REFUNDED' ? 'order.refund.returned' : 'order.refund.back' }),
            detail: money(refundAmount, instrument),
            tone: 'total' as const,
          },
        ]),
    ...(refundAddress === null || (deposit.actions.includes('REFUND') && asksForAddress)
      ? []
      : [
          {
            id: 'to',
            term: formatMessage({ id: 'order.refund.to' }),
            detail: (
              <span className="mono" translate="no">
                {refundAddress}
              </span>
            ),
          },
          ...(deposit.actions.includes('REFUND') ? refundMemo(order, formatMessage({ id: 'order.decision.noMemo' })) : []),
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
});
