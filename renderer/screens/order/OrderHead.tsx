import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { Order } from '../../../contract/api/orders.ts';
import type { DecisionReason } from '../../../contract/order.ts';
import { Freshness } from '../../components/feedback/Freshness.tsx';
import { CopyIcon } from '../../components/icons/pageIcons.tsx';
import { IconButton } from '../../components/buttons/IconButton.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { decisionReason, depositedAmount, orderStage } from '../../../contract/orderStage.ts';
import { orderGroup } from '../../stores/order/orderGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { titleOf } from './stages/orderTitle.ts';
import { shortened } from '../../../contract/shortened.ts';
import { TimeLeft } from './TimeLeft.tsx';
import { useEverySecond } from './useEverySecond.ts';
import { useMoney } from './useMoney.ts';
import styles from './order.module.css';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The heading with the next step, the order number and the age of the data. */
export const OrderHead = observer(({ order }: { order: Order }) => {
  const intl = useIntl();
  const { locale, guarantee } = useStores(orderGroup);
  const { money } = useMoney();
  const reason = decisionReason(order);
  const from = order.pair.instrumentFrom;
  const amounts = { sent: money(depositedAmount(order), from), claimed: money(order.claimedDepositAmount, from) };
  const isAsked = orderStage(order) === 'decision' && reason !== null;
  return (
    <PageHeading
      title={isAsked ? intl.formatMessage({ id: question(reason) }, amounts) : titleOf(order, guarantee, intl, locale.code)}
      lead={<OrderLine order={order} kind={<FormattedMessage id={`order.mode.${order.rateMode}`} />} />}
      aside={<TimeLeft order={order} />}
    />
  );
});

const question = (reason: DecisionReason) => `order.decision.ask.${reason}` as const;

/** The order number, what kind of order it is, and the age of the data. */
export const OrderLine = observer(({ order, kind }: { order: Order; kind: ReactNode }) => {
  const { formatMessage } = useIntl();
  const { platform, notifications } = useStores();
  const copy = async () => {
    const isCopied = await platform.copy(order.orderId);
    notifications.show({ kind: isCopied ? 'success' : 'error', message: isCopied ? 'order.copied' : 'order.copyFailed' });
  };
  return (
    <span className={styles['line']}>
      <span>
        <FormattedMessage id="order.id" />{' '}
        <span className="mono" translate="no">
          {shortened(order.orderId)}
        </span>
      </span>
      <IconButton
        className={styles['copyId']}
        icon={<CopyIcon size="small" />}
        label={formatMessage({ id: 'order.copyId' })}
        onClick={() => void copy()}
      />
      <span aria-hidden="true">·</span>
      <span>{kind}</span>
      <span aria-hidden="true" className={styles['beforeAge']}>
        ·
      </span>
      <span className={styles['age']}>
        <Age />
      </span>
    </span>
  );
});

/** The age of the data. Shows a lost connection at once, while the last state stays visible. */
const Age = observer(() => {
  useEverySecond();
  const intl = useIntl();
  const { order } = useStores(orderGroup);
  if (order.isSettled) return <FormattedMessage id="order.settled" />;
  const age = ageText(intl, order.ageMs());
  return (
    <Freshness state={order.isStale ? 'lost' : 'live'}>
      {order.isStale ? intl.formatMessage({ id: 'order.reconnecting' }, { age }) : age}
    </Freshness>
  );
});

function ageText({ formatMessage }: IntlShape, ageMs: number): string {
  if (ageMs < 2 * MINUTE) return formatMessage({ id: 'order.updated' }, { seconds: Math.max(0, Math.floor(ageMs / SECOND)) });
  return formatMessage({ id: 'order.updatedLongAgo' }, { minutes: Math.floor(ageMs / MINUTE) });
}
