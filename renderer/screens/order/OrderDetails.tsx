import { ArrowRightIcon } from '../../components/icons/pageIcons.tsx';
import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../contract/api/orders.ts';
import { Card } from '../../components/layout/Card.tsx';
import { DefinitionList, type Definition } from '../../components/data/DefinitionList.tsx';
import { depositedAmount, ownDeposits } from '../../../contract/orderStage.ts';
import { agreedAmount, areTermsOver } from '../../../contract/orderTerms.ts';
import { termsChain } from '../../../contract/priceChain/orderChain.ts';
import { orderGroup } from '../../stores/order/orderGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { Questions } from './extra/Questions.tsx';
import { AddressText } from './AddressText.tsx';
import { tokenStandard } from '../coins/coinViews.ts';
import { InstrumentLogo } from './InstrumentLogo.tsx';
import { networkName } from '../coins/coinViews.ts';
import { LocalTime } from './LocalTime.tsx';
import { OrderChain } from './OrderChain.tsx';
import { useKnownRefundAddress } from './useKnownRefundAddress.ts';
import { useMoney } from './useMoney.ts';
import styles from './order.module.css';

/** The agreed terms: pair, price, fees, network, addresses. */
export const OrderDetails = observer(() => {
  const { order } = useStores(orderGroup).order;
  return order && <Details order={order} />;
});

function Details({ order }: { order: Order }) {
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
      {!areTermsOver(order) && (
        <div className={styles['chain']}>
          <OrderChain order={order} />
        </div>
      )}
      <DefinitionList items={items} />
      {areTermsOver(order) && <AgreedBefore order={order} />}
      <Questions order={order} />
    </Card>
  );
}

/** The terms that no longer apply, in the past tense. */
function AgreedBefore({ order }: { order: Order }) {
  const { formatMessage } = useIntl();
  const { money, price } = useMoney();
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
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
            detail: price(termsChain(order).marketPrice, to),
          },
        ]}
      />
    </section>
  );
}

function useDefinitions(order: Order): Definition[] {
  const { formatMessage } = useIntl();
  const { money } = useMoney();
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const [name, title] = [networkName(to), tokenStandard(to)];
  const refundAddress = useKnownRefundAddress(order.orderId, order.refundAddress);
  return [
    ...(areTermsOver(order) && ownDeposits(order).length > 0
      ? [{ id: 'sent', term: formatMessage({ id: 'order.payout.youSent' }), detail: money(depositedAmount(order), from) }]
      : []),
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
            detail: (
              <span className="mono" translate="no">
                {order.destinationAddressMemo}
              </span>
            ),
          },
        ]
      : []),
    {
      id: 'refund',
      term: formatMessage({ id: 'order.details.refundTo' }),
      detail: refundAddress ? (
        <span className="mono" translate="no">
          {refundAddress}
        </span>
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
