import { Menu, Tray, type MenuItemConstructorOptions } from 'electron';
import { pairKey } from '../../contract/desktop/watchedRate.ts';
import type { Decimal } from '../../contract/money.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import type { Transport } from '../../contract/platform.ts';
import type { WatchedPair } from '../../contract/schemas/trading.ts';
import type { Trading } from '../trading/createTrading.ts';
import type { MarketRate } from '../trading/rateWatch.ts';
import { trayImage } from './trayImage.ts';
import { rateLabels, trayTemplate, type TrayActions } from './trayMenu.ts';

interface TrayOptions {
  app: string;
  locale: () => LocaleCode;
  trading: Pick<Trading, 'rates' | 'watchList' | 'alerts' | 'orders'>;
  api: Transport;
  actions: Omit<TrayActions, 'pauseUntil'>;
  platform?: NodeJS.Platform;
}

interface WatchedRate {
  pair: WatchedPair;
  rate: MarketRate | null;
  dayAgo: Decimal | null;
  stop: () => void;
}

/** More rates make the menu too long. */
const MAX_RATES = 8;
/** A Linux panel has to get the menu before it opens, and closes an open one with each new menu (electron/electron#10951). */
const LINUX_MENU_MS = 30_000;
const TITLE_MS = 1_000;
/** Windows shows 127 characters of a tooltip. */
const TITLE_RATES = 3;
const HISTORY_MS = 300_000;

/**
 * Shows the tray icon. Its menu is built when it opens, so that nothing replaces it while it is open. The timers also prevent the
 * garbage collection of the icon.
 */
export function createTray({ app, locale, trading, api, actions, platform = process.platform }: TrayOptions): void {
  const tray = new Tray(trayImage(platform));
  const watched = new Map<string, WatchedRate>();
  let shownItems = '';
  let shownTitle: string | null = null;

  const readHistory = async (entry: WatchedRate): Promise<void> => {
    const { from, to } = entry.pair;
    const { points } = await api.call('rates.history', { instrumentFromSlug: from, instrumentToSlug: to });
    entry.dayAgo = points[0]?.price ?? null;
  };
  /** The rate is shown without its change if the host has no history. */
  const readHistories = (entries: Iterable<WatchedRate>): void => {
    for (const entry of entries) void readHistory(entry).catch(() => undefined);
  };
  const watch = (pair: WatchedPair): WatchedRate => {
    const entry: WatchedRate = { pair, rate: null, dayAgo: null, stop: () => undefined };
    entry.stop = trading.rates.watch(pair, (rate) => (entry.rate = rate));
    readHistories([entry]);
    return entry;
  };
  /** Follows the watch list. Returns the rates in its order. */
  const followList = (): WatchedRate[] => {
    const pairs = trading.watchList.list().slice(0, MAX_RATES);
    const keys = new Set(pairs.map(pairKey));
    for (const [key, { stop }] of watched) {
      if (keys.has(key)) continue;
      stop();
      watched.delete(key);
    }
    return pairs.map((pair) => {
      const entry = watched.get(pairKey(pair)) ?? watch(pair);
      watched.set(pairKey(pair), entry);
      return entry;
    });
  };
  const template = (): MenuItemConstructorOptions[] => {
    const { alerts, orders } = trading;
    const content = {
      locale: locale(),
      app,
      now: Date.now(),
      rates: followList(),
      orders: orders.running(),
      pausedUntil: alerts.pausedUntil,
      // A menu that is built long before it opens would show an old countdown.
      hasCountdowns: platform !== 'linux',
    };
    return trayTemplate(content, { ...actions, pauseUntil: (time) => alerts.pauseUntil(time) });
  };
  const openMenu = (): void => tray.popUpContextMenu(Menu.buildFromTemplate(template()));
  const showTitle = (): void => {
    const rates = rateLabels(followList(), locale());
    const title = [app, ...rates.slice(0, TITLE_RATES)].join('\n');
    if (title === shownTitle) return;
    shownTitle = title;
    tray.setToolTip(title);
    if (platform === 'darwin') tray.setTitle(rates[0] ?? '', { fontType: 'monospacedDigit' });
  };
  /** Gives Linux a new menu if its items have changed. */
  const replaceMenu = (): void => {
    const next = template();
    // Two orders can have the same label.
    const items = JSON.stringify(next.map(({ id, label, type }) => [id, label, type]));
    if (items === shownItems) return;
    shownItems = items;
    tray.setContextMenu(Menu.buildFromTemplate(next));
  };

  // On macOS both buttons open the menu of an icon in the menu bar.
  tray.on('click', platform === 'darwin' ? openMenu : () => actions.open());
  if (platform === 'linux') {
    replaceMenu();
    setInterval(replaceMenu, LINUX_MENU_MS);
  } else tray.on('right-click', openMenu);
  showTitle();
  setInterval(showTitle, TITLE_MS);
  setInterval(() => readHistories(watched.values()), HISTORY_MS);
}
