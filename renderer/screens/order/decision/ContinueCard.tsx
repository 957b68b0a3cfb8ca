import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order, OrderRefundInfo } from '../../../../contract/api/orders.ts';
import { compare, percentChange, subtract } from '../../../../contract/money.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { formatRemaining } from '../../../components/feedback/Countdown.tsx';
import { DefinitionList, type Definition } from '../../../components/data/DefinitionList.tsx';
import { amountAtOldRate, depositedAmount } from '../../../../contract/orderStage.ts';
import { priceChain } from '../../../../contract/priceChain/priceChain.ts';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { ChoiceAmount } from './ChoiceAmount.tsx';
import { useEverySecond } from '../useEverySecond.ts';
import { useShellButton } from '../../../useShellButton.ts';
import { useMoney } from '../useMoney.ts';
import decisionStyles from './decision.module.css';
import styles from '../order.module.css';

export interface ChoiceProps {
  order: Order;
  /** False: this browser is read-only. */
  mayDecide: boolean;
}

/** The option to exchange: the payout at the current rate, compared with the old one. */
export const ContinueCard = observer(({ order, mayDecide }: ChoiceProps) => {
  const { formatMessage } = useIntl();
  const { money, figure } = useMoney();
  const { decision, platform } = useStores(orderGroup);
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const offer = decision.info?.offer;
  const reason = mayDecide ? (offer ? null : 'order.decision.noOffer') : 'order.decision.unavailable';
  const label = formatMessage({ id: 'order.decision.accept' }, { sent: money(depositedAmount(order), from) });
  const accept = (): void => void decision.accept();
  const isDrawnByShell = useShellButton(
    platform.mainButton,
    reason === null ? { label, isReady: true, isBusy: decision.busy === 'accept', onPress: accept } : null,
  );
  return (
    <Card className={decisionStyles['choice']} aria-labelledby="choice-continue">
      <h2 id="choice-continue" className={decisionStyles['choiceHead']}>
        <FormattedMessage id="order.decision.continue" />
        {offer && <ValidFor until={offer.validUntil} />}
      </h2>
      <ChoiceAmount sign="≈" figure={offer ? figure(offer.amountToGet, to) : null} unit={to.currencyTitle} />
      <OfferLines order={order} />
      {(reason !== null || !isDrawnByShell) && (
        <Button
          variant="primary"
          wide
          className={decisionStyles['choiceButton']}
          busy={decision.busy === 'accept'}
          unavailableReason={reason && formatMessage({ id: reason })}
          onClick={accept}
        >
          {label}
        </Button>
      )}
    </Card>
  );
});

const OfferLines = observer(({ order }: { order: Order }) => {
  const { decision } = useStores(orderGroup);
  const items = useOfferLines(order, decision.info, decision.previousAmountToGet);
  if (!decision.info) return null;
  if (items.length > 0) return <DefinitionList items={items} />;
  return (
    <p className={styles['lead']}>
      <FormattedMessage id="order.decision.noOffer" />
    </p>
  );
});

function useOfferLines(order: Order, info: OrderRefundInfo | null, agreed: string | null): Definition[] {
  const { formatMessage } = useIntl();
  const { money, percent, price } = useMoney();
  const { instrumentTo: to } = order.pair;
  const offer = info?.offer;
  if (!offer) return [];
  const original = info.originalAmountToGet;
  const old = agreed ?? (original === undefined ? undefined : amountAtOldRate(order, original));
  const { marketPrice } = priceChain(
    {
      sent: depositedAmount(order),
      received: offer.amountToGet,
      networkFee: '0',
      platformFee: offer.fees,
      decimals: to.precisionDecimals,
    },
    null,
  );
  const lines: Definition[] = [];
  if (old !== undefined) {
    const sent = money(depositedAmount(order), order.pair.instrumentFrom);
    const term = formatMessage({ id: agreed ? 'order.decision.youAgreedTo' : 'order.decision.oldRate' }, { sent });
    lines.push({ id: 'old', term, detail: money(old, to), tone: 'past' });
  }
  if (old !== undefined && compare(old, '0') > 0) {
    const change = percentChange(old, offer.amountToGet);
    const isLoss = change.startsWith('-');
    const sign = isLoss ? '−' : '+';
    const difference = isLoss ? subtract(old, offer.amountToGet) : subtract(offer.amountToGet, old);
    lines.push({
      id: 'difference',
      term: formatMessage({ id: 'order.decision.difference' }),
      detail: formatMessage(
        { id: 'order.decision.differenceValue' },
        { amount: `${sign}${money(difference, to)}`, percent: `${sign}${percent(change.replace('-', ''))}` },
      ),
      tone: isLoss ? 'bad' : 'good',
    });
  }
  return [
    ...lines,
    { id: 'rate', term: formatMessage({ id: 'order.decision.newRate' }), detail: price(marketPrice, to) },
    { id: 'fees', term: formatMessage({ id: 'order.decision.fees' }), detail: money(offer.fees, to) },
  ];
}

/** The countdown of the offer, by the host's clock. A new offer is loaded when it ends. */
const ValidFor = observer(({ until }: { until: string }) => {
  useEverySecond();
  const { formatMessage } = useIntl();
  const { order } = useStores(orderGroup);
  const remainingMs = Date.parse(until) - order.serverNow();
  const isOver = remainingMs <= 0;
  return (
    <span className={styles['tag']}>
      {isOver ? (
        <FormattedMessage id="order.decision.renewing" />
      ) : (
        <span role="timer" aria-label={formatMessage({ id: 'order.decision.validForLabel' })}>
          <FormattedMessage id="order.decision.validFor" values={{ time: formatRemaining(remainingMs) }} />
        </span>
      )}
    </span>
  );
});
