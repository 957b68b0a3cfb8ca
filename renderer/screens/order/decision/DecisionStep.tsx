import { ClockIcon } from '../../../components/icons/pageIcons.tsx';
import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { USUAL_MARKET_LIMIT_PERCENT } from '../../../../contract/fixedRate.ts';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import { isPositive, type Decimal } from '../../../../contract/money.ts';
import type { AttentionAction } from '../../../../contract/order.ts';
import { classNames } from '../../../components/classNames.ts';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { confirmationProgress, decisionReason, depositedAmount } from '../../../../contract/orderStage.ts';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { ContactLink } from '../ContactLink.tsx';
import { ContinueCard } from './ContinueCard.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { LocalTime } from '../LocalTime.tsx';
import { ReadOnlyNotice, useMayDecide } from './ReadOnlyNotice.tsx';
import { RefundDecimals } from '../RefundDecimals.tsx';
import { RefundCard } from './RefundCard.tsx';
import { useKnownRefundAddress } from '../useKnownRefundAddress.ts';
import { useMoney } from '../useMoney.ts';
import decisionStyles from './decision.module.css';
import styles from '../order.module.css';

/** The reason for the decision and its two options: exchange at the current rate, or refund (§4, D5, D8). */
export const DecisionStep = observer(({ order }: { order: Order }) => {
  const { formatMessage } = useIntl();
  const { decision } = useStores(orderGroup);
  // A host without attention asks by events, and both actions are available (§4).
  const actions: readonly AttentionAction[] = order.attention?.actions ?? ['ACCEPT', 'REFUND'];
  const canAccept = actions.includes('ACCEPT');
  const mayDecide = useMayDecide();
  return (
    <section className={styles['decision']} aria-label={formatMessage({ id: 'order.decision.choices' })}>
      <Why order={order} />
      {!mayDecide && actions.some((action) => action !== 'CONTACT') && <ReadOnlyNotice />}
      <div role="alert">
        {decision.problem && (
          <Notice kind="danger">
            <FormattedMessage id={decision.problem} />
          </Notice>
        )}
        {decision.hasFailed && !decision.problem && (
          <Notice kind="warning">
            <FormattedMessage id="order.decision.infoFailed" />
          </Notice>
        )}
      </div>
      {!canAccept && (
        <p className={styles['lead']}>
          <FormattedMessage id="order.decision.notOffered" />
        </p>
      )}
      <div className={classNames(canAccept && decisionStyles['choices'])}>
        {canAccept && <ContinueCard order={order} mayDecide={mayDecide} />}
        <RefundDecimals order={order}>
          <RefundCard order={order} mayDecide={mayDecide} />
        </RefundDecimals>
      </div>
      <Deadline order={order} />
      {actions.includes('CONTACT') && (
        <Notice kind="information" actions={<ContactLink orderId={order.orderId} />}>
          <FormattedMessage id="order.attention.ask" />
        </Notice>
      )}
    </section>
  );
});

function Why({ order }: { order: Order }) {
  const { locale } = useStores();
  const { money } = useMoney();
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const reason = decisionReason(order);
  if (!reason) return null;
  const values = {
    claimed: money(order.claimedDepositAmount, from),
    ticker: to.currencyTitle,
    network: networkName(to),
    time: <LocalTime at={order.expiresAt} />,
    percent: formatAmount(order.fixedMarketLimitPercent ?? USUAL_MARKET_LIMIT_PERCENT, locale.code),
  };
  const sent = money(depositedAmount(order), from);
  // An unconfirmed deposit may still be reorged, so the page does not call it safe.
  const { have, need } = confirmationProgress(order);
  return (
    <Notice kind="warning">
      <FormattedMessage id={`order.decision.why.${reason}`} values={values} />{' '}
      <FormattedMessage id={have < need ? 'order.decision.unconfirmed' : 'order.decision.safe'} values={{ sent, have, need }} />
    </Notice>
  );
}

/** What happens at the deadline. */
const Deadline = observer(({ order }: { order: Order }) => {
  const { knownRefundAddress, refundAmount } = useStores(orderGroup).decision;
  const address = useKnownRefundAddress(order.orderId, knownRefundAddress);
  const deadline = order.attention?.deadline;
  if (!deadline) return null;
  const time = <LocalTime at={deadline} format="dateTime" />;
  return (
    <p className={styles['foot']}>
      <ClockIcon />
      <span>
        <FormattedMessage
          id={atDeadline(address, refundAmount)}
          values={{
            time,
            address: (
              <span className="mono" translate="no">
                {address}
              </span>
            ),
          }}
        />
      </span>
    </p>
  );
});

/** A refund at the deadline needs an address and an amount above the network fee. */
function atDeadline(address: string | null, refundAmount: Decimal | null) {
  if (address && refundAmount === null) return 'order.decision.deadline' as const;
  const goesBack = address && refundAmount !== null && isPositive(refundAmount);
  return goesBack ? ('order.decision.deadlineRefund' as const) : ('order.decision.deadlineStays' as const);
}
