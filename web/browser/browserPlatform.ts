import type { KeyValueStorage, Platform } from '../../contract/platform.ts';
import { isTrackingRefused } from '../../renderer/isTrackingRefused.ts';
import { lazyTransport } from './lazyTransport.ts';
import { createLiveTransport } from './liveTransport.ts';
import { createRedirects } from '../pages/redirects.ts';
import { createPasskeys } from './passkeys.ts';
import { createQrScanner } from './qrScanner.ts';
import { createSystemNotifications } from './systemNotifications.ts';
import { createUpdates } from './updates.ts';

/** How long the object URL of a saved file stays valid, in ms. */
const SAVED_MS = 10_000;

/** The `Platform` of the browser site. */
export function createBrowserPlatform({ buildId }: { buildId: string }): Platform {
  const systemNotifications = createSystemNotifications();
  const qrScanner = createQrScanner();
  const passkeys = createPasskeys();
  const fingerprint = isTrackingRefused() ? null : readFingerprint;
  return {
    ...lazyTransport(() => fingerprint?.().catch(() => null) ?? Promise.resolve(null)),
    live: createLiveTransport(),
    openExternal: (url) => {
      window.open(url, '_blank', 'noopener,noreferrer');
    },
    appearance: { apply: showTheme },
    copy: async (text) => {
      try {
        await navigator.clipboard.writeText(text);
        return true;
      } catch {
        return false;
      }
    },
    ...('clipboard' in navigator && 'readText' in navigator.clipboard && { paste: readClipboard }),
    saveFile,
    addressOf: (path) => location.origin + path,
    ...('share' in navigator && { share: (data) => navigator.share(data) }),
    ...(systemNotifications && { systemNotifications }),
    ...(qrScanner && { qrScanner }),
    ...(passkeys && { passkeys }),
    storage: wrapStorage(() => window.localStorage),
    sessionStorage: wrapStorage(() => window.sessionStorage),
    onStorageChange: (listener) => listen(window, 'storage', (event) => event instanceof StorageEvent && listener(event.key)),
    cookies: {
      get: (name) => readCookie(document.cookie, name),
      set: (name, value, maxAgeSeconds) => writeCookie(name, value, maxAgeSeconds),
      remove: (name) => writeCookie(name, '', 0),
    },
    isOnline,
    updates: createUpdates(buildId),
    redirects: createRedirects(buildId),
    ...(fingerprint && { fingerprint }),
    visibility: {
      isVisible: () => document.visibilityState === 'visible',
      onChange: (listener) => listen(document, 'visibilitychange', () => listener(document.visibilityState === 'visible')),
    },
    onConnectivityChange: (listener) => {
      const stops = [listen(window, 'online', () => listener(true)), listen(window, 'offline', () => listener(false))];
      return () => stops.forEach((stop) => stop());
    },
  };
}

async function readFingerprint(): Promise<string> {
  const { default: library } = await import('@fingerprintjs/fingerprintjs');
  return (await (await library.load()).get()).visitorId;
}

function showTheme(theme: 'light' | 'dark' | null): void {
  const page = document.documentElement;
  if (theme) page.dataset['theme'] = theme;
  else delete page.dataset['theme'];
  // The browser's toolbar takes the colour of the page.
  const { backgroundColor } = getComputedStyle(page);
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', backgroundColor);
    meta.removeAttribute('media');
  }
}

function saveFile({ name, text, mediaType }: { name: string; text: string; mediaType: string }): void {
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file asynchronously.
  setTimeout(() => URL.revokeObjectURL(address), SAVED_MS);
}

async function readClipboard(): Promise<string | null> {
  try {
    return (await navigator.clipboard.readText()) || null;
  } catch {
    return null;
  }
}

/** Internet check (D50): requests a small file of this host. Any answer means that the device is online. */
async function isOnline(): Promise<boolean> {
  try {
    await fetch('/online.txt', { cache: 'no-store', signal: AbortSignal.timeout(5_000) });
    return true;
  } catch {
    return false;
  }
}

/** Ignores a full or forbidden storage: the page works without it. */
function wrapStorage(storage: () => Storage): KeyValueStorage {
  const attempt = <Value>(action: () => Value, otherwise: Value): Value => {
    try {
      return action();
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => attempt(() => storage().getItem(key), null),
    set: (key, value) =>
      attempt(() => {
        storage().setItem(key, value);
        return true;
      }, false),
    remove: (key) => attempt(() => storage().removeItem(key), undefined),
  };
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

function listen(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
