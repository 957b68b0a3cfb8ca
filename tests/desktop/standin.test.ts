import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appUrl, launchApp, reachUrl, type RunningApp } from './support/launchApp.ts';

/** What `testApp/preload.cjs` gives the page */
interface Bridge {
  list: { name: string }[];
  twice(number: number): number;
  fail(): void;
  callLater(callback: (text: string) => string): Promise<string>;
  invoke(channel: string, ...args: unknown[]): Promise<unknown>;
  send(channel: string, ...args: unknown[]): void;
  on(channel: string, listener: (...args: unknown[]) => void): () => void;
}

/** What `testApp/main.js` records */
interface Log {
  opened: string[];
  navigations: string[];
  redirects: string[];
  secondInstances: string[];
  links: string[];
  notes: string[];
  permissions: string[];
  downloads: string[];
}

declare global {
  const bridge: Bridge;
  const testLog: Log;
  function openWindow(url: string): Promise<void>;
}

const INDEX = 'app://bundle/index.html';

let app: RunningApp;
let page: Page;

const log = (): Promise<Log> => app.electron.evaluate(() => testLog);
/** Playwright hears of the new page on another connection than of the end of `loadURL`. */
const load = (url: string) =>
  Promise.all([
    page.waitForEvent('load'),
    app.electron.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.loadURL(to), url),
  ]);

beforeAll(async () => {
  app = await launchApp({ folder: 'tests/desktop/standin/testApp' });
  page = await app.firstWindow();
});

afterAll(() => app.dispose());

describe('a window', () => {
  it('shows a page of the app at its own URL, in its own size less the frame', async () => {
    expect(appUrl(page.url())).toBe(INDEX);
    expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([900, 620 - 56]);
    expect(await page.evaluate(() => [isSecureContext, matchMedia('(display-mode: standalone)').matches])).toEqual([true, true]);
    const window = await app.electron.browserWindow(page);
    await expect.poll(() => window.evaluate((own) => [own.webContents.getURL(), own.getTitle()])).toEqual([INDEX, 'Test']);
  });

  it('gets its own messages, and closes alone', async () => {
    const second = await app.openedBy(() => app.electron.evaluate(() => openWindow('app://bundle/other.html')));
    for (const each of [page, second]) await each.evaluate(() => bridge.on('note', (text) => (document.title = String(text))));
    await app.electron.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.webContents.send('note', `window ${window.id}`);
    });
    await expect.poll(() => Promise.all([page.title(), second.title()])).toEqual(['window 1', 'window 2']);
    await second.close();
    expect(await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });

  it('follows the theme of the app, after a reload too', async () => {
    const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    await app.electron.evaluate(({ nativeTheme }) => (nativeTheme.themeSource = 'dark'));
    await expect.poll(isDark).toBe(true);
    await page.reload();
    await expect.poll(isDark).toBe(true);
    await app.electron.evaluate(({ nativeTheme }) => (nativeTheme.themeSource = 'light'));
    await expect.poll(isDark).toBe(false);
  });

  it('refuses options that give the page more rights', async () => {
    const open = (options: object): Promise<string> =>
      app.electron.evaluate(({ BrowserWindow }, webPreferences) => {
        try {
          return `opened ${new BrowserWindow({ webPreferences }).id}`;
        } catch (error) {
          return String(error);
        }
      }, options);
    expect(await open({ contextIsolation: true, nodeIntegration: true, sandbox: false, webSecurity: false })).toBe(
      'Error: webPreferences: sandbox must be true, nodeIntegration must be false, webSecurity must not be false, preload must be the path of a file',
    );
  });
});

