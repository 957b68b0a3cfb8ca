import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import type { DesktopBridge } from '../../contract/ipc.ts';
import { LIVE_PATH } from '../../contract/live.ts';
import { sampleQuote } from '../support/samples/sampleQuote.ts';
import { serveLocally, type LocalServer } from '../support/serveLocally.ts';
import { launchApp, type RunningApp } from './support/launchApp.ts';

declare const window: { desktop: DesktopBridge };
declare global {
  var heard: string[] | undefined;
}

interface Request {
  event: string;
  data: { subscriptionId: string; instrumentFromSlug?: string };
}

/** A host with rates by hand. It counts its connections. */
let server: LocalServer;
let sockets: WebSocketServer;
let connections = 0;
const requests: Request[] = [];
let app: RunningApp;
let page: Page;

beforeAll(async () => {
  server = await serveLocally((_request, response) => response.writeHead(503).end());
  sockets = new WebSocketServer({ server: server.server, path: LIVE_PATH });
  sockets.on('connection', (socket) => {
    connections += 1;
    socket.on('message', (data: Buffer) => requests.push(JSON.parse(data.toString()) as Request));
  });
  app = await launchApp({ environment: { API_URL: server.url } });
  page = await app.firstWindow();
});
afterAll(async () => {
  await app.dispose();
  await server.close();
});

/** Subscribes in a window, as the page's feed does, again after each loss of the connection. */
async function subscribe(of: Page, from: string): Promise<void> {
  await of.evaluate((slug) => {
    const { call, on } = window.desktop;
    let connection = 500_000;
    globalThis.heard = [];
    const open = () => {
      connection += 1;
      void call['live.open']({ connection });
    };
    on['live.event']((event) => {
      if (event.connection !== connection) return;
      globalThis.heard?.push(event.kind === 'message' ? event.text : event.kind);
      const data = { instrumentFromSlug: slug, instrumentToSlug: 'usdttrc20', subscriptionId: 'mine' };
      if (event.kind === 'open') void call['live.send']({ connection, text: JSON.stringify({ event: 'pairs.rates', data }) });
      if (event.kind === 'closed') open();
    });
    open();
  }, from);
}
const heardBy = (of: Page): Promise<string[]> => of.evaluate(() => globalThis.heard ?? []);
const requestsOf = (slug: string) => requests.filter(({ data }) => data.instrumentFromSlug === slug);
/** Sends a market price to every subscription of a coin. */
function push(slug: string, price: string): void {
  for (const { data } of requestsOf(slug)) {
    const rate = sampleQuote({ marketLeftPrice: price, marketRightPrice: price });
    const message = { channel: 'pairs', event: 'pairs.rates', data: rate, subscriptionId: data.subscriptionId };
    for (const socket of sockets.clients) socket.send(JSON.stringify(message));
  }
}
const ratesOf = async (of: Page): Promise<string[]> =>
  (await heardBy(of)).flatMap((text) =>
    text.startsWith('{') ? [(JSON.parse(text) as { data: { marketLeftPrice: string } }).data.marketLeftPrice] : [],
  );

it('carries the rates of two windows over one connection, the latest at once', async () => {
  await subscribe(page, 'aaa');
  await expect.poll(() => requestsOf('aaa')).toHaveLength(1);
  push('aaa', '1');
  await expect.poll(() => ratesOf(page)).toEqual(['1']);
  const second = await app.openedBy(() => page.evaluate(() => window.desktop.call['windows.open']({ path: '/' })));
  await subscribe(second, 'aaa');
  await expect.poll(() => ratesOf(second)).toEqual(['1']);
  push('aaa', '2');
  await expect.poll(() => ratesOf(second)).toEqual(['1', '2']);
  await expect.poll(() => ratesOf(page)).toEqual(['1', '2']);
  expect([connections, sockets.clients.size, requestsOf('aaa').length]).toEqual([1, 1, 1]);
  await second.close();
});

it('comes back after the connection was cut', async () => {
  // Without the subscription of the test before
  await page.reload();
  await subscribe(page, 'bbb');
  await expect.poll(() => requestsOf('bbb')).toHaveLength(1);
  for (const socket of sockets.clients) socket.terminate();
  await expect.poll(() => requestsOf('bbb')).toHaveLength(2);
  push('bbb', '3');
  await expect.poll(() => ratesOf(page)).toContain('3');
  expect((await heardBy(page)).slice(0, 3)).toEqual(['open', 'closed', 'open']);
});

it('fires an alert with all windows closed, and opens the pair from it', async () => {
  await app.electron.evaluate(({ Notification }) => {
    const shown: Electron.Notification[] = [];
    Object.assign(globalThis, { shown });
    const { show } = Notification.prototype;
    Notification.prototype.show = function record(this: Electron.Notification) {
      shown.push(this);
      show.call(this);
    };
  });
  const alert = { from: 'ccc', to: 'usdttrc20', kind: 'above', value: '92000', isKept: false } as const;
  await page.evaluate((input) => window.desktop.call['alerts.add'](input), alert);
  await expect.poll(() => requestsOf('ccc')).toHaveLength(1);
  push('ccc', '91000');
  await Promise.all([
    page.waitForEvent('close'),
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
  ]);
  push('ccc', '92014.8');
  const titles = () =>
    app.electron.evaluate(() => (globalThis as unknown as { shown: Electron.Notification[] }).shown.map(({ title }) => title));
  await expect.poll(titles).toEqual(['Causeway is still running', 'BTC is above 92,000 USDT']);
  const opened = await app.openedBy(() =>
    app.electron.evaluate(() => {
      (globalThis as unknown as { shown: Electron.Notification[] }).shown[1]?.emit('click');
    }),
  );
  await expect.poll(() => new URL(opened.url()).pathname).toBe('/exchange-ccc-usdttrc20');
  expect(await opened.evaluate(() => window.desktop.call['alerts.list'](null))).toEqual([]);
});
