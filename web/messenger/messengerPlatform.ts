import type { Platform } from '../../contract/platform.ts';
import type { SessionChange } from '../../contract/ipc.ts';
import { createStoredCookies } from '../../renderer/stores/storedCookies.ts';
import { createPageServices } from '../browser/pageServices.ts';
import { createMemoryTokens } from './memoryTokens.ts';
import { createMessengerTransport } from './messengerTransport.ts';

/** The `Platform` of the mini-app in a messenger. `onSession`: a call has begun or ended the session. */
export function createMessengerPlatform({
  buildId,
  onSession,
}: {
  buildId: string;
  onSession: (change: SessionChange) => void;
}): Platform {
  const services = createPageServices(buildId);
  const renewed = new Set<() => void>();
  const keeper = createMemoryTokens();
  return {
    ...services,
    transport: createMessengerTransport({ keeper, onRenewed: () => renewed.forEach((listener) => listener()), onSession }),
    session: {
      exists: false,
      onRenewed: (listener) => {
        renewed.add(listener);
        return () => void renewed.delete(listener);
      },
    },
    openExternal: (url) => {
      window.open(url, '_blank', 'noopener,noreferrer');
    },
    cookies: createStoredCookies(services.storage),
  };
}
