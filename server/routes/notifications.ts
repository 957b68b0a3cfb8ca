import {
  ConfirmNotificationsResponse,
  ConfirmNotificationsBody,
  EndNotificationsBody,
  NotifyBody,
} from '../../contract/schemas/notifications.ts';
import type { OrderMail } from '../mail/orderMail.ts';
import { keepPrivate, serve, type RoutePlugin } from './route.ts';

/** E-mail updates of an order. The health call reports the feature as `order-mail`. */
export const notificationRoutes =
  (mail: OrderMail): RoutePlugin =>
  async (app) => {
    keepPrivate(app);

    serve(app, 'orders.notify', { input: NotifyBody }, async (input, { ip, site }) => {
      await mail.request(input, { address: ip, origin: site.origin });
    });

    serve(
      app,
      'orders.confirmNotifications',
      { input: ConfirmNotificationsBody, output: ConfirmNotificationsResponse },
      async (input) => await mail.confirm(input),
    );

    serve(app, 'orders.endNotifications', { input: EndNotificationsBody }, async (input) => {
      await mail.end(input);
    });
  };
