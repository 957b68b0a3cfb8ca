import type * as schemas from '../schemas/notifications.ts';
import { get, post, type None } from './route.ts';

export type * from '../schemas/notifications.ts';

/** Additive. A host has them when it announces `order-mail`; `sandbox.mails` also requires a sandbox. */
export const notificationRoutes = {
  'orders.notify': post<schemas.NotifyInput, None>('/api/v1/orders/public/notifications'),
  'orders.confirmNotifications': post<schemas.ConfirmNotificationsInput, schemas.ConfirmNotificationsOutput>(
    '/api/v1/orders/public/notifications/confirm',
  ),
  'orders.endNotifications': post<schemas.EndNotificationsInput, None>('/api/v1/orders/public/notifications/unsubscribe'),
  'sandbox.mails': get<None, schemas.SandboxMails>('/api/sandbox/mails'),
} as const;
