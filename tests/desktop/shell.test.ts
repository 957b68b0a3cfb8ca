import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KEEP_RUNNING_KEY } from '../../contract/desktop/keepRunning.ts';
import type { DesktopBridge } from '../../contract/ipc.ts';
import { ipcInputs } from '../../contract/schemas/ipc.ts';
import { ADDRESSES } from '../support/browser/exchangeForm.ts';
import { appUrl, launchApp, type RunningApp } from './support/launchApp.ts';
import { pageHeading } from './support/pageHeading.ts';

/** The shell works without a host: nothing listens on this port. */
const OFFLINE = { API_URL: 'http://127.0.0.1:9' };
const folder = mkdtempSync(join(tmpdir(), 'shell-'));
let app: RunningApp;

declare global {
  // Window.desktop, by a name that Node's types allow
  const desktop: DesktopBridge;
  /** URLs that the app wanted to open in the browser */
  const outsideUrls: string[];
  const openedFiles: { name: string; text: string }[];
}

beforeAll(async () => {
  app = await launchApp({ environment: OFFLINE });
  await app.firstWindow();
});
/** Each test starts with one window, which shows the support page, whatever the test before has left. */
beforeEach(async () => {
  if (!app.isRunning) {
    await app.relaunch({ environment: OFFLINE });
    await app.firstWindow();
  }
  const windowCount = () =>
    app.electron.evaluate(({ BrowserWindow }) => {
      const windows = BrowserWindow.getAllWindows();
      for (const window of windows.slice(1)) window.close();
      return windows.length;
    });
  await expect.poll(windowCount).toBeLessThanOrEqual(1);
  await app.electron.evaluate(({ app: electronApp }) => {
    electronApp.emit('second-instance', {}, ['causeway', 'causeway://support'], '/');
  });
  await showsPaths('/support');
});
afterAll(async () => {
  await app.dispose();
  rmSync(folder, { recursive: true });
});

const pages = (): Page[] => app.electron.windows().filter((page) => !page.isClosed());
const pathOf = (page: Page): string => {
  const { pathname, search } = new URL(appUrl(page.url()));
  return pathname + search;
};
const paths = (): string[] => pages().map(pathOf).toSorted();
const showsPaths = (...expected: string[]) => expect.poll(paths).toEqual(expected.toSorted());
const pageAt = (path: string): Page => {
  const page = pages().find((one) => pathOf(one) === path);
  if (!page) throw new Error(`No window shows ${path}, only ${paths().join(', ')}`);
  return page;
};
const menuLabels = () => app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label));
const clickMenu = (id: string) =>
  app.electron.evaluate(({ Menu }, name) => Menu.getApplicationMenu()?.getMenuItemById(name)?.click(), id);
const openWindow = (path: string) =>
  app.openedBy(() => pageAt('/support').evaluate((to) => desktop.call['windows.open']({ path: to }), path));
/** Closes a window as its button does, once the app knows that it shows the path. */
const closeWindow = (path: string) =>
  expect
    .poll(() =>
      app.electron.evaluate(({ BrowserWindow }, end) => {
        const closing = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().endsWith(end));
        closing?.close();
        return closing !== undefined;
      }, path),
    )
    .toBe(true);

describe('a start while the app runs', () => {
  it('shows the page of a link in the window in front, and ends', async () => {
    expect(await app.secondInstance(['causeway://exchange___btc-usdttrc20'])).toBe(0);
    await showsPaths('/exchange-btc-usdttrc20');
  });

  it('keeps a hostile link at the pages of the app', async () => {
    expect(await app.secondInstance(['causeway://home___//evil.example/x'])).toBe(0);
    await showsPaths('/evil.example/x');
  });

  it('opens no second window without a link, and ignores an unknown one', async () => {
    expect(await app.secondInstance([])).toBe(0);
    expect(await app.secondInstance(['causeway://format-disk___now'])).toBe(0);
    expect(await app.secondInstance(['causeway://privacy', 'causeway://exchange___btc-usdttrc20'])).toBe(0);
    await showsPaths('/exchange-btc-usdttrc20');
  });

  it('hands over an order pass', async () => {
    const file = join(folder, 'mine.orderpass');
    writeFileSync(file, '{"kind":"order-pass"}');
    const page = pageAt('/support');
    await page.evaluate(() => {
      const files: { name: string; text: string }[] = [];
      Object.assign(globalThis, { openedFiles: files });
      desktop.on['files.opened']((opened) => files.push(opened));
    });
    expect(await app.secondInstance([file])).toBe(0);
    await expect
      .poll(() => page.evaluate(() => openedFiles))
      .toEqual([{ name: 'mine.orderpass', text: '{"kind":"order-pass"}' }]);
  });
});

