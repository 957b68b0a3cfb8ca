import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../contract/api/orders.ts';
import { USUAL_MARKET_LIMIT_PERCENT } from '../../../contract/fixedRate.ts';
import { formatAmount } from '../../../contract/formatAmount.ts';
import { asksToSend } from '../../../contract/orderStage.ts';
import { Countdown } from '../../components/feedback/Countdown.tsx';
import { orderGroup } from '../../stores/order/orderGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { LocalTime } from './LocalTime.tsx';
import { useEverySecond } from './useEverySecond.ts';
import styles from './order.module.css';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The time left to send the deposit (D5, D9), by the host's clock. */
export const TimeLeft = observer(({ order }: { order: Order }) => {
  useEverySecond();
  const { formatMessage } = useIntl();
  const { order: store, guarantee } = useStores(orderGroup);
  if (!asksToSend(order) || guarantee.isSendingRefused) return null;
  const remainingMs = Date.parse(order.expiresAt) - store.serverNow();
  const announce = (leftMs: number) =>
    leftMs > 0 && leftMs < MINUTE
      ? formatMessage({ id: 'order.secondsLeft' }, { seconds: leftMs / SECOND })
      : formatMessage({ id: 'order.timeLeft' }, { minutes: Math.round(leftMs / MINUTE) });
  const isHeld = order.rateMode === 'FIXED' && order.rateHeld !== false;
  return (
    <div className={styles['timeLeft']}>
      <Countdown
        remainingMs={remainingMs}
        label={formatMessage({ id: isHeld ? 'order.rateHeldFor' : 'order.timeToSend' })}
        announce={announce}
      />
      {isHeld && <HoldConditions order={order} />}
    </div>
  );
});

/** What keeps the fixed rate (D55). A host that knows only the specification publishes no `confirmBy`. */
function HoldConditions({ order: { expiresAt, confirmBy, fixedMarketLimitPercent } }: { order: Order }) {
  const { locale } = useStores();
  const values = {
    time: <LocalTime at={expiresAt} />,
    percent: formatAmount(fixedMarketLimitPercent ?? USUAL_MARKET_LIMIT_PERCENT, locale.code),
    block: confirmBy ? <LocalTime at={confirmBy} /> : null,
  };
  return (
    <p className="hint">
      <FormattedMessage id={confirmBy ? 'order.holdConditions' : 'order.holdConditionsPlain'} values={values} />
    </p>
  );
}
