import type { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Transport } from '../../contract/platform.ts';
import { SAMPLE_TIME } from '../../tests/support/samples/sampleOrder.ts';
import type { MarketRate } from '../trading/rateWatch.ts';
import { createTray } from './tray.ts';

/** A tray that records what it was given. */
const trays = vi.hoisted(() => [] as (EventEmitter & { calls: [string, unknown][] })[]);
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  class Tray extends Emitter {
    calls: [string, unknown][] = [];
    constructor() {
      super();
      trays.push(this);
    }
    setToolTip = (text: string) => this.calls.push(['toolTip', text]);
    setTitle = (text: string) => this.calls.push(['title', text]);
    setContextMenu = (menu: unknown) => this.calls.push(['menu', menu]);
    popUpContextMenu = (menu: unknown) => this.calls.push(['popUp', menu]);
  }
  return { Tray, Menu: { buildFromTemplate: (items: unknown) => items } };
});
vi.mock('./trayImage.ts', () => ({ trayImage: () => ({}) }));

beforeEach(() => {
  vi.useFakeTimers();
  trays.splice(0);
});
afterEach(() => vi.useRealTimers());

function create(platform: NodeJS.Platform) {
  let tell: (rate: MarketRate) => void = () => undefined;
  const open = vi.fn();
  createTray({
    app: 'Causeway',
    locale: () => 'en',
    platform,
    api: { call: () => new Promise(() => undefined) } as Transport,
    actions: { open, newExchange: () => undefined, quit: () => undefined },
    trading: {
      rates: { watch: (_pair: unknown, listener: typeof tell) => ((tell = listener), () => undefined) },
      watchList: { list: () => [{ from: 'btc', to: 'usdttrc20' }] },
      alerts: { pausedUntil: 0, pauseUntil: () => undefined },
      orders: { running: () => [] },
    } as never,
  });
  const [tray] = trays;
  if (!tray) throw new Error('no tray');
  const setRate = (price: string): void => tell({ price, from: 'BTC', to: 'USDT', at: SAMPLE_TIME });
  const countOf = (name: string): number => tray.calls.filter(([call]) => call === name).length;
  const lastOf = (name: string): unknown => tray.calls.findLast(([call]) => call === name)?.[1];
  return { tray, open, setRate, countOf, lastOf };
}

it.each(['win32', 'darwin'] as const)('builds the menu when it opens, and never replaces it: %s', (platform) => {
  const { tray, setRate, countOf, lastOf } = create(platform);
  for (let second = 0; second < 60; second += 1) {
    setRate(String(69_000 + second));
    vi.advanceTimersByTime(1_000);
  }
  expect([countOf('menu'), countOf('popUp')]).toEqual([0, 0]);
  tray.emit('right-click');
  const labels = (lastOf('popUp') as MenuItemConstructorOptions[]).map(({ label }) => label);
  expect(labels[1]).toContain('69,059');
});

it('opens a window with a click, on macOS the menu', () => {
  const windows = create('win32');
  windows.tray.emit('click');
  expect([windows.open.mock.calls.length, windows.countOf('popUp')]).toEqual([1, 0]);
  trays.splice(0);
  const mac = create('darwin');
  mac.tray.emit('click');
  expect([mac.open.mock.calls.length, mac.countOf('popUp')]).toEqual([0, 1]);
});

it('replaces the menu on Linux at most every 30 seconds, and only if it has changed', () => {
  const { setRate, countOf } = create('linux');
  expect(countOf('menu')).toBe(1);
  for (let second = 0; second < 60; second += 1) {
    setRate(String(69_000 + second));
    vi.advanceTimersByTime(1_000);
  }
  expect(countOf('menu')).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect(countOf('menu')).toBe(3);
});

it('shows the first rate in the menu bar of macOS, and rates in the tooltip', () => {
  const { setRate, lastOf } = create('darwin');
  setRate('69000');
  vi.advanceTimersByTime(1_000);
  expect([lastOf('title'), lastOf('toolTip')]).toEqual(['BTC / USDT 69,000.00', 'Causeway\nBTC / USDT 69,000.00']);
});
