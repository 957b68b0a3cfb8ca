import type { createTrading } from '../trading/createTrading.ts';
import type { Windows } from '../windows/windows.ts';
import { alertMessage, orderMessage, runningMessage } from './messages.ts';
import type { Notifications } from './notifications.ts';

interface Notices extends Pick<Parameters<typeof createTrading>[0], 'onFired' | 'onStage'> {
  /** Says that the app keeps running without a window. A click opens the preferences. Returns false if the system shows no notifications. */
  tellRunning(): boolean;
}

interface Dependencies {
  /** Name of the app */
  app: string;
  notifications: Pick<Notifications, 'show'>;
  windows: Pick<Windows, 'command' | 'focusedPath' | 'locale'>;
}

/** Tells the customer of alerts that fired and of orders that moved on, unless the window in use shows the order. */
export function createNotices({ app, notifications, windows }: Dependencies): Notices {
  return {
    onFired: (alert, rate, missed) => notifications.show(alertMessage(alert, rate, missed, windows.locale())),
    onStage: (order, stage) => {
      const message = orderMessage(order, stage, windows.locale());
      const isShown = windows.focusedPath()?.includes(`/order/${order.orderId}`) === true;
      if (message && !isShown) notifications.show(message);
    },
    tellRunning: () => notifications.show(runningMessage(app, windows.locale()), () => windows.command('preferences')),
  };
}
