import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { FormattedMessage } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { orderDecimals } from '../../../../contract/orderDecimals.ts';
import { depositedAmount, orderStage, ownDeposits, ownRefund } from '../../../../contract/orderStage.ts';
import { paidOut } from '../../../../contract/orderTerms.ts';
import { adoptStyles } from '../../../adoptStyles.ts';
import { brand } from '../../../brand.ts';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { CoinDecimalsContext } from '../CoinDecimalsContext.ts';
import { useKnownRefundAddress } from '../useKnownRefundAddress.ts';
import { useMoney } from '../useMoney.ts';
import styles from './receipt.css?inline';
import { ReceiptTable } from './ReceiptTable.tsx';
import { UtcTime } from './UtcTime.tsx';

adoptStyles(styles);

/** The receipt of a finished order on one page, which is all that the page prints (D96). `onReady`: it can be printed. */
export const ReceiptSheet = observer(({ order, onReady }: { order: Order; onReady: () => void }) => {
  const { clock } = useStores();
  const [printedAt, setPrintedAt] = useState(() => clock.now());
  useEffect(() => {
    const update = () => flushSync(() => setPrintedAt(clock.now()));
    addEventListener('beforeprint', update);
    onReady();
    return () => removeEventListener('beforeprint', update);
  }, [clock, onReady]);
  return (
    <CoinDecimalsContext value={orderDecimals(order)}>
      {/* Hidden from the page and its readers; the styles show it on paper. */}
      <div hidden className="receipt numeric">
        <div className="receipt-head">
          <span className="receipt-brand">
            <img src={brand.logoMark} alt="" width="26" height="26" /> {brand.name}
          </span>
          <span>
            {brand.legalEntity}
            <br />
            {brand.supportEmail}
          </span>
        </div>
        <div>
          {/* No h1: the page has one of its own. */}
          <h2 className="receipt-title">
            <FormattedMessage id="receipt.title" />
          </h2>
          <p>
            <Subject order={order} />
            <br />
            <FormattedMessage id="receipt.order" values={{ order: <span className="mono">{order.orderId}</span> }} />
          </p>
        </div>
        <ReceiptTable order={order} />
        {order.fiat ? <PaidByCard order={order} /> : <SentByCustomer order={order} />}
        <SentToCustomer order={order} />
        <Signature order={order} />
        <div className="receipt-lines">
          <span>
            <FormattedMessage id="receipt.place" />
          </span>
          <span>
            <FormattedMessage id="receipt.signatureLine" />
          </span>
        </div>
        <div className="receipt-foot">
          <span>
            <FormattedMessage id="receipt.printed" values={{ time: <UtcTime at={printedAt} /> }} />
          </span>
          <span>
            <FormattedMessage id="receipt.page" />
          </span>
        </div>
      </div>
    </CoinDecimalsContext>
  );
});

function Subject({ order }: { order: Order }) {
  const end = order.orderEvents.findLast(({ kind }) => kind === 'WITHDRAWAL_COMPLETED' || kind === 'REFUND_COMPLETED');
  const values = {
    from: order.pair.instrumentFrom.currencyTitle,
    to: order.pair.instrumentTo.currencyTitle,
    time: <UtcTime at={end?.createdAt ?? order.serverTime} />,
  };
  if (order.fiat) return <FormattedMessage id="receipt.purchase" values={values} />;
  return <FormattedMessage id={orderStage(order) === 'refunded' ? 'receipt.refund' : 'receipt.exchange'} values={values} />;
}

