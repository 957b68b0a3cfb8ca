import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchedRateInput } from '../../../contract/desktop/watchedRate.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { WatchedPair } from '../../../contract/schemas/trading.ts';
import { answerSocket, createExchangeApp, NOW, quote } from '../../../tests/support/browser/exchangeStores.ts';
import type { Answers, Services } from '../../../tests/support/browser/fakePlatform.ts';
import { watchGroup } from './WatchStore.ts';

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

const BTC = { from: 'btc', to: 'usdttrc20' };
const ETH = { from: 'eth', to: 'usdttrc20' };

/** A stored list, as the shell has it for all windows. */
function storedList(pairs: WatchedPair[]) {
  let changed: (pairs: WatchedPair[]) => void = () => undefined;
  const list = {
    list: () => Promise.resolve(pairs),
    save: vi.fn<NonNullable<Services['watchList']>['save']>(() => Promise.resolve()),
    onChange: (listener: typeof changed) => {
      changed = listener;
      return () => undefined;
    },
  };
  return { list, changeElsewhere: (next: WatchedPair[]) => changed(next) };
}

async function start(pairs: WatchedPair[], answers: Answers = {}) {
  const { list, changeElsewhere } = storedList(pairs);
  const app = createExchangeApp({ answers, services: { watchList: list } });
  await app.stores.health.check();
  const { watch } = watchGroup(app.stores);
  const stop = watch.start();
  await vi.advanceTimersByTimeAsync(0);
  return { ...app, watch, stop, list, changeElsewhere };
}

test('shows the live rate of each stored pair over one connection', async () => {
  const { watch, sockets, stop, ...app } = await start([BTC, ETH]);
  expect(sockets).toHaveLength(1);
  sockets[0]?.open();
  // The same request as that of the main process for tray and alerts, so that both share a subscription at the host.
  expect(sockets[0]?.sent[0]).toMatchObject({ data: watchedRateInput(BTC) });
  answerSocket({ sockets });
  expect(watch.line(BTC)?.data?.price).toBe('69650');
  expect(watch.line(ETH)?.data).not.toBeNull();
  expect(app.shell.callsOf('rates.history')).toHaveLength(2);
  stop();
});

test('loads what is missing when the connection comes back', async () => {
  const down = () => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'down'));
  const { watch, sockets, stop, shell } = await start([BTC], { 'rates.history': down, 'instruments.list': down });
  expect(watch.history(BTC)).toBeNull();
  Object.assign(shell.answers, { 'rates.history': () => ({ points: [], changePercent: '1.00' }), 'instruments.list': () => [] });
  const asked = shell.callsOf('instruments.list').length;
  sockets[0]?.open();
  answerSocket({ sockets });
  await vi.advanceTimersByTimeAsync(0);
  expect(watch.history(BTC)?.changePercent).toBe('1.00');
  expect(shell.callsOf('instruments.list')).toHaveLength(asked + 1);
  stop();
});

test('reads the rate from the refusal of an amount that is too big', async () => {
  const { watch, sockets } = await start([BTC]);
  sockets[0]?.open();
  const input = {
    instrumentFromSlug: 'btc',
    instrumentToSlug: 'usdttrc20',
    rateMode: 'FLOATING',
    claimedDepositAmount: '0.1',
  } as const;
  sockets[0]?.say({
    channel: 'pairs',
    event: 'error',
    data: {
      code: 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG',
      message: 'Too big',
      details: { expected: '0.5', pairData: quote(input) },
    },
    subscriptionId: 'rate-1',
  });
  expect(watch.line(BTC)?.data?.price).toBe('69650');
});

test('fills in the popular pairs once, each in one direction', async () => {
  const popular = [BTC, { from: 'usdttrc20', to: 'btc' }, ETH];
  const answers: Answers = { 'pairs.list': () => ({ instruments: [], excluded: [], popular }) };
  const { watch, list, stores, stop } = await start([], answers);
  expect(watch.pairs).toEqual([BTC, ETH]);
  expect(list.save).toHaveBeenCalledWith([BTC, ETH]);
  watch.remove(BTC);
  watch.remove(ETH);
  stop();
  watchGroup(stores).watch.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(watch.pairs).toEqual([]);
});

test('adds, moves and removes pairs, and stores each change', async () => {
  const { watch, list } = await start([BTC]);
  watch.add(ETH);
  watch.add(ETH);
  watch.move(ETH, 0);
  expect(list.save).toHaveBeenLastCalledWith([ETH, BTC]);
  watch.move(ETH, -1);
  expect(watch.pairs).toEqual([ETH, BTC]);
  watch.remove(BTC);
  expect(list.save).toHaveBeenLastCalledWith([ETH]);
  expect(watch.line(BTC)).toBeNull();
});

test('follows changes of other windows', async () => {
  const { watch, changeElsewhere, list } = await start([BTC]);
  changeElsewhere([ETH]);
  expect(watch.pairs).toEqual([ETH]);
  expect(list.save).not.toHaveBeenCalled();
});

test('reports that rates are lost when none arrives any more', async () => {
  const { watch, sockets, shell } = await start([BTC]);
  sockets[0]?.open();
  answerSocket({ sockets });
  expect(watch.isLost).toBe(false);
  shell.setOnline(false);
  expect(watch.isLost).toBe(true);
  expect(watch.answeredAt).toBe(NOW);
});

test('shows a changed rate at most once a second, and none while the window is hidden', async () => {
  const { watch, sockets, stop, shell } = await start([BTC]);
  const [socket] = sockets;
  socket?.open();
  const request = socket?.sent.find(({ event }) => event === 'pairs.rates');
  const subscriptionId = (request?.['data'] as { subscriptionId?: string } | undefined)?.subscriptionId;
  const say = (price: string) =>
    socket?.say({ channel: 'pairs', event: 'pairs.rates', data: { ...quote(watchedRateInput(BTC)), price }, subscriptionId });
  const shown = () => watch.line(BTC)?.data?.price;
  say('1');
  expect(shown()).toBe('1');
  for (const price of ['2', '3', '4']) say(price);
  expect(shown()).toBe('1');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown()).toBe('4');
  shell.setVisible(false);
  say('5');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(shown()).toBe('4');
  shell.setVisible(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown()).toBe('5');
  stop();
});