describe('the menu', () => {
  it('is in the language of the window in front', async () => {
    expect(await menuLabels()).toEqual(['File', 'Edit', 'View', 'Window', 'Help']);
    await openWindow('/ru/support');
    await expect.poll(menuLabels).toEqual(['Файл', 'Правка', 'Вид', 'Окно', 'Справка']);
    await closeWindow('/ru/support');
    await expect.poll(menuLabels).toEqual(['File', 'Edit', 'View', 'Window', 'Help']);
  });

  it('opens a window and the support page', async () => {
    await app.openedBy(() => clickMenu('newWindow'));
    await showsPaths('/', '/support');
    await clickMenu('support');
    await showsPaths('/support', '/support');
  });

  it('exports the log where the customer wants it', async () => {
    const file = join(folder, 'log.txt');
    await app.electron.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    }, file);
    await clickMenu('exportLogs');
    await expect.poll(() => readText(file)).toContain('app started');
  });
});

describe('a page', () => {
  it('knows the channels of the contract, and nothing of Electron or Node', async () => {
    const page = pageAt('/support');
    expect(await page.evaluate(() => Object.keys(desktop.call).toSorted())).toEqual(Object.keys(ipcInputs).toSorted());
    expect(
      await page.evaluate(() => ['require', 'process', 'ipcRenderer', 'module'].filter((name) => name in globalThis)),
    ).toEqual([]);
    expect(await page.evaluate(() => Object.isFrozen(desktop) && Object.isFrozen(desktop.call))).toBe(true);
  });

  it('gets an error for a malformed argument', async () => {
    const failure = pageAt('/support').evaluate(() => desktop.call['windows.open']({ path: 'https://evil.example' }));
    await expect(failure).rejects.toThrow('The argument of windows.open is invalid.');
  });

  it('cannot leave the app or open windows; links open in the browser', async () => {
    const page = pageAt('/support');
    await app.electron.evaluate(({ shell }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { outsideUrls: opened });
      shell.openExternal = (url) => {
        opened.push(url);
        return Promise.resolve();
      };
    });
    const outside = () => app.electron.evaluate(() => outsideUrls);
    await page.evaluate(() => void window.open('https://example.org/new'));
    await expect.poll(outside).toEqual(['https://example.org/new']);
    await page.evaluate(() => location.assign('https://example.org/away'));
    await expect.poll(outside).toEqual(['https://example.org/new', 'https://example.org/away']);
    await page.evaluate(() => void window.open('file:///etc/passwd'));
    await page.evaluate(() => location.assign('data:text/html,x'));
    await showsPaths('/support');
    expect(await outside()).toHaveLength(2);
  });

  it('gets no permission', async () => {
    const states = await pageAt('/support').evaluate(() =>
      Promise.all(
        (['geolocation', 'camera', 'notifications'] as const).map(
          async (name) => (await navigator.permissions.query({ name })).state,
        ),
      ),
    );
    // The stand-in has no state "denied" while the app grants nothing at all.
    expect(states.filter((state) => state === 'granted')).toEqual([]);
  });

  it('loads no frame', async () => {
    const page = pageAt('/support');
    await page.evaluate(() => {
      const frame = Object.assign(document.createElement('iframe'), { src: '/support' });
      document.body.append(frame);
    });
    await expect
      .poll(() =>
        page
          .frames()
          .map((frame) => frame.url())
          .filter((url) => url.includes('support')),
      )
      .toHaveLength(1);
  });
});

