import type { Platform } from '../../contract/platform.ts';
import { isTrackingRefused } from '../../renderer/isTrackingRefused.ts';
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
    cookies: {
      get: (name) => readCookie(document.cookie, name),
      set: (name, value, maxAgeSeconds) => writeCookie(name, value, maxAgeSeconds),
      remove: (name) => writeCookie(name, '', 0),
    },
    ...(fingerprint && { fingerprint }),
  };
}

async function readFingerprint(): Promise<string> {
  const { default: library } = await import('@fingerprintjs/fingerprintjs');
  return (await (await library.load()).get()).visitorId;
}

/** Reads one cookie of a Cookie header or `document.cookie`; null when absent or not decodable. */
export function readCookie(cookies: string, name: string): string | null {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return null;
  }
}

function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${maxAgeSeconds}; Path=/; SameSite=Lax${secure}`;
}
