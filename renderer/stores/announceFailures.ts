import { ApiError } from '../../contract/errors.ts';
import { SHORT_NOTIFICATION_MS } from '../../contract/limits.ts';
import type { Transport } from '../../contract/platform.ts';
import type { NotificationStore } from './NotificationStore.ts';

/**
 * Wraps the transport to handle failures that any call can have: a notification for 3 s when the host's database fails (§8),
 * and `onUnauthorised` when the session has ended (§4). The caller still gets the error.
 */
export function announceFailures(
  transport: Transport,
  notifications: Pick<NotificationStore, 'show'>,
  onUnauthorised: () => void,
): Transport {
  return {
    call: async (name, input, options) => {
      try {
        return await transport.call(name, input, options);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'ERR_PRISMA_CLIENT_KNOWN_REQUEST') {
          notifications.show({ kind: 'error', message: 'error_notify_title', lastsMs: SHORT_NOTIFICATION_MS });
        }
        if (error instanceof ApiError && error.code === 'ERR_UNAUTHORIZED') onUnauthorised();
        throw error;
      }
    },
  };
}