describe('the bridge', () => {
  it('is frozen, and hides the preload script, Node and the messages below it', async () => {
    const seen = await page.evaluate(() => {
      const { configurable, writable } = Object.getOwnPropertyDescriptor(globalThis, 'bridge') ?? {};
      return {
        isFrozen: [bridge, bridge.list, bridge.list[0], bridge.twice].every((part) => Object.isFrozen(part)),
        isFixed: configurable === false && writable === false,
        globals: ['require', 'process', 'module', 'secretOfPreload', '__standinSend', '__standinReceive'].filter(
          (name) => name in globalThis,
        ),
        isOwnArray: Object.getPrototypeOf(bridge.list) === Array.prototype,
      };
    });
    expect(seen).toEqual({ isFrozen: true, isFixed: true, globals: [], isOwnArray: true });
  });

  it('calls functions at once, and passes errors, callbacks and promises', async () => {
    expect(await page.evaluate(() => bridge.twice(21))).toBe(42);
    const fault = await page.evaluate(() => {
      try {
        bridge.fail();
        return null;
      } catch (error) {
        return [error instanceof Error, String(error)];
      }
    });
    expect(fault).toEqual([true, 'RangeError: refused']);
    await expect(page.evaluate(() => bridge.invoke('echo', new WeakMap()))).rejects.toThrow('An object could not be cloned.');
    expect(await page.evaluate(() => bridge.callLater((text) => `called ${text}`))).toBe('called now later');
  });

  it('copies what the structured clone algorithm copies, both ways', async () => {
    const seen = await page.evaluate(async () => {
      const shared = { a: 1 };
      const sent = {
        values: [new Date(5), 7n, Number.NaN, -0, undefined, null, /x/gi, new TypeError('bad')],
        map: new Map([[shared, new Set([1, 'two'])]]),
        bytes: new Uint8Array([1, 2, 255]),
        first: shared,
        second: shared,
      };
      const got = (await bridge.invoke('echo', sent)) as typeof sent;
      const [date, big, nan, zero, missing, nothing, pattern, error] = got.values;
      const [[key, set] = []] = got.map;
      return [
        date instanceof Date && date.getTime() === 5,
        big === 7n,
        Number.isNaN(nan),
        Object.is(zero, -0),
        missing === undefined && nothing === null && 'first' in got,
        String(pattern) === '/x/gi',
        error instanceof Error && error.message === 'bad',
        key?.a === 1 && set?.has('two'),
        got.bytes instanceof Uint8Array && got.bytes[2] === 255,
        got.first.a === 1 && got.second.a === 1,
      ];
    });
    expect(seen).toEqual(Array.from({ length: 10 }, () => true));
  });

  it('rejects with the text of Electron', async () => {
    const rejection = (channel: string) => page.evaluate((name) => bridge.invoke(name).catch(String), channel);
    expect(await rejection('fail')).toBe("Error: Error invoking remote method 'fail': RangeError: nope");
    expect(await rejection('unknown')).toBe(
      "Error: Error invoking remote method 'unknown': Error: No handler registered for 'unknown'",
    );
  });

  it('ends a subscription', async () => {
    await page.evaluate(() => {
      const end = bridge.on('note', (text) => {
        document.body.dataset['note'] = String(text);
        end();
      });
    });
    const send = (text: string) =>
      app.electron.evaluate(({ BrowserWindow }, sent) => BrowserWindow.getAllWindows()[0]?.webContents.send('note', sent), text);
    await send('first');
    await send('second');
    // An answer comes after the messages before it.
    await page.evaluate(() => bridge.invoke('echo', 1));
    expect(await page.evaluate(() => document.body.dataset['note'])).toBe('first');
  });

  it('reaches the main process with messages without an answer', async () => {
    await page.evaluate(() => bridge.send('note', 'hello'));
    await expect.poll(async () => (await log()).notes).toEqual(['hello']);
  });
});

