import { FormattedMessage } from 'react-intl';
import type { Order } from '../../../contract/api/orders.ts';
import { formatAmount, priceDecimals } from '../../../contract/formatAmount.ts';
import { compare, subtract } from '../../../contract/money.ts';
import type { OrderEventKind } from '../../../contract/order.ts';
import { orderStage } from '../../../contract/orderStage.ts';
import { awaitsDeposit, isPayoutFinal } from '../../../contract/orderTerms.ts';
import { agreedChain, orderChain } from '../../../contract/priceChain/orderChain.ts';
import type { PriceChain } from '../../../contract/priceChain/priceChain.ts';
import { Calculation } from '../../components/data/Calculation.tsx';
import { useStores } from '../../StoresContext.tsx';
import { networkName } from '../coins/coinViews.ts';
import { LocalTime } from './LocalTime.tsx';
import { useChainLines } from './useChainLines.tsx';
import { useMoney } from './useMoney.ts';

/** How what arrives follows from what is sent, as the order is priced now. */
export function OrderChain({ order }: { order: Order }) {
  const chainLines = useChainLines();
  const { money } = useMoney();
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const chain = orderChain(order);
  return (
    <>
      <Calculation
        unit={to.currencyTitle}
        lines={chainLines(chain, {
          sent: money(chain.sent, from),
          to,
          collectionFee: order.collectionFeeAmount,
          priceNote: <PriceNote order={order} />,
          total: <FormattedMessage id={totalOf(order)} />,
        })}
      />
      <ChainNote order={order} chain={chain} />
    </>
  );
}

function totalOf(order: Order) {
  if (orderStage(order) === 'completed') return 'chain.received';
  return isPayoutFinal(order) ? 'exchange.totalFixed' : 'exchange.total';
}

/** Which market price it is. */
function PriceNote({ order }: { order: Order }) {
  if (order.rateMode === 'FIXED' && awaitsDeposit(order)) {
    return <FormattedMessage id="chain.marketHeld" values={{ time: <LocalTime at={order.expiresAt} /> }} />;
  }
  return <FormattedMessage id="chain.marketAt" values={{ time: <LocalTime at={pricedAt(order)} format="dateTime" /> }} />;
}

/** Returns when the market price of the order was taken. */
export function pricedAt(order: Order): string {
  const timeOf = (kind: OrderEventKind) => order.orderEvents.find((event) => event.kind === kind)?.createdAt;
  const repriced =
    order.rateMode === 'FIXED'
      ? undefined
      : (order.settledPrice && timeOf('FUNDS_WITHDRAWAL_START')) || timeOf('RATE_MODE_CHANGE_ACCEPTED');
  return repriced ?? order.createdAt;
}

/** What may still change of a floating rate, or what has changed since the order was created. */
function ChainNote({ order, chain }: { order: Order; chain: PriceChain }) {
  const { money } = useMoney();
  const { code } = useStores().locale;
  const { instrumentTo: to } = order.pair;
  if (order.rateMode === 'FIXED') return null;
  if (!order.settledPrice) {
    const percent = chain.servicePercent === null ? 'unknown' : formatAmount(chain.servicePercent, code);
    return (
      <p className="hint">
        <FormattedMessage id="chain.again" values={{ network: networkName(order.pair.instrumentFrom), percent }} />
      </p>
    );
  }
  const estimated = agreedChain(order);
  if (!estimated || compare(estimated.sent, chain.sent) !== 0 || compare(estimated.received, chain.received) === 0) return null;
  const isMore = compare(chain.received, estimated.received) > 0;
  const difference = isMore ? subtract(chain.received, estimated.received) : subtract(estimated.received, chain.received);
  return (
    <p className="hint numeric">
      <FormattedMessage
        id="chain.changed"
        values={{
          amount: money(difference, to),
          direction: isMore ? 'more' : 'less',
          time: <LocalTime at={order.createdAt} format="dateTime" />,
          price: formatAmount(estimated.marketPrice, code, priceDecimals(estimated.marketPrice)),
        }}
      />
    </p>
  );
}
