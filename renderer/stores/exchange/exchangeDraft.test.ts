import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerSocket, createExchangeApp, NOW } from '../../../tests/support/browser/exchangeStores.ts';
import { SAMPLE_DESTINATION, sampleOrder } from '../../../tests/support/samples/sampleOrder.ts';
import { takeSnapshot } from '../createAppStores.ts';
import { writeRepeatedOrder } from '../order/repeatedOrder.ts';

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

async function visit(
  sessionStorage: Map<string, string> | null,
  opening: { send: string; receive: string; amount: string | null },
) {
  const server = createExchangeApp();
  await server.stores.health.check();
  await server.stores.exchange.open(opening);
  const page = createExchangeApp({ snapshot: takeSnapshot(server.stores) });
  for (const [key, value] of sessionStorage ?? []) page.shell.platform.sessionStorage.set(key, value);
  page.stores.startExchange();
  page.latest().open();
  answerSocket(page);
  return page;
}

const KEY = 'exchange-draft';
const PAIR = { send: 'btc', receive: 'usdttrc20', amount: null };

async function fillAndLeave() {
  const page = await visit(null, PAIR);
  const { exchange, delivery, submission } = page.stores;
  exchange.type('receive', '1000');
  exchange.chooseMode('FIXED');
  void delivery.type('destination', 'TDestination', null);
  void delivery.type('refund', 'bc1qrefund', null);
  delivery.typedEmail.type('ann+shop@example.org');
  submission.acceptTerms(true);
  await vi.advanceTimersByTimeAsync(100);
  answerSocket(page);
  const { amount } = exchange.writeAddress();
  return { amount, storage: new Map([[KEY, page.shell.platform.sessionStorage.get(KEY) ?? '']]) };
}

it('restores the form and the typed side after a reload', async () => {
  const { amount, storage } = await fillAndLeave();
  const { exchange, delivery, submission } = (await visit(storage, { ...PAIR, amount })).stores;
  expect(exchange.typedSide).toBe('receive');
  expect(exchange.receiveAmount).toBe('1000');
  expect(exchange.mode).toBe('FIXED');
  expect(delivery.destination.text).toBe('TDestination');
  expect(delivery.refund.text).toBe('bc1qrefund');
  expect([delivery.email, delivery.typedEmail.isUnconfirmed]).toEqual(['annshop@example.org', true]);
  expect(submission.areTermsAccepted).toBe(true);
});

it('yields to another amount in the URL', async () => {
  const { storage } = await fillAndLeave();
  const { exchange, delivery } = (await visit(storage, { ...PAIR, amount: '0.3' })).stores;
  expect(exchange.sendAmount).toBe('0.3');
  expect(delivery.destination.text).toBe('TDestination');
});

it('restores a draft of an older build without the refund memo tick', async () => {
  const { storage } = await fillAndLeave();
  const { isRefundMemoWaived, ...older } = JSON.parse(storage.get(KEY) ?? '{}');
  expect(isRefundMemoWaived).toBe(false);
  const { delivery } = (await visit(new Map([[KEY, JSON.stringify(older)]]), PAIR)).stores;
  expect(delivery.refund.text).toBe('bc1qrefund');
  expect(delivery.refund.isMemoWaived).toBe(false);
});

it('is not restored for another pair', async () => {
  const { storage } = await fillAndLeave();
  const { exchange, delivery } = (await visit(storage, { send: 'btc', receive: 'xrp', amount: null })).stores;
  expect(exchange.sendAmount).toBe('1.5');
  expect(delivery.destination.text).toBe('');
});

it.each(['', '{', 'null', '{"send":"btc","receive":"usdttrc20"}', '[]'])('is ignored if it is invalid: %j', async (stored) => {
  const { exchange } = (await visit(new Map([[KEY, stored]]), PAIR)).stores;
  expect(exchange.sendAmount).toBe('0.05');
});

it('replaces the form by a repeated order, with its memo and the refund address that this tab knows', async () => {
  const { storage } = await fillAndLeave();
  const page = await visit(storage, PAIR);
  const { platform } = page.shell;
  void page.stores.delivery.type('destination', 'TAnother', null);
  writeRepeatedOrder(platform.sessionStorage, sampleOrder({ refundAddressMemo: '7' }), 'bc1qmine');
  page.stores.startExchange();
  const { exchange, delivery, submission } = page.stores;
  expect(exchange.mode).toBe('FIXED');
  expect(exchange.sendAmount).toBe('0.05');
  expect(delivery.destination.text).toBe(SAMPLE_DESTINATION);
  expect(delivery.refund).toMatchObject({ text: 'bc1qmine', memo: '7' });
  expect(submission.areTermsAccepted).toBe(true);
});
