import { EventEmitter } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import type { App, Session } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { guardNavigation, guardPermissions } from './guards.ts';

type Handler = (...args: unknown[]) => unknown;

function guardedSession() {
  const handlers: Record<string, Handler> = {};
  const session = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: (handler: Handler) => (handlers['request'] = handler),
    setPermissionCheckHandler: (handler: Handler) => (handlers['check'] = handler),
    setDevicePermissionHandler: (handler: Handler) => (handlers['device'] = handler),
  });
  guardPermissions(session as unknown as Session);
  return { session, handlers };
}

function guardedContents() {
  const app = new EventEmitter();
  const openExternal = vi.fn(() => Promise.resolve(true));
  const contents = Object.assign(new EventEmitter(), { setWindowOpenHandler: vi.fn<(handler: Handler) => void>() });
  guardNavigation(app as unknown as App, openExternal);
  app.emit('web-contents-created', {}, contents);
  const emit = (name: string, details: object = {}): boolean => {
    const preventDefault = vi.fn();
    contents.emit(name, { preventDefault, ...details });
    return preventDefault.mock.calls.length > 0;
  };
  return { contents, emit, openExternal };
}

/** The names in Electron's own types: a new version with a new permission is tested too. */
const PERMISSIONS = [
  ...(/setPermissionRequestHandler\(handler: .*?permission: (.*?), callback/
    .exec(readFileSync('node_modules/electron/electron.d.ts', 'utf8'))?.[1]
    ?.matchAll(/'([\w-]+)'/g) ?? []),
].map(([, name]) => name ?? '');

describe('permissions', () => {
  it('are all read from the types of Electron', () => {
    expect(PERMISSIONS.length).toBeGreaterThan(40);
    expect(PERMISSIONS).toEqual(expect.arrayContaining(['media', 'geolocation', 'notifications', 'clipboard-read', 'unknown']));
  });

  it.each(PERMISSIONS)('deny %s', (permission) => {
    const { handlers } = guardedSession();
    const contents = { getURL: () => 'app://bundle/' };
    const answer = vi.fn();
    handlers['request']?.(contents, permission, answer, {});
    expect(answer).toHaveBeenCalledExactlyOnceWith(false);
    expect(handlers['check']?.(contents, permission, 'app://bundle', {})).toBe(false);
  });

  it('deny devices and downloads', () => {
    const { session, handlers } = guardedSession();
    expect(handlers['device']?.({ deviceType: 'usb' })).toBe(false);
    const preventDefault = vi.fn();
    session.emit('will-download', { preventDefault });
    expect(preventDefault).toHaveBeenCalledOnce();
  });
});

describe.each(['will-navigate', 'will-redirect'])('%s', (name) => {
  it('lets a page of the app through', () => {
    const { emit, openExternal } = guardedContents();
    expect(emit(name, { url: 'app://bundle/history' })).toBe(false);
    expect(openExternal).not.toHaveBeenCalled();
  });

  it.each(['https://example.org/', 'file:///etc/passwd', 'app://other/', 'data:text/html,x', 'javascript:alert(1)'])(
    'keeps the page here instead of %s',
    (url) => {
      const { emit, openExternal } = guardedContents();
      expect(emit(name, { url })).toBe(true);
      expect(openExternal).toHaveBeenCalledExactlyOnceWith(url);
    },
  );
});

it('lets no frame load and no webview be made', () => {
  const { emit } = guardedContents();
  expect(emit('will-frame-navigate', { url: 'app://bundle/', isMainFrame: false })).toBe(true);
  expect(emit('will-frame-navigate', { url: 'app://bundle/', isMainFrame: true })).toBe(false);
  expect(emit('will-attach-webview')).toBe(true);
});

it('opens no window for a page, and external links in the browser', () => {
  const { contents, openExternal } = guardedContents();
  const handler = contents.setWindowOpenHandler.mock.calls[0]?.[0];
  expect(['app://bundle/history', 'https://example.org/'].map((url) => handler?.({ url }))).toEqual([
    { action: 'deny' },
    { action: 'deny' },
  ]);
  expect(openExternal).toHaveBeenCalledExactlyOnceWith('https://example.org/');
});

it('never ignores a certificate error and switches on no unsafe feature', () => {
  const unsafe =
    /certificate-error|setCertificateVerifyProc|rejectUnauthorized|ignore-certificate|allowRunningInsecureContent|webviewTag|nodeIntegrationInWorker|nodeIntegrationInSubFrames|experimentalFeatures|enableBlinkFeatures|NODE_TLS_REJECT/;
  const sources = globSync('{main,preload}/**/*.ts', { exclude: ['**/*.test.ts'] });
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.filter((file) => unsafe.test(readFileSync(file, 'utf8')))).toEqual([]);
});
