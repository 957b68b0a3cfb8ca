import { DEFAULT_TIMEOUT_MS } from '../limits.ts';
import type {
  ConfirmNotificationsInput,
  ConfirmNotificationsOutput,
  EndNotificationsInput,
  NotifyInput,
  SandboxMails,
} from '../schemas/notifications.ts';
import { get, post } from './route.ts';

export type * from '../schemas/notifications.ts';

/** Additive. A host has them when it announces `order-mail`; `sandbox.mails` also requires a sandbox. */
export const notificationRoutes = {
  'orders.notify': post<NotifyInput, Record<string, never>>('/api/v1/orders/public/notifications', DEFAULT_TIMEOUT_MS),
  'orders.confirmNotifications': post<ConfirmNotificationsInput, ConfirmNotificationsOutput>(
    '/api/v1/orders/public/notifications/confirm',
    DEFAULT_TIMEOUT_MS,
  ),
  'orders.endNotifications': post<EndNotificationsInput, Record<string, never>>(
    '/api/v1/orders/public/notifications/unsubscribe',
    DEFAULT_TIMEOUT_MS,
  ),
  'sandbox.mails': get<Record<string, never>, SandboxMails>('/api/sandbox/mails', DEFAULT_TIMEOUT_MS),
} as const;
