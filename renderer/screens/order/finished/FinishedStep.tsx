import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import type { OrderEventKind } from '../../../../contract/order.ts';
import { depositedAmount, orderStage, ownDeposits, ownRefund } from '../../../../contract/orderStage.ts';
import { paidOut } from '../../../../contract/orderTerms.ts';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import { CheckIcon, SwapIcon } from '../../../components/icons/icons.tsx';
import { RepeatIcon } from '../../../components/icons/pageIcons.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { useDuration } from '../../coins/useDuration.ts';
import { LocalTime } from '../LocalTime.tsx';
import { PrintReceipt } from '../receipt/PrintReceipt.tsx';
import { RepeatLink } from '../RepeatLink.tsx';
import { titleOf } from '../stages/orderTitle.ts';
import { useMoney } from '../useMoney.ts';
import { Bridge } from './Bridge.tsx';
import { FinishedDetails } from './FinishedDetails.tsx';
import { Leg } from './Leg.tsx';
import { TestRest } from './TestRest.tsx';
import { useKnownRefundAddress } from '../useKnownRefundAddress.ts';
import styles from './finished.module.css';

/** A finished order: what arrived or came back, its receipt, its way with times and explorers, and how the amount was made up. */
export const FinishedStep = observer(({ order }: { order: Order }) => {
  const intl = useIntl();
  const { locale, guarantee } = useStores(orderGroup);
  const { money } = useMoney();
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const isRefund = orderStage(order) === 'refunded';
  const refund = ownRefund(order);
  const arrived = order.withdrawals[0]?.arrivedAmount;
  const title = titleOf(order, guarantee, intl, locale.code);
  const back = refund?.amount ?? depositedAmount(order);
  const deposits = ownDeposits(order);
  return (
    <>
      <Card
        padding="none"
        className={styles['hero']}
        aria-label={intl.formatMessage({ id: isRefund ? 'order.refund.region' : 'order.payout.region' })}
      >
        <div className={styles['top']}>
          <span className={styles['tick']} aria-hidden="true">
            <CheckIcon />
          </span>
          <div className={styles['words']}>
            <p>
              <When order={order} isRefund={isRefund} />
            </p>
            <h1 tabIndex={-1} aria-label={title} className="numeric">
              {isRefund ? money(back, from) : money(arrived ?? paidOut(order), to)}
            </h1>
            <p className={styles['place']}>
              <Place order={order} isRefund={isRefund} />
            </p>
          </div>
          <div className={styles['acts']}>
            <PrintReceipt order={order} />
            <RepeatLink order={order} variant="quiet" icon={<RepeatIcon />}>
              <FormattedMessage id="order.repeat" />
            </RepeatLink>
            {!isRefund && (
              <LinkButton icon={<SwapIcon />} href={locale.path(`/exchange-${to.slug}-${from.slug}?amount=${paidOut(order)}`)}>
                <FormattedMessage id="order.reverse" />
              </LinkButton>
            )}
          </div>
        </div>
        <Bridge from={from} to={isRefund ? from : to} />
        <Events order={order} isRefund={isRefund} />
        <div className={styles['legs']}>
          <Leg
            title={<FormattedMessage id="order.payout.youSent" />}
            amount={depositedAmount(order)}
            coin={from}
            transactions={deposits}
          />
          <Leg
            title={<FormattedMessage id={isRefund ? 'order.done.weReturned' : 'order.done.weSent'} />}
            amount={isRefund ? back : paidOut(order)}
            coin={isRefund ? from : to}
            transactions={isRefund ? (refund ? [refund] : []) : order.withdrawals}
          />
        </div>
      </Card>
      {order.refundReason === 'RECIPIENT_BLOCKED' && (
        <Notice kind="warning">
          <FormattedMessage id="order.refund.recipientBlocked" values={{ ticker: to.currencyTitle }} />
        </Notice>
      )}
      {arrived !== undefined && (
        <Notice kind="warning">
          <FormattedMessage
            id="order.payout.arrivedLess"
            values={{ sent: money(paidOut(order), to), arrived: money(arrived, to), ticker: to.currencyTitle }}
          />
        </Notice>
      )}
      <TestRest order={order} />
      <FinishedDetails order={order} isRefund={isRefund} />
    </>
  );
});

interface FinishedProps {
  order: Order;
  isRefund: boolean;
}

const eventAt = (order: Order, ...kinds: OrderEventKind[]): string | undefined =>
  order.orderEvents.find(({ kind }) => kinds.some((wanted) => wanted === kind))?.createdAt;

const endOf = (order: Order): string | undefined => eventAt(order, 'WITHDRAWAL_COMPLETED', 'REFUND_COMPLETED');

function When({ order, isRefund }: FinishedProps) {
  const duration = useDuration();
  const end = endOf(order);
  const [deposit] = ownDeposits(order);
  if (end === undefined) return null;
  const seconds = deposit ? (Date.parse(end) - Date.parse(deposit.detectedAt)) / 1_000 : null;
  const values = { time: <LocalTime at={end} />, duration: seconds === null ? '' : duration(seconds) };
  if (seconds === null) return <FormattedMessage id="order.done.at" values={values} />;
  return <FormattedMessage id={isRefund ? 'order.done.returned' : 'order.done.arrived'} values={values} />;
}

/** On which network, and at which address. The host masks a refund's address, which this device may know. */
function Place({ order, isRefund }: FinishedProps) {
  const known = useKnownRefundAddress(order.orderId, order.refundAddress);
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const address = isRefund ? known : order.destinationAddress;
  if (address === null) return null;
  return (
    <FormattedMessage
      id="order.done.place"
      values={{ network: networkName(isRefund ? from : to), address: <span className="mono">{address}</span> }}
    />
  );
}

function Events({ order, isRefund }: FinishedProps) {
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const [deposit] = ownDeposits(order);
  const sent = isRefund ? ownRefund(order) : order.withdrawals[0];
  const events: [id: string, text: React.ReactNode, at: string | null | undefined][] = [
    ['created', <FormattedMessage key="text" id="order.step.created" />, order.createdAt],
    ['deposit', <FormattedMessage key="text" id="order.step.deposited" />, deposit?.detectedAt],
    isRefund
      ? ['chosen', <FormattedMessage key="text" id="order.step.refundChosen" />, eventAt(order, 'REFUND_REQUESTED')]
      : [
          'confirmed',
          <FormattedMessage key="text" id="order.done.confirmed" values={{ network: networkName(from) }} />,
          eventAt(order, 'FUNDS_WITHDRAWAL_START'),
        ],
    [
      'sent',
      <FormattedMessage
        key="text"
        id={isRefund ? 'order.done.sentBack' : 'order.done.sentOn'}
        values={{ network: networkName(isRefund ? from : to) }}
      />,
      sent?.sentAt ?? endOf(order),
    ],
  ];
  return (
    <ol className={styles['events']}>
      {events.map(([id, text, at]) => (
        <li key={id}>
          <b>{text}</b>
          {at && (
            <small className="numeric">
              <LocalTime at={at} />
            </small>
          )}
        </li>
      ))}
    </ol>
  );
}
