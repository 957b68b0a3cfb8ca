import { ArrowRightIcon } from '../../components/icons/pageIcons.tsx';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../contract/api/orders.ts';
import { add, isPositive } from '../../../contract/money.ts';
import { Card } from '../../components/layout/Card.tsx';
import { DefinitionList, type Definition } from '../../components/data/DefinitionList.tsx';
import { depositedAmount, orderStage, ownDeposits } from '../../../contract/orderStage.ts';
import {
  agreedAmount,
  agreedPrice,
  amountToReceive,
  areTermsOver,
  awaitsDeposit,
  isPayoutFinal,
} from '../../../contract/orderTerms.ts';
import { AddressText } from './AddressText.tsx';
import { tokenStandard } from '../coins/coinViews.ts';
import { InstrumentLogo } from './InstrumentLogo.tsx';
import { networkName } from '../coins/coinViews.ts';
import { LocalTime } from './LocalTime.tsx';
import { useMoney } from './useMoney.ts';
import { useNetworkFeeLines } from './useNetworkFeeLines.ts';
import styles from './order.module.css';

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
      {areTermsOver(order) && <AgreedBefore order={order} />}
    </Card>
  );
}

/** The terms that no longer apply, in the past tense. */
function AgreedBefore({ order }: { order: Order }) {
  const { formatMessage } = useIntl();
  const { money, price } = useMoney();
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const rate = price(agreedPrice(order), to);
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

function useDefinitions(order: Order): Definition[] {
  const { formatMessage } = useIntl();
  const { money, price: priceText } = useMoney();
  const networkFeeLines = useNetworkFeeLines();
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const stage = orderStage(order);
  const hasDeposit = ownDeposits(order).length > 0;
  const receive = money(amountToReceive(order), to);
  const price = priceText(order.settledPrice ?? agreedPrice(order), to);
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
          <span className={styles['quietSign']}>{isPayoutFinal(order) ? '=' : '≈'}</span> {receive}
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
    ...(awaitsDeposit(order)
      ? [{ id: 'send', term: formatMessage({ id: 'order.details.send' }), detail: money(order.claimedDepositAmount, from) }]
      : []),
    ...(hasDeposit
      ? [{ id: 'sent', term: formatMessage({ id: 'order.payout.youSent' }), detail: money(depositedAmount(order), from) }]
      : []),
    ...(areTermsOver(order) ? [] : receives),
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
