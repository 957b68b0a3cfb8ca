import type { MenuItemConstructorOptions } from 'electron';
import type { Order } from '../../contract/api/orders.ts';
import { pairKey } from '../../contract/desktop/watchedRate.ts';
import { formatAmount, formatPrice } from '../../contract/formatAmount.ts';
import { percentChange, type Decimal } from '../../contract/money.ts';
import { orderStage, type OrderStage } from '../../contract/orderStage.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import type { WatchedPair } from '../../contract/schemas/trading.ts';
import { NEW_EXCHANGE_SHORTCUT } from '../menu/menu.ts';
import { orderPath, orderValues } from '../notifications/orderValues.ts';
import { systemText, type SystemTextId } from '../texts.ts';
import type { MarketRate } from '../trading/rateWatch.ts';

/** What the menu shows. */
export interface TrayContent {
  locale: LocaleCode;
  /** Name of the app */
  app: string;
  /** In ms since 1970 */
  now: number;
  /** Pairs without a rate are left out. `dayAgo`: the price 24 hours ago, null if unknown */
  rates: readonly { pair: WatchedPair; rate: MarketRate | null; dayAgo: Decimal | null }[];
  orders: readonly Order[];
  /** In ms since 1970; 0: alerts are not paused */
  pausedUntil: number;
  /** Whether orders show how long they still have. */
  hasCountdowns: boolean;
}

export interface TrayActions {
  /** Shows a page, or the window as it is. `path` has no prefix of a language. */
  open(path?: string): void;
  newExchange(): void;
  /** Pauses all alerts until this time, in ms since 1970; 0 ends the pause */
  pauseUntil(time: number): void;
  quit(): void;
}

type Item = MenuItemConstructorOptions;

const HOUR_MS = 3_600_000;
/** A native menu has no columns. */
const GAP = '\u2003';

/** Returns the menu of the tray: rates, running orders, actions. */
export function trayTemplate(content: TrayContent, actions: TrayActions): Item[] {
  const { locale, app, now, orders, pausedUntil } = content;
  const text = (id: SystemTextId, values: Readonly<Record<string, string>> = {}): string => systemText(locale, id, values);
  const line: Item = { type: 'separator' };
  const page = (path: string, label: string): Item => ({ id: path, label, click: () => actions.open(path) });
  const section = (title: SystemTextId, items: Item[]): Item[] =>
    items.length === 0 ? [] : [{ label: text(title), enabled: false }, ...items, line];
  const isPaused = pausedUntil > now;
  const pause = isPaused
    ? text('system.tray.resume', { time: new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(pausedUntil) })
    : text('system.tray.pause');
  return [
    ...section(
      'system.tray.rates',
      content.rates.flatMap(({ pair, rate, dayAgo }) =>
        rate ? [page(`/exchange-${pairKey(pair)}`, rateLabel(rate, dayAgo, locale))] : [],
      ),
    ),
    ...section(
      'system.tray.orders',
      orders.map((order) => page(orderPath(order), orderLabel(order, locale, content.hasCountdowns ? now : null))),
    ),
    {
      label: text('system.menu.newExchange'),
      accelerator: NEW_EXCHANGE_SHORTCUT,
      registerAccelerator: false,
      click: () => actions.newExchange(),
    },
    { label: pause, click: () => actions.pauseUntil(isPaused ? 0 : Date.now() + HOUR_MS) },
    line,
    { label: text('system.tray.open', { app }), click: () => actions.open() },
    { label: text('system.menu.quit', { app }), click: () => actions.quit() },
  ];
}

/** Returns the rates without their changes: "BTC / USDT 69,812.41" */
export function rateLabels(rates: TrayContent['rates'], locale: LocaleCode): string[] {
  return rates.flatMap(({ rate }) => (rate ? [`${rate.from} / ${rate.to} ${formatPrice(rate.price, locale)}`] : []));
}

function rateLabel({ from, to, price }: MarketRate, dayAgo: Decimal | null, locale: LocaleCode): string {
  const change = dayAgo === null ? [] : [writePercent(percentChange(dayAgo, price), locale)];
  return [`${from} / ${to}`, [formatPrice(price, locale), ...change].join(' ')].join(GAP);
}

/** "+0.37 %", "−1.20 %" */
function writePercent(percent: string, locale: LocaleCode): string {
  const digits = formatAmount(percent.replace('-', ''), locale, 2);
  return `${percent.startsWith('-') ? '−' : '+'}${digits} %`;
}

const ORDER_TEXTS = {
  awaitingDeposit: 'system.tray.order.awaitingDeposit',
  partlyPaid: 'system.tray.order.partlyPaid',
  depositSeen: 'system.tray.order.confirming',
  confirming: 'system.tray.order.confirming',
  decision: 'system.tray.order.decision',
  depositReorged: 'system.tray.order.depositReorged',
  payingOut: 'system.tray.order.payingOut',
  refunding: 'system.tray.order.refunding',
} as const satisfies Partial<Record<OrderStage, SystemTextId>>;

function orderLabel(order: Order, locale: LocaleCode, now: number | null): string {
  const stage = orderStage(order);
  const texts: Partial<Record<OrderStage, SystemTextId>> = ORDER_TEXTS;
  const label = systemText(locale, texts[stage] ?? 'system.tray.order.processing', orderValues(order, locale));
  const left = now === null ? null : timeLeft(order, stage, locale, now);
  return left === null ? label : label + GAP + left;
}

/** Returns how long the customer, or the exchange, still has; null if nothing says it. */
function timeLeft(order: Order, stage: OrderStage, locale: LocaleCode, now: number): string | null {
  const { attention, expiresAt, pair } = order;
  if (stage === 'decision') return attention?.deadline ? countdown(Date.parse(attention.deadline) - now) : null;
  if (stage === 'awaitingDeposit' || stage === 'partlyPaid') return countdown(Date.parse(expiresAt) - now);
  if (stage !== 'confirming') return null;
  const { have, need } = orderValues(order, locale);
  const seconds = (Number(need) - Number(have)) * (pair.instrumentFrom.network?.blockSeconds ?? 0);
  return seconds > 0 ? systemText(locale, 'system.tray.minutes', { minutes: String(Math.ceil(seconds / 60)) }) : null;
}

/** "18:42", "23:12:04"; null when the time is over */
function countdown(milliseconds: number): string | null {
  if (milliseconds < 0) return null;
  const seconds = Math.floor(milliseconds / 1_000);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, ...others] = parts.map((part) => String(part).padStart(2, '0'));
  return [...(parts[0] ? [hours] : []), ...others].join(':');
}
