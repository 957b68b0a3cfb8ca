import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../contract/api/orders.ts';
import type { AttentionAction } from '../../../contract/order.ts';
import { classNames } from '../../components/classNames.ts';
import { ClockIcon } from '../../components/icons.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { Notice } from '../../components/Notice.tsx';
import { confirmationProgress, decisionReason, depositedAmount } from '../../stores/order/orderStage.ts';
import { useStores } from '../../StoresContext.tsx';
import { ContactLink } from './ContactLink.tsx';
import { ContinueCard } from './ContinueCard.tsx';
import { LocalTime } from './LocalTime.tsx';
import { RefundCard } from './RefundCard.tsx';
import { useHydrated } from '../../useHydrated.ts';
import { useMoney } from './useMoney.ts';
import styles from './order.module.css';

/** Why we stopped, and the two ways on, as equals: today's rate or the money back (§4, D5, D8). */
export const DecisionStep = observer(({ order }: { order: Order }) => {
  const { formatMessage } = useIntl();
  const { decision, locale } = useStores();
  // A host that knows no attention asks by events, and both ways are open (§4).
  const actions: readonly AttentionAction[] = order.attention?.actions ?? ['ACCEPT', 'REFUND'];
  const canAccept = actions.includes('ACCEPT');
  // Only the device knows whether it holds the order's key.
  const mayDecide = !useHydrated() || decision.mayDecide;
  return (
    <section className={styles['decision']} aria-label={formatMessage({ id: 'order.decision.choices' })}>
      <Why order={order} />
      {!mayDecide && actions.some((action) => action !== 'CONTACT') && (
        <Notice
          kind="information"
          actions={
            <LinkButton size="small" href={locale.path('/order')}>
              <FormattedMessage id="pass.open" />
            </LinkButton>
          }
        >
          <FormattedMessage id="order.decision.lookOnly" />
        </Notice>
      )}
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
      <div className={classNames(canAccept && styles['choices'])}>
        {canAccept && <ContinueCard order={order} mayDecide={mayDecide} />}
        <RefundCard order={order} mayDecide={mayDecide} />
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
  const { money } = useMoney();
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const reason = decisionReason(order);
  if (!reason) return null;
  const values = {
    claimed: money(order.claimedDepositAmount, from),
    ticker: to.currencyTitle,
    time: <LocalTime at={order.expiresAt} />,
  };
  const safe = { sent: money(depositedAmount(order), from), ...confirmationProgress(order) };
  return (
    <Notice kind="warning">
      <FormattedMessage id={`order.decision.why.${reason}`} values={values} />{' '}
      <FormattedMessage id="order.decision.safe" values={safe} />
    </Notice>
  );
}

/** What happens by itself when nobody decides. */
const Deadline = observer(({ order }: { order: Order }) => {
  const { info } = useStores().decision;
  const deadline = order.attention?.deadline;
  if (!deadline) return null;
  const time = <LocalTime at={deadline} format="dateTime" />;
  const address = info?.refundAddress ?? order.refundAddress;
  return (
    <p className={styles['foot']}>
      <ClockIcon />
      <span>
        {address ? (
          <FormattedMessage
            id="order.decision.deadlineRefund"
            values={{ time, address: <span className="mono">{address}</span> }}
          />
        ) : (
          <FormattedMessage id="order.decision.deadlineNoAddress" values={{ time }} />
        )}
      </span>
    </p>
  );
});
