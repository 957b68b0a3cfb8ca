import type { Platform } from '../../contract/platform.ts';
import { isTrackingRefused } from '../../renderer/isTrackingRefused.ts';
import { documentCookies } from './documentCookies.ts';
import { lazyTransport } from './lazyTransport.ts';
import { createPageServices } from './pageServices.ts';
import { createPasskeys } from './passkeys.ts';
import { createQrScanner } from './qrScanner.ts';
import { createSystemNotifications } from './systemNotifications.ts';

/** The `Platform` of the browser site. */
export function createBrowserPlatform({ buildId }: { buildId: string }): Platform {
  const systemNotifications = createSystemNotifications();
  const qrScanner = createQrScanner();
  const passkeys = createPasskeys();
  const fingerprint = isTrackingRefused() ? null : readFingerprint;
  return {
    ...createPageServices(buildId),
    ...lazyTransport(() => fingerprint?.().catch(() => null) ?? Promise.resolve(null)),
    openExternal: (url) => {
      window.open(url, '_blank', 'noopener,noreferrer');
    },
    ...('share' in navigator && { share: (data) => navigator.share(data) }),
    ...(systemNotifications && { systemNotifications }),
    ...(qrScanner && { qrScanner }),
    ...(passkeys && { passkeys }),
    cookies: documentCookies,
    ...(fingerprint && { fingerprint }),
  };
}

async function readFingerprint(): Promise<string> {
  const { default: library } = await import('@fingerprintjs/fingerprintjs');
  return (await (await library.load()).get()).visitorId;
}
