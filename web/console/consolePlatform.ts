import { createHttpTransport } from '../../contract/client/httpTransport.ts';
import { renewingTransport } from '../../contract/client/renewingTransport.ts';
import type { Platform } from '../../contract/platform.ts';
import { CONSOLE_CALLS } from '../../console/stores/consoleCalls.ts';
import { documentCookies } from '../browser/documentCookies.ts';
import { createPageServices } from '../browser/pageServices.ts';
import { pageRequests } from '../browser/pageRequests.ts';
import { createPasskeys } from '../browser/passkeys.ts';

/** The `Platform` of the operators' console: a browser whose calls include those of the console. */
export function createConsolePlatform({ buildId }: { buildId: string }): Platform {
  const passkeys = createPasskeys();
  const renewed = new Set<() => void>();
  return {
    ...createPageServices(buildId),
    transport: renewingTransport(createHttpTransport(pageRequests('same-origin'), {}, CONSOLE_CALLS), {
      fingerprint: () => Promise.resolve(null),
      onRenewed: () => renewed.forEach((listener) => listener()),
    }),
    openExternal: (url) => {
      window.open(url, '_blank', 'noopener,noreferrer');
    },
    ...(passkeys && { passkeys }),
    cookies: documentCookies,
    session: {
      // The host serves the page to operators only.
      exists: true,
      onRenewed: (listener) => {
        renewed.add(listener);
        return () => void renewed.delete(listener);
      },
    },
  };
}
