import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import type { Order } from '../../../../contract/api/orders.ts';
import { confirmationProgress, orderStage } from '../../../../contract/orderStage.ts';
import { classNames } from '../../../components/classNames.ts';
import { CoinLogo } from '../../../components/coins/CoinLogo.tsx';
import { formatRemaining } from '../../../components/feedback/Countdown.tsx';
import { Link } from '../../../components/buttons/Link.tsx';
import { runningGroup } from '../../../stores/desk/RunningStore.ts';
import { orderPath } from '../../../stores/deviceOrders/orderPass.ts';
import type { OrderRecord } from '../../../stores/deviceOrders/orderRecords.ts';
import { useStores } from '../../../StoresContext.tsx';
import { outcomeText } from '../../history/outcomeText.ts';
import { STEP_OF_STAGE } from '../../order/stages/OrderProgress.tsx';
import { orderTitle } from '../../order/stages/orderTitle.ts';
import { useDuration } from '../../coins/useDuration.ts';
import { useMoney } from '../../order/useMoney.ts';
import { useNow } from '../../shell/useNow.ts';
import pane from '../pane.module.css';
import { NextAction } from './NextAction.tsx';
import styles from './orders.module.css';

const SECOND_MS = 1_000;

/** One running order: what happens or is to be done, how far it is, the time that remains, and the next action. */
export const RunningOrder = observer(({ record }: { record: OrderRecord }) => {
  const intl = useIntl();
  const { locale, runningOrders } = useStores(runningGroup);
  const { money } = useMoney();
  const { orderId, stage, to, from, hasExtra } = record;
  const order = runningOrders.orderOf(orderId);
  const path = locale.path(orderPath(record));
  const isShown = useLocation().pathname === locale.path(`/order/${orderId}`);
  const title = hasExtra
    ? intl.formatMessage({ id: 'order.extra.title' })
    : order
      ? orderTitle(order, intl, locale.code)
      : intl.formatMessage({ id: record.purchase ? `history.purchase.${record.purchase}` : `history.stage.${stage}` });
  const isQuestion = isUrgent(record);
  const asks = isQuestion || stage === 'awaitingDeposit' || stage === 'partlyPaid';
  return (
    <li className={classNames(styles['order'], asks && styles['asks'], isQuestion && styles['question'])}>
      <div className={styles['title']}>
        <Link href={path} className={classNames(pane['link'], styles['name'])} aria-current={isShown ? 'page' : undefined}>
          {title}
        </Link>
        <Remaining record={record} order={order} />
      </div>
      <Progress record={record} order={order} />
      <div className={styles['line']}>
        <CoinLogo
          ticker={to.ticker}
          source={to.logo}
          network={to.networkLogo ? { ticker: to.network, source: to.networkLogo } : null}
        />
        <span className={classNames(styles['amounts'], 'numeric')}>
          {outcomeText(record, { money, formatMessage: intl.formatMessage })}
          <small>
            {from.network} → {to.network}
          </small>
        </span>
        <NextAction record={record} order={order} />
      </div>
    </li>
  );
});

/** Whether the order waits for an answer of the customer. */
const isUrgent = ({ stage, hasExtra }: OrderRecord): boolean => stage === 'decision' || stage === 'depositReorged' || hasExtra;

/** The countdown of what the customer is asked to do, or how long the present step usually takes. */
const Remaining = observer(({ record: { orderId, dueAt }, order }: { record: OrderRecord; order: Order | null }) => {
  const { formatMessage } = useIntl();
  const { runningOrders } = useStores(runningGroup);
  const duration = useDuration();
  useNow(SECOND_MS);
  if (dueAt) {
    const remaining = Date.parse(dueAt) - runningOrders.serverNow(orderId);
    return remaining > 0 && <span className={classNames(styles['remaining'], 'numeric')}>{formatRemaining(remaining)}</span>;
  }
  const seconds = order && secondsLeft(order);
  if (!seconds) return null;
  return <span className={styles['remaining']}>{formatMessage({ id: 'desk.orders.about' }, { time: duration(seconds) })}</span>;
});

/** Returns the usual remaining seconds of a step that only the network decides; null for other steps. */
function secondsLeft(order: Order): number | null {
  const { instrumentFrom, instrumentTo } = order.pair;
  const stage = orderStage(order);
  if (stage === 'depositSeen' || stage === 'confirming') {
    const { have, need } = confirmationProgress(order);
    return (need - have) * (instrumentFrom.network?.blockSeconds ?? 0);
  }
  return stage === 'payingOut' ? (instrumentTo.network?.blockSeconds ?? null) : null;
}

const PARTS = 4;

/** The four steps of an order as a bar: created, deposit, confirmations, payout. */
function Progress({ record, order }: { record: OrderRecord; order: Order | null }) {
  const { formatMessage } = useIntl();
  const current = STEP_OF_STAGE[record.stage];
  const progress = order && current === 2 ? confirmationProgress(order) : null;
  const fraction = progress && progress.need > 0 ? progress.have / progress.need : 0;
  return (
    <div
      className={styles['progress']}
      role="img"
      aria-label={formatMessage({ id: 'desk.orders.step' }, { step: Math.min(current + 1, PARTS), steps: PARTS })}
    >
      {Array.from({ length: PARTS }, (_, part) => (
        <svg
          key={part}
          className={classNames(part < current && styles['past'], part === current && isUrgent(record) && styles['stopped'])}
          viewBox="0 0 100 3"
          preserveAspectRatio="none"
        >
          <rect width="100" height="3" />
          {part === current && fraction > 0 && <rect className={styles['part']} width={fraction * 100} height="3" />}
        </svg>
      ))}
    </div>
  );
}
