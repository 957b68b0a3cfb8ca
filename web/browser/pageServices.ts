import type { KeyValueStorage, Platform } from '../../contract/platform.ts';
import { copyText } from './copyText.ts';
import { createLiveTransport } from './liveTransport.ts';
import { createRedirects } from '../pages/redirects.ts';
import { createUpdates } from './updates.ts';

/** How long the object URL of a saved file stays valid, in ms. */
const SAVED_MS = 10_000;

/** What the engine of a browser offers any page of this host, also in a messenger. */
export function createPageServices(buildId: string) {
  return {
    live: createLiveTransport(),
    appearance: { apply: showTheme },
    copy: copyText,
    ...('clipboard' in navigator && 'readText' in navigator.clipboard && { paste: readClipboard }),
    saveFile,
    addressOf: (path) => location.origin + path,
    storage: wrapStorage(() => window.localStorage),
    sessionStorage: wrapStorage(() => window.sessionStorage),
    onStorageChange: (listener) => listen(window, 'storage', (event) => event instanceof StorageEvent && listener(event.key)),
    isOnline,
    updates: createUpdates(buildId),
    redirects: createRedirects(buildId),
    visibility: {
      isVisible: () => document.visibilityState === 'visible',
      onChange: (listener) => listen(document, 'visibilitychange', () => listener(document.visibilityState === 'visible')),
    },
    onConnectivityChange: (listener) => {
      const stops = [listen(window, 'online', () => listener(true)), listen(window, 'offline', () => listener(false))];
      return () => stops.forEach((stop) => stop());
    },
  } satisfies Partial<Platform>;
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

function listen(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
