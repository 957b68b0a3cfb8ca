import { expect, it } from 'vitest';
import type { RateAlert } from '../../contract/schemas/trading.ts';
import { sampleDeposit, sampleOrder, SAMPLE_TIME } from '../../tests/support/samples/sampleOrder.ts';
import { alertMessage, orderMessage } from './messages.ts';

const ALERT: RateAlert = {
  id: 'alert-12345678',
  from: 'btc',
  to: 'usdttrc20',
  kind: 'above',
  value: '92000',
  isKept: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  baseRate: null,
  firedAt: null,
};
const RATE = { price: '92014.8', from: 'BTC', to: 'USDT', at: SAMPLE_TIME };
const ORDER = sampleOrder({ deposits: [sampleDeposit()] });

it.each([
  ['en', 'BTC is above 92,000 USDT', /^92,014\.80 USDT at \d/, 'Exchange'],
  ['ru', 'BTC выше 92\u00a0000 USDT', /^92\u00a0014,80 USDT в \d/, 'Обменять'],
] as const)('names the pair and the rate of an alert in %s', (locale, title, body, button) => {
  const message = alertMessage(ALERT, RATE, 0, locale);
  expect(message).toMatchObject({ title, button, path: '/exchange-btc-usdttrc20' });
  expect(message.body).toMatch(body);
});

it.each([
  ['depositSeen', 'We see your 0.05 BTC', 'Видим ваш платёж: 0,05 BTC'],
  ['decision', 'Your decision is needed: 0.05 BTC to USDT', 'Нужно ваше решение: 0,05 BTC на USDT'],
  ['completed', '3,483.9 USDT sent to you', 'Отправили вам 3\u00a0483,9 USDT'],
  ['refunded', '0.05 BTC refunded to you', 'Вернули вам 0,05 BTC'],
  ['expired', 'The order has expired: 0.05 BTC to USDT', 'Срок заявки истёк: 0,05 BTC на USDT'],
] as const)('tells what happened to an order: %s', (stage, english, russian) => {
  expect(orderMessage(ORDER, stage, 'en')).toMatchObject({ title: english, tag: ORDER.orderId });
  expect(orderMessage(ORDER, stage, 'ru')?.title).toBe(russian);
  expect(orderMessage(ORDER, stage, 'en')?.path).toMatch(/^\/order\/7F3KQ9VD21XMb0sW4nTzyA\?destinationAddress=TJR/);
});

it('tells nothing of a stage that changes nothing for the customer', () => {
  expect(orderMessage(ORDER, 'payingOut', 'en')).toBeNull();
});

it('says how often the rate has crossed the level meanwhile', () => {
  expect(alertMessage(ALERT, RATE, 3, 'en').body).toMatch(/\nMore crossings since the last notification: 3$/);
  expect(alertMessage(ALERT, RATE, 0, 'en').body).not.toContain('crossings');
});

it('stays on the screen if the customer has to act', () => {
  const isUrgent = (stage: Parameters<typeof orderMessage>[1]) => orderMessage(ORDER, stage, 'en')?.isUrgent ?? false;
  expect([isUrgent('decision'), isUrgent('partlyPaid'), isUrgent('completed')]).toEqual([true, true, false]);
  expect(alertMessage(ALERT, RATE, 0, 'en').isUrgent).toBe(true);
});
