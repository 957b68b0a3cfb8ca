import { Menu, nativeImage, Tray } from 'electron';
import icon from '../../resources/desktop/icons/32x32.png?inline';
import { pairKey } from '../../contract/desktop/watchedRate.ts';
import type { Decimal } from '../../contract/money.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import type { Transport } from '../../contract/platform.ts';
import type { WatchedPair } from '../../contract/schemas/trading.ts';
import type { Trading } from '../trading/createTrading.ts';
import type { MarketRate } from '../trading/rateWatch.ts';
import { trayTemplate, type TrayActions } from './trayMenu.ts';

interface TrayOptions {
  app: string;
  locale: () => LocaleCode;
  trading: Pick<Trading, 'rates' | 'watchList' | 'alerts' | 'orders'>;
  api: Transport;
  actions: Omit<TrayActions, 'pauseUntil'>;
}

interface WatchedRate {
  pair: WatchedPair;
  rate: MarketRate | null;
  dayAgo: Decimal | null;
  stop: () => void;
}

/** More rates make the menu too long. */
const MAX_RATES = 8;
const UPDATE_MS = 1_000;
const HISTORY_MS = 300_000;

/** Shows the tray icon. Updates its menu at most once a second. The timer also prevents its garbage collection. */
export function createTray({ app, locale, trading, api, actions }: TrayOptions): void {
  const tray = new Tray(nativeImage.createFromDataURL(icon));
  const watched = new Map<string, WatchedRate>();
  let shown = '';

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
  const update = (): void => {
    const { alerts, orders } = trading;
    const content = {
      locale: locale(),
      app,
      now: Date.now(),
      rates: followList(),
      orders: orders.running(),
      pausedUntil: alerts.pausedUntil,
    };
    const template = trayTemplate(content, { ...actions, pauseUntil: (time) => alerts.pauseUntil(time) });
    // Two orders can have the same label.
    const items = JSON.stringify(template.map(({ id, label, type }) => [id, label, type]));
    if (items === shown) return;
    shown = items;
    tray.setContextMenu(Menu.buildFromTemplate(template));
  };

  tray.setToolTip(app);
  tray.on('click', () => actions.open());
  update();
  setInterval(update, UPDATE_MS);
  setInterval(() => readHistories(watched.values()), HISTORY_MS);
}
