import type { Platform } from '../../contract/platform.ts';
import { isTrackingRefused } from '../../renderer/isTrackingRefused.ts';
import { documentCookies } from './documentCookies.ts';
import { lazyTransport } from './lazyTransport.ts';
import { createPageServices } from './pageServices.ts';
import { createPasskeys } from './passkeys.ts';
import { createPhotoCamera, createQrScanner } from './qrScanner.ts';
import { createSystemNotifications } from './systemNotifications.ts';

/** The `Platform` of the browser site. */
export function createBrowserPlatform({ buildId }: { buildId: string }): Platform {
  const systemNotifications = createSystemNotifications();
  const qrScanner = createQrScanner();
  const camera = createPhotoCamera();
  const passkeys = createPasskeys();
  const fingerprint = isTrackingRefused() ? null : readFingerprint;
  return {
    ...createPageServices(buildId),
    ...lazyTransport(() => fingerprint?.().catch(() => null) ?? Promise.resolve(null)),
    openExternal: (url) => {
      window.open(url, '_blank', 'noopener,noreferrer');
    },
    openInPlace: (url) => window.location.assign(url),
    ...('share' in navigator && { share: (data) => navigator.share(data) }),
    ...(systemNotifications && { systemNotifications }),
    ...(qrScanner && { qrScanner }),
    ...(camera && { camera }),
    ...(passkeys && { passkeys }),
    cookies: documentCookies,
    ...(fingerprint && { fingerprint }),
  };
}

async function readFingerprint(): Promise<string> {
  const { default: library } = await import('@fingerprintjs/fingerprintjs');
  // Otherwise the library tells its maker about one in a thousand of our customers' visits.
  return (await (await library.load({ monitoring: false })).get()).visitorId;
}