function Part({
  title,
  lines,
}: {
  title: ReactNode;
  lines: readonly (readonly [id: string, term: ReactNode, detail: ReactNode])[];
}) {
  return (
    <section>
      <h2>{title}</h2>
      <dl>
        {lines.map(([id, term, detail]) => (
          <div key={id}>
            <dt>{term}</dt>
            <dd>{detail}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const Mono = ({ children }: { children: ReactNode }) => <span className="mono">{children}</span>;

function SentByCustomer({ order }: { order: Order }) {
  const { money } = useMoney();
  const { instrumentFrom: from } = order.pair;
  const deposits = ownDeposits(order);
  const confirmed = order.orderEvents.find(({ kind }) => kind === 'FUNDS_WITHDRAWAL_START')?.createdAt;
  return (
    <Part
      title={<FormattedMessage id="receipt.byCustomer" />}
      lines={[
        [
          'amount',
          <FormattedMessage key="term" id="receipt.amount" />,
          <FormattedMessage
            key="detail"
            id="receipt.amountOn"
            values={{ amount: money(depositedAmount(order), from), network: networkName(from) }}
          />,
        ],
        ['address', <FormattedMessage key="term" id="receipt.address" />, <Mono key="detail">{order.depositAddress}</Mono>],
        ...memoLine(order.depositAddressMemo),
        // One page has no room for many.
        ...deposits
          .slice(0, MOST_TRANSACTIONS)
          .map(
            ({ txHash }) =>
              [txHash, <FormattedMessage key="term" id="receipt.transaction" />, <Mono key="detail">{txHash}</Mono>] as const,
          ),
        ...(deposits[0]
          ? [
              [
                'seen',
                <FormattedMessage key="term" id="receipt.seen" />,
                <UtcTime key="detail" at={deposits[0].detectedAt} />,
              ] as const,
            ]
          : []),
        ...(confirmed === undefined
          ? []
          : [
              [
                'confirmed',
                <FormattedMessage key="term" id="receipt.confirmed" />,
                <UtcTime key="detail" at={confirmed} />,
              ] as const,
            ]),
      ]}
    />
  );
}

const MOST_TRANSACTIONS = 3;

const memoLine = (memo: string | null) =>
  memo === null ? [] : ([['memo', <FormattedMessage key="term" id="receipt.memo" />, <Mono key="detail">{memo}</Mono>]] as const);

function PaidByCard({ order: { fiat } }: { order: Order }) {
  const { money } = useMoney();
  if (!fiat) return null;
  return (
    <Part
      title={<FormattedMessage id="receipt.byCard" />}
      lines={[
        ['amount', <FormattedMessage key="term" id="receipt.amount" />, money(fiat.amount, { currencyTitle: fiat.currency })],
        ['provider', <FormattedMessage key="term" id="receipt.provider" />, fiat.providerName],
        ...(fiat.reference === null
          ? []
          : [
              [
                'number',
                <FormattedMessage key="term" id="receipt.number" />,
                <Mono key="detail">{fiat.reference}</Mono>,
              ] as const,
            ]),
      ]}
    />
  );
}

function SentToCustomer({ order }: { order: Order }) {
  const { money } = useMoney();
  const refundAddress = useKnownRefundAddress(order.orderId, order.refundAddress);
  const isRefund = orderStage(order) === 'refunded';
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const payment = isRefund ? ownRefund(order) : order.withdrawals[0];
  const coin = isRefund ? from : to;
  const address = isRefund ? refundAddress : order.destinationAddress;
  const value = isRefund ? (payment?.amount ?? '0') : paidOut(order);
  const end = order.orderEvents.find(({ kind }) => kind === (isRefund ? 'REFUND_COMPLETED' : 'WITHDRAWAL_COMPLETED'))?.createdAt;
  return (
    <Part
      title={<FormattedMessage id="receipt.toCustomer" />}
      lines={[
        [
          'amount',
          <FormattedMessage key="term" id="receipt.amount" />,
          <FormattedMessage
            key="detail"
            id="receipt.amountOn"
            values={{ amount: money(value, coin), network: networkName(coin) }}
          />,
        ],
        ...(address === null
          ? []
          : [['address', <FormattedMessage key="term" id="receipt.address" />, <Mono key="detail">{address}</Mono>] as const]),
        ...memoLine(isRefund ? order.refundAddressMemo : order.destinationAddressMemo),
        ...(payment?.txHash
          ? [
              [
                'transaction',
                <FormattedMessage key="term" id="receipt.transaction" />,
                <Mono key="detail">{payment.txHash}</Mono>,
              ] as const,
            ]
          : []),
        ...(payment?.sentAt
          ? [['sent', <FormattedMessage key="term" id="receipt.sent" />, <UtcTime key="detail" at={payment.sentAt} />] as const]
          : []),
        ...(end === undefined
          ? []
          : [['confirmed', <FormattedMessage key="term" id="receipt.confirmed" />, <UtcTime key="detail" at={end} />] as const]),
      ]}
    />
  );
}

/** What the signed file proves, if this exchange signed it. */
const Signature = observer(({ order: { receipt } }: { order: Order }) => {
  const { guarantee, locale } = useStores(orderGroup);
  if (!receipt || guarantee.receiptVerdict !== 'valid') return null;
  const page = `${location.host}${locale.path('/verify')}`;
  return (
    <Part
      title={<FormattedMessage id="receipt.signed" />}
      lines={[
        [
          'key',
          <FormattedMessage key="term" id="receipt.key" />,
          <FormattedMessage key="detail" id="receipt.keyKind" values={{ key: <Mono>{receipt.keyId}</Mono> }} />,
        ],
        ['signature', <FormattedMessage key="term" id="receipt.signature" />, <Mono key="detail">{receipt.signature}</Mono>],
        [
          'check',
          <FormattedMessage key="term" id="receipt.check" />,
          <FormattedMessage key="detail" id="receipt.checkAt" values={{ page: <b>{page}</b> }} />,
        ],
      ]}
    />
  );
});