describe('a page', () => {
  it('gets the files of the app, and its policy', async () => {
    await page.waitForFunction(() => document.body.dataset['script'] === 'ran');
    expect(await page.evaluate(() => document.body.dataset['inline'])).toBeUndefined();
    expect(await page.evaluate(async () => (await fetch('/missing')).status)).toBe(404);
    await page.evaluate(() => document.body.append(Object.assign(new Image(), { src: 'https://example.com/a.png' })));
    await expect.poll(() => page.evaluate(() => document.body.dataset['violation'])).toBe('img-src');
  });

  it('opens no window, and hands the address to the app', async () => {
    await page.click('#blank');
    await page.evaluate(() => void window.open('https://example.com/opened'));
    await expect.poll(async () => (await log()).opened).toEqual(['https://example.com/blank', 'https://example.com/opened']);
    expect(await page.evaluate(() => bridge.twice(1))).toBe(2);
    await expect.poll(() => app.electron.windows().length).toBe(1);
  });

  it('navigates where the app lets it', async () => {
    await page.click('#outside');
    await page.click('#mail');
    await page.click('#own');
    await reachUrl(page, ({ pathname }) => pathname === '/other.html');
    expect((await log()).navigations.filter((url) => url !== INDEX)).toEqual([
      'https://example.com/outside',
      'mailto:someone@example.com',
      'app://bundle/other.html',
    ]);
    expect(await page.evaluate(() => bridge.twice(1))).toBe(2);
    await load(INDEX);
  });

  it('follows a redirect where the app lets it', async () => {
    await page.evaluate(() => location.assign('/redirect.html'));
    await expect.poll(async () => (await log()).redirects).toEqual(['https://example.com/']);
    expect(await page.evaluate(() => location.pathname)).toBe('/index.html');
  });

  it('gets the permissions that the app grants', async () => {
    const states = () =>
      page.evaluate(async () => [
        Notification.permission,
        (await navigator.permissions.query({ name: 'geolocation' })).state,
        (await navigator.permissions.query({ name: 'camera' })).state,
      ]);
    expect(await states()).toEqual(['granted', 'denied', 'denied']);
    expect((await log()).permissions).toContain('geolocation');
  });

  it('downloads nothing', async () => {
    await page.evaluate(() => Object.assign(document.createElement('a'), { href: '/other.html', download: 'x.html' }).click());
    await expect.poll(async () => (await log()).downloads).toEqual(['app://bundle/other.html']);
  });

  it('is known to the main process by its URL, so that the page of another origin can be refused', async () => {
    const sender = () => page.evaluate(() => bridge.invoke('sender'));
    expect(await sender()).toEqual({ url: INDEX, origin: 'app://bundle', isMainFrame: true });
    await load('data:text/html,<h1>Other</h1>');
    expect(await sender()).toEqual({ url: 'data:text/html,<h1>Other</h1>', origin: 'null', isMainFrame: true });
    await load(INDEX);
  });

  it('reloads with its bridge', async () => {
    await page.evaluate(() => location.reload());
    await page.waitForFunction(() => 'bridge' in globalThis);
    expect(await page.evaluate(() => bridge.invoke('echo', 'again'))).toBe('again');
  });
});

describe('the app', () => {
  const faultOf = (action: 'unknown member' | 'unknown event' | 'schemes again'): Promise<string> =>
    app.electron.evaluate(({ app: own, protocol }, name) => {
      try {
        if (name === 'unknown member') own.getGPUFeatureStatus();
        if (name === 'unknown event') own.on('accessibility-support-changed', () => undefined);
        if (name === 'schemes again') protocol.registerSchemesAsPrivileged([]);
        return 'no error';
      } catch (error) {
        return String(error);
      }
    }, action);

  it('learns of a second start and of links', async () => {
    expect(await app.secondInstance(['causeway://warm'])).toBe(0);
    await expect.poll(async () => (await log()).secondInstances).toEqual(['causeway://warm']);
    await app.electron.evaluate(({ app: own }) => own.emit('open-url', { preventDefault: () => undefined }, 'causeway://link'));
    expect((await log()).links).toEqual(['causeway://link']);
  });

  it('fails on what the stand-in lacks, and on schemes that come too late', async () => {
    expect(await faultOf('unknown member')).toBe('Error: not in the stand-in: app.getGPUFeatureStatus');
    expect(await faultOf('unknown event')).toBe('Error: not in the stand-in: app event "accessibility-support-changed"');
    expect(await faultOf('schemes again')).toMatch(/before app is ready/);
  });

  it('runs what a menu item does', async () => {
    const clicked = await app.electron.evaluate(({ Menu }) => {
      let text = '';
      Menu.setApplicationMenu(
        Menu.buildFromTemplate([{ label: 'File', submenu: [{ id: 'new', label: 'New', click: ({ id }) => (text = id) }] }]),
      );
      Menu.getApplicationMenu()?.getMenuItemById('new')?.click();
      return text;
    });
    expect(clicked).toBe('new');
  });
});

it('opens a window again when it starts after a kill', async () => {
  await app.kill();
  await app.relaunch();
  page = await app.firstWindow();
  expect(await page.evaluate(() => bridge.invoke('echo', 'back'))).toBe('back');
});

describe('a crash', () => {
  const read = (code: string) =>
    app.electron.evaluate(
      ({ BrowserWindow }, text) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text),
      code,
    );

  it('is reported, and the app loads the page again', async () => {
    await read('globalThis.isOld = true');
    await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
    await expect
      .poll(() => read('[location.pathname, "isOld" in globalThis, "bridge" in globalThis].join()'))
      .toBe('/index.html,false,true');
  });
});
