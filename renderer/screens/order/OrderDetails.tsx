import { ArrowRightIcon } from '../../components/pageIcons.tsx';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../contract/api/orders.ts';
import { add, isPositive, type Decimal } from '../../../contract/money.ts';
import { Card } from '../../components/Card.tsx';
import { DefinitionList, type Definition } from '../../components/DefinitionList.tsx';
import {
  amountAtOldRate,
  canSendAgain,
  depositedAmount,
  isDepositReorged,
  isRateLost,
  orderStage,
  ownDeposits,
  type OrderStage,
} from '../../../contract/orderStage.ts';
import { AddressText } from './AddressText.tsx';
import { tokenStandard } from '../coins/coinViews.ts';
import { InstrumentLogo, networkName } from './InstrumentLogo.tsx';
import { LocalTime } from './LocalTime.tsx';
import { paidOut } from './stages/orderTitle.ts';
import { useMoney } from './useMoney.ts';
import { useNetworkFeeLines } from './useNetworkFeeLines.ts';
import styles from './order.module.css';

const NO_PAYOUT: readonly OrderStage[] = ['refunding', 'refunded', 'expired'];

/** True when the order will not pay out. */
function isWithoutPayout(order: Order): boolean {
  const stage = orderStage(order);
  return NO_PAYOUT.includes(stage) || (stage === 'depositReorged' && !canSendAgain(order));
}

/** The agreed terms: pair, rate, network, addresses, fees. */
export function OrderDetails({ order }: { order: Order }) {
  const { formatMessage } = useIntl();
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const items = useDefinitions(order);
  return (
    <Card aria-label={formatMessage({ id: 'order.details' })}>
      <div className={styles['pair']}>
        <InstrumentLogo instrument={from} />
        <ArrowRightIcon />
        <InstrumentLogo instrument={to} />
        <h2>{formatMessage({ id: 'order.details.pair' }, { from: from.currencyTitle, to: to.currencyTitle })}</h2>
      </div>
      <DefinitionList items={items} />
      {isPast(order) && <AgreedBefore order={order} />}
    </Card>
  );
}

/** True when the agreed terms no longer apply: a decision is open, or the order will not pay out. */
const isPast = (order: Order): boolean => orderStage(order) === 'decision' || isRateLost(order) || isWithoutPayout(order);

/** The terms that no longer apply, in the past tense. */
function AgreedBefore({ order }: { order: Order }) {
  const { formatMessage } = useIntl();
  const { money, price } = useMoney();
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const rate = price(order.acceptedPrice ?? order.claimedPublicRate.price, to);
  return (
    <section className={styles['before']} aria-labelledby="agreed-before">
      <h3 id="agreed-before">
        <FormattedMessage id="order.details.before" />
      </h3>
      <DefinitionList
        items={[
          { id: 'send', term: formatMessage({ id: 'order.details.wereToSend' }), detail: money(agreedAmount(order), from) },
          { id: 'receive', term: formatMessage({ id: 'order.details.wereToReceive' }), detail: money(order.amountToGet, to) },
          {
            id: 'rate',
            term: formatMessage({ id: 'order.details.rateWas' }),
            detail: formatMessage({ id: 'order.details.rateValue' }, { from: from.currencyTitle, price: rate }),
          },
        ]}
      />
    </section>
  );
}

/** Returns the amount to send that was agreed. Accepted terms are for the deposited amount, which may differ from the claimed one. */
const agreedAmount = (order: Order): Decimal =>
  order.acceptedPrice && !isDepositReorged(order) ? depositedAmount(order) : order.claimedDepositAmount;

/** Returns what arrives for the amount that was sent: the payout, or before it is priced, the deposit at the agreed rate. */
function amountToReceive(order: Order): Decimal {
  const isPromised = order.settledPrice || order.acceptedPrice || ownDeposits(order).length === 0;
  const isFinal = ['partlyPaid', 'payingOut', 'completed'].includes(orderStage(order));
  return isPromised || isFinal ? paidOut(order) : amountAtOldRate(order, order.amountToGet);
}

function useDefinitions(order: Order): Definition[] {
  const { formatMessage } = useIntl();
  const { money, price: priceText } = useMoney();
  const networkFeeLines = useNetworkFeeLines();
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const stage = orderStage(order);
  const hasDeposit = ownDeposits(order).length > 0;
  const isAsked = !isPast(order) && (!hasDeposit || stage === 'partlyPaid');
  // A floating amount is final once it is priced. A fixed amount is final until its rate is lost.
  const isPriced = (order.rateMode === 'FIXED' && stage !== 'decision') || stage === 'payingOut' || stage === 'completed';
  const receive = money(amountToReceive(order), to);
  const price = priceText(order.settledPrice ?? order.acceptedPrice ?? order.claimedPublicRate.price, to);
  const fees = add(order.claimedNetworkFee, order.platformFee_Absolute);
  const networkFees = networkFeeLines({ fee: order.claimedNetworkFee, collection: order.collectionFeeAmount, instrument: to });
  const serviceFee = order.platformFee_Absolute;
  const feeParts = [
    ...(networkFees.length > 0 && isPositive(serviceFee)
      ? [{ id: 'service', term: formatMessage({ id: 'order.fee.service' }), detail: money(serviceFee, to) }]
      : []),
    ...networkFees,
  ];
  const [name, title] = [networkName(to), tokenStandard(to)];
  const receives: Definition[] = [
    {
      id: 'receive',
      term: formatMessage({ id: stage === 'completed' ? 'order.payout.sent' : 'order.details.receive' }),
      detail: (
        <b>
          <span className={styles['quietSign']}>{isPriced ? '=' : '≈'}</span> {receive}
        </b>
      ),
    },
    {
      id: 'rate',
      term: formatMessage({ id: 'order.details.rate' }),
      detail: formatMessage({ id: 'order.details.rateValue' }, { from: from.currencyTitle, price }),
    },
    ...(isPositive(fees) ? [{ id: 'fees', term: formatMessage({ id: 'order.details.fees' }), detail: money(fees, to) }] : []),
    ...feeParts.map((part) => ({ ...part, tone: 'part' as const })),
  ];
  return [
    ...(isAsked
      ? [{ id: 'send', term: formatMessage({ id: 'order.details.send' }), detail: money(order.claimedDepositAmount, from) }]
      : []),
    ...(hasDeposit
      ? [{ id: 'sent', term: formatMessage({ id: 'order.payout.youSent' }), detail: money(depositedAmount(order), from) }]
      : []),
    ...(isPast(order) ? [] : receives),
    {
      id: 'network',
      term: formatMessage({ id: 'order.details.network' }),
      detail: title === null ? name : formatMessage({ id: 'order.details.networkValue' }, { name, title }),
    },
    {
      id: 'destination',
      term: formatMessage({ id: 'order.details.destination' }),
      detail: <AddressText address={order.destinationAddress} />,
    },
    ...(order.destinationAddressMemo
      ? [
          {
            id: 'memo',
            term: to.network?.memoName ?? 'Memo',
            detail: <span className="mono">{order.destinationAddressMemo}</span>,
          },
        ]
      : []),
    {
      id: 'refund',
      term: formatMessage({ id: 'order.details.refundTo' }),
      detail: order.refundAddress ? (
        <span className="mono">{order.refundAddress}</span>
      ) : (
        <span className="secondary">{formatMessage({ id: 'order.details.noRefund' })}</span>
      ),
    },
    {
      id: 'created',
      term: formatMessage({ id: 'order.details.created' }),
      detail: <LocalTime at={order.createdAt} format="dateTime" />,
    },
  ];
}
