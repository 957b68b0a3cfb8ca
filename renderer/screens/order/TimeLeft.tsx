import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import type { Order } from '../../../contract/api/orders.ts';
import { asksToSend, isRateHeld } from '../../../contract/orderStage.ts';
import { Countdown } from '../../components/feedback/Countdown.tsx';
import { orderGroup } from '../../stores/order/orderGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { useEverySecond } from './useEverySecond.ts';

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
  return (
    <Countdown
      remainingMs={remainingMs}
      label={formatMessage({ id: isRateHeld(order) ? 'order.rateHeldFor' : 'order.timeToSend' })}
      announce={announce}
    />
  );
});
