import type { Order } from '../../contract/api/orders.ts';
import { pairKey } from '../../contract/desktop/watchedRate.ts';
import { formatAmount, formatPrice } from '../../contract/formatAmount.ts';
import type { OrderStage } from '../../contract/orderStage.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import type { RateAlert } from '../../contract/schemas/trading.ts';
import { systemText } from '../texts.ts';
import type { MarketRate } from '../trading/rateWatch.ts';
import { orderPath, orderValues } from './orderValues.ts';

/** A notification of the system. */
export interface Message {
  title: string;
  body: string;
  /** A later message with the same tag replaces this one. */
  tag: string;
  /** The page that a click shows, without the prefix of a language; absent: the window as it is */
  path?: string;
  /** Label of the button that does the same as a click */
  button?: string;
  /** Stays until the customer has seen it, with a sound, where the system can. */
  isUrgent?: boolean;
}

/** Returns the notification of an alert that fired. `missed`: how often it became true before without one */
export function alertMessage(alert: RateAlert, rate: MarketRate, missed: number, locale: LocaleCode): Message {
  const { id, kind, value } = alert;
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(rate.at);
  const { from, to } = rate;
  const values = { from, to, value: formatAmount(value, locale), price: formatPrice(rate.price, locale), time };
  return {
    title: systemText(locale, `system.alert.${kind}`, values),
    body: [
      systemText(locale, 'system.alert.body', values),
      ...(missed > 0 ? [systemText(locale, 'system.alert.missed', { count: String(missed) })] : []),
    ].join('\n'),
    isUrgent: true,
    tag: `alert-${id}`,
    path: `/exchange-${pairKey(alert)}`,
    button: systemText(locale, 'system.alert.exchange'),
  };
}

/** Returns the notification that the app keeps running without a window. */
export function runningMessage(app: string, locale: LocaleCode): Message {
  return {
    title: systemText(locale, 'system.running', { app }),
    body: systemText(locale, 'system.runningBody', { app }),
    tag: 'running',
    button: systemText(locale, 'system.menu.preferences'),
  };
}

/** The stages of which the customer is notified: the deposit was seen, something must be done, or the order has ended. */
const NOTIFIED = ['depositSeen', 'partlyPaid', 'decision', 'depositReorged', 'completed', 'refunded', 'expired'] as const;

/** The stages in which the order waits for the customer. */
const ACTIONS: ReadonlySet<OrderStage> = new Set<OrderStage>(['partlyPaid', 'decision', 'depositReorged']);

/** Returns the notification of an order's new stage; null if the stage needs none. */
export function orderMessage(order: Order, stage: OrderStage, locale: LocaleCode): Message | null {
  const notified = NOTIFIED.find((one) => one === stage);
  if (!notified) return null;
  const values = orderValues(order, locale);
  return {
    title: systemText(locale, `system.order.${notified}`, values),
    body: systemText(locale, `system.order.${notified}Body`, values),
    tag: order.orderId,
    path: orderPath(order),
    ...(ACTIONS.has(notified) && { isUrgent: true }),
    button: systemText(locale, 'system.order.open'),
  };
}
