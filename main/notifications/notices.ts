import type { createTrading } from '../trading/createTrading.ts';
import type { Windows } from '../windows/windows.ts';
import { alertMessage, orderMessage } from './messages.ts';
import type { Notifications } from './notifications.ts';

type Notices = Pick<Parameters<typeof createTrading>[0], 'onFired' | 'onStage'>;

interface Dependencies {
  notifications: Notifications;
  windows: Pick<Windows, 'focusedPath' | 'locale'>;
}

/** Tells the customer of alerts that fired and of orders that moved on, unless the window in use shows the order. */
export function tradingNotices({ notifications, windows }: Dependencies): Notices {
  return {
    onFired: (alert, rate) => notifications.show(alertMessage(alert, rate, windows.locale())),
    onStage: (order, stage) => {
      const message = orderMessage(order, stage, windows.locale());
      const isShown = windows.focusedPath()?.includes(`/order/${order.orderId}`) === true;
      if (message && !isShown) notifications.show(message);
    },
  };
}
