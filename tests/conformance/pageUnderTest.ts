import { vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Platform } from '../../contract/platform.ts';
import { startScriptedHost } from '../support/scriptedHost.ts';
import type { PlatformUnderTest } from './platformUnderTest.ts';

/** Set by Vitest's jsdom environment. */
declare const jsdom: { reconfigure(settings: { url: string }): void };

/** The page is jsdom's; what it lacks (clipboard, new windows, downloads) records what it is given. */
export async function openPage(createPlatform: () => Platform): Promise<PlatformUnderTest> {
  // The origin of the page stays the first one.
  const host = await startScriptedHost({ pageOrigin: window.origin });
  jsdom.reconfigure({ url: host.url });
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; Max-Age=0; Path=/`;
  const opened: string[] = [];
  const saved: { name: string; blob: Blob }[] = [];
  let copied = '';
  let isDenied = false;
  const ask = <Value>(action: () => Value): Promise<Value> =>
    isDenied ? Promise.reject(new DOMException('Denied', 'NotAllowedError')) : Promise.resolve(action());
  HTMLCanvasElement.prototype.getContext = () => null;
  // jsdom's own one can't dispatch its events here.
  vi.stubGlobal('WebSocket', WebSocket);
  vi.stubGlobal('fetch', fetchFrom(host.url));
  vi.stubGlobal('open', (url: string) => opened.push(url));
  define(navigator, 'clipboard', {
    writeText: (text: string) => ask(() => void (copied = text)),
    readText: () => ask(() => copied),
  });
  define(document, 'visibilityState', 'visible');
  let latest: Blob | null = null;
  URL.createObjectURL = (blob) => {
    latest = blob as Blob;
    return 'blob:file';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function () {
    if (latest) saved.push({ name: this.download, blob: latest });
  };
  return {
    platform: createPlatform(),
    host,
    storeElsewhere: (key, value) => {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
      window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
      return Promise.resolve();
    },
    setVisible: (isVisible) => {
      define(document, 'visibilityState', isVisible ? 'visible' : 'hidden');
      document.dispatchEvent(new Event('visibilitychange'));
    },
    setOnline: (isOnline) => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')),
    denyClipboard: () => (isDenied = true),
    saved: () => Promise.all(saved.map(async ({ name, blob }) => ({ name, text: await blob.text() }))),
    opened: () => Promise.resolve(opened),
    close: async () => {
      vi.unstubAllGlobals();
      await host.close();
    },
  };
}

/** Node's fetch as a page has it: paths belong to the page's host, and a signal is the page's, which Node does not accept. */
function fetchFrom(origin: string): typeof fetch {
  const nodeFetch = globalThis.fetch;
  return async (path, { signal, ...init } = {}) => {
    signal?.throwIfAborted();
    const aborted = new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
    return await Promise.race([nodeFetch(typeof path === 'string' ? new URL(path, origin) : path, init), aborted]);
  };
}

export function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { configurable: true, value });
}
