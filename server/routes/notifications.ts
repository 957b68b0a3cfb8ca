import { notificationRoutes as calls } from '../../contract/api/notifications.ts';
import { Empty } from '../../contract/schemas/common.ts';
import {
  ConfirmNotificationsResponse,
  ConfirmNotificationsBody,
  EndNotificationsBody,
  NotifyBody,
} from '../../contract/schemas/notifications.ts';
import type { OrderMail } from '../mail/orderMail.ts';
import { requestOrigin } from './requestOrigin.ts';
import { answers, keepPrivate, type RoutePlugin } from './route.ts';

const tags = ['orders'];

/**
 * E-mail updates of an order. The health call reports the feature as `order-mail`. With `publicOrigin` null, links in e-mails use the
 * origin of the request.
 */
export const notificationRoutes =
  (mail: OrderMail, publicOrigin: string | null): RoutePlugin =>
  async (app) => {
    keepPrivate(app);

    app.post(calls['orders.notify'].path, { schema: { tags, body: NotifyBody, response: answers(Empty) } }, async (request) => {
      await mail.request(request.body, { address: request.ip, origin: publicOrigin ?? requestOrigin(request) });
      return {};
    });

    app.post(
      calls['orders.confirmNotifications'].path,
      {
        schema: { tags, body: ConfirmNotificationsBody, response: answers(ConfirmNotificationsResponse) },
      },
      async (request) => await mail.confirm(request.body),
    );

    app.post(
      calls['orders.endNotifications'].path,
      { schema: { tags, body: EndNotificationsBody, response: answers(Empty) } },
      async (request) => {
        await mail.end(request.body);
        return {};
      },
    );
  };