describe('a window', () => {
  /** Opens a window with an entry in its session storage. */
  async function openWithDraft(): Promise<void> {
    const opened = await openWindow('/privacy');
    await opened.evaluate(() => desktop.call['storage.set']({ area: 'session', key: 'draft', value: '1' }));
    await showsPaths('/privacy', '/support');
  }

  it('shows the same page again after its process crashed', async () => {
    await openWithDraft();
    const crash = () =>
      app.electron.evaluate(({ BrowserWindow }) => {
        const crashing = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().endsWith('/privacy'));
        crashing?.webContents.forcefullyCrashRenderer();
        return crashing !== undefined;
      });
    await expect.poll(crash).toBe(true);
    await expect.poll(() => pageHeading(app, '/privacy')).toBe('What we keep');
  });

  it('is restored with its page and its session storage after the app was killed', async () => {
    await openWithDraft();
    await app.kill();
    await app.relaunch();
    await app.firstWindow();
    await showsPaths('/privacy', '/support');
    const { sessionStorage } = await pageAt('/privacy').evaluate(() => desktop.call['app.start'](null));
    expect(sessionStorage).toMatchObject({ draft: '1' });
  });

  it('is forgotten when the customer closes it, and a link of the first start gets one of its own', async () => {
    await openWithDraft();
    await closeWindow('/privacy');
    await showsPaths('/support');
    await app.close();
    await app.relaunch({ environment: OFFLINE, args: ['causeway://exchange___btc-usdttrc20'] });
    await app.firstWindow();
    await showsPaths('/exchange-btc-usdttrc20', '/support');
  });
});

it('two windows follow different orders, and ending one keeps the other', async () => {
  const [first, second] = [pageAt('/support'), await openWindow('/privacy')];
  const orderOf = (page: Page) => ({ orderId: (page === first ? 'A' : 'B').repeat(22), destinationAddress: ADDRESSES.tron });
  for (const page of [first, second]) {
    await page.evaluate((order) => desktop.call['orders.follow']({ orders: [order] }), orderOf(page));
  }
  const stored = () =>
    globSync('*/orders.json', { cwd: app.data }).flatMap((file) => JSON.parse(readText(join(app.data, file))) as unknown[]);
  expect(stored()).toEqual([orderOf(first), orderOf(second)]);
  await second.evaluate((orderId) => desktop.call['orders.unfollow']({ orderIds: [orderId] }), orderOf(second).orderId);
  expect(stored()).toEqual([orderOf(first)]);
});

describe('without a window', () => {
  it('the app keeps running and says so, until the customer prefers that it quits', async () => {
    await app.electron.evaluate(({ Notification }) => {
      Notification.prototype.show = function click(this: Electron.Notification) {
        setTimeout(() => this.emit('click'), 0);
      };
    });
    const opened = await app.openedBy(() =>
      app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((window) => window.close())),
    );
    await opened.getByRole('dialog', { name: 'Preferences' }).waitFor();
    await opened.getByRole('checkbox', { name: 'Keep running when all windows are closed' }).uncheck();
    const isKept = () => opened.evaluate(async (key) => (await desktop.call['app.start'](null)).storage[key], KEEP_RUNNING_KEY);
    await expect.poll(isKept).toBe('off');
    const exit = once(app.electron.process(), 'exit');
    await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect(await exit).toEqual([0, null]);
  });

  it('an order pass starts the app and opens its order', async () => {
    const orderId = 'A'.repeat(22);
    const file = join(folder, 'start.orderpass');
    const pass = { kind: 'order-pass', version: 1, orderId, destinationAddress: ADDRESSES.tron, pass: 't'.repeat(43) };
    writeFileSync(file, JSON.stringify(pass));
    await app.close();
    await app.relaunch({ environment: OFFLINE, args: [file] });
    await expect.poll(() => paths().map((path) => path.split('?', 1)[0])).toEqual([`/order/${orderId}`]);
  });
});

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
