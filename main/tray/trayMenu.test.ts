import { expect, it } from 'vitest';
import type { Order } from '../../contract/api/orders.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import { at, sampleDeposit, sampleOrder, SAMPLE_TIME } from '../../tests/support/samples/sampleOrder.ts';
import { rateLabels, trayTemplate, type TrayContent } from './trayMenu.ts';

const BTC = { from: 'btc', to: 'usdttrc20' };
const rate = { price: '92014.8', from: 'BTC', to: 'USDT', at: SAMPLE_TIME };
const decision: Partial<Order> = {
  status: 'DECISION_NEEDED',
  attention: { reason: 'HIGH_VOLATILITY', actions: ['ACCEPT', 'REFUND'], deadline: at(23 * 60 + 12) },
  deposits: [sampleDeposit()],
};
const CONTENT: TrayContent = {
  locale: 'en',
  app: 'Causeway',
  now: SAMPLE_TIME,
  rates: [
    { pair: BTC, rate, dayAgo: '91675.6' },
    { pair: { from: 'eth', to: 'btc' }, rate: { ...rate, price: '0.033233', from: 'ETH', to: 'BTC' }, dayAgo: '0.034' },
    { pair: { from: 'sol', to: 'btc' }, rate: null, dayAgo: null },
  ],
  orders: [
    sampleOrder(decision),
    sampleOrder(),
    sampleOrder({ status: 'CONFIRMING', deposits: [sampleDeposit({ confirmations: 1 })] }),
    sampleOrder({ status: 'PAYING_OUT', deposits: [sampleDeposit()] }),
  ],
  pausedUntil: 0,
  hasCountdowns: true,
};

/** The menu with what its items did, in order. */
function show(changes: Partial<TrayContent> = {}) {
  const done: unknown[] = [];
  const template = trayTemplate(
    { ...CONTENT, ...changes },
    {
      open: (path) => done.push(path ?? 'window'),
      newExchange: () => done.push('newExchange'),
      pauseUntil: (time) => done.push(time > 0 ? 'pause' : 'resume'),
      quit: () => done.push('quit'),
    },
  );
  const labels = template.map(({ label, type }) => (label ?? type)?.replaceAll(/[\u2003\u00a0]/g, ' '));
  const ids = template.map(({ id }) => id);
  const clickAll = () => {
    for (const { click } of template) (click as (() => void) | undefined)?.();
    return done;
  };
  return { labels, ids, clickAll };
}

it('gives orders with equal labels different ids, so that the menu is updated', () => {
  const ids = (orderId: string) => show({ orders: [sampleOrder({ orderId })] }).ids;
  expect(ids('a'.repeat(22))).not.toEqual(ids('b'.repeat(22)));
});

it('lists rates, running orders and actions', () => {
  expect(show().labels).toEqual([
    'Rates',
    'BTC / USDT 92,014.80 +0.37 %',
    'ETH / BTC 0.0332330 −2.26 %',
    'separator',
    'Running orders',
    'Decision needed: 0.05 BTC to USDT 23:12:00',
    'Send 0.05 BTC 20:00',
    'Confirming 0.05 BTC, 1 of 2 ≈ 10 min',
    'Sending 3,483.9 USDT',
    'separator',
    'New exchange',
    'Pause alerts for 1 hour',
    'separator',
    'Open Causeway',
    'Quit Causeway',
  ]);
});

it('speaks Russian', () => {
  const locale: LocaleCode = 'ru';
  expect(show({ locale, orders: CONTENT.orders.slice(0, 2) }).labels.slice(0, 7)).toEqual([
    'Курсы',
    'BTC / USDT 92 014,80 +0,37 %',
    'ETH / BTC 0,0332330 −2,26 %',
    'separator',
    'Текущие заявки',
    'Нужно решение: 0,05 BTC на USDT 23:12:00',
    'Отправьте 0,05 BTC 20:00',
  ]);
});

it('opens pages, starts an exchange, pauses alerts and quits', () => {
  const orders = CONTENT.orders.slice(0, 1);
  const order = '/order/7F3KQ9VD21XMb0sW4nTzyA?destinationAddress=TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  const { clickAll } = show({ orders });
  expect(clickAll()).toEqual(['/exchange-btc-usdttrc20', '/exchange-eth-btc', order, 'newExchange', 'pause', 'window', 'quit']);
});

it('has no empty sections, and ends a pause', () => {
  const { labels, clickAll } = show({ rates: [], orders: [], pausedUntil: SAMPLE_TIME + 60_000 });
  expect(labels[1]).toMatch(/^Resume alerts \(paused until /);
  expect([labels.length, clickAll()]).toEqual([5, ['newExchange', 'resume', 'window', 'quit']]);
});

it('shows no countdown in a menu that is built long before it opens', () => {
  const withoutTime = show({ hasCountdowns: false }).labels;
  expect(withoutTime.filter((label) => /\d:\d\d/.test(label ?? ''))).toEqual([]);
  expect(show().labels.filter((label) => /\d:\d\d/.test(label ?? ''))).not.toEqual([]);
});

it('names the rates that are known', () => {
  expect(rateLabels(CONTENT.rates, 'en')).toEqual(['BTC / USDT 92,014.80', 'ETH / BTC 0.0332330']);
});
