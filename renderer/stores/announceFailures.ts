import { ApiError } from '../../contract/errors.ts';
import { SHORT_NOTIFICATION_MS } from '../../contract/limits.ts';
import type { Transport } from '../../contract/platform.ts';
import type { NotificationStore } from './NotificationStore.ts';

/**
 * The one failure that §8 announces whatever the call was: the host's database refused. It is said for 3 s, and the caller
 * gets the error all the same.
 */
export function announceFailures(transport: Transport, notifications: Pick<NotificationStore, 'show'>): Transport {
  return {
    call: async (name, input, options) => {
      try {
        return await transport.call(name, input, options);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'ERR_PRISMA_CLIENT_KNOWN_REQUEST') {
          notifications.show({ kind: 'error', message: 'error_notify_title', lastsMs: SHORT_NOTIFICATION_MS });
        }
        throw error;
      }
    },
  };
}
