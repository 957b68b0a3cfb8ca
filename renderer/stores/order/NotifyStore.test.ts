import { expect, test } from 'vitest';
import type { SystemNotifications } from '../../../contract/platform.ts';
import { createFakePlatform } from '../../../tests/support/browser/fakePlatform.ts';
import { SAMPLE_DESTINATION, sampleDeposit, sampleOrder, sampleOrders } from '../../../tests/support/samples/sampleOrder.ts';
import type { Order } from '../../../contract/api/orders.ts';
import { NotifyStore, type OrderWords } from './NotifyStore.ts';
import { orderStage } from './orderStage.ts';
import { OrderStore } from './OrderStore.ts';

const FIRST = { title: 'You will be told here', body: '' };

function setUp({ answer = 'granted', isShown = true }: { answer?: 'granted' | 'denied' | 'default'; isShown?: boolean } = {}) {
  const shown: Parameters<SystemNotifications['show']>[0][] = [];
  let permission: 'default' | 'granted' | 'denied' = 'default';
  const asked: string[] = [];
  const systemNotifications: SystemNotifications = {
    permission: () => permission,
    ask: () => {
      asked.push('asked');
      permission = answer;
      return Promise.resolve(answer);
    },
    show: (notification) => {
      if (isShown) shown.push(notification);
      return isShown;
    },
  };
  const fake = createFakePlatform({}, { systemNotifications });
  const order = new OrderStore({ platform: fake.platform, clock: { now: () => Date.now() }, snapshot: null });
  order.adopt(sampleOrder(), SAMPLE_DESTINATION);
  const create = () => new NotifyStore({ platform: fake.platform, order });
  return { ...fake, order, shown, asked, notify: create(), create };
}

const describeOrder = (order: Order): OrderWords => {
  const reason = order.attention?.reason;
  return {
    title: orderStage(order),
    order: order.orderId,
    notices: reason === undefined ? [] : [{ about: reason, text: `says ${reason}` }],
  };
};
const saying = (order: Order, reason: 'PAYOUT_HELD' | 'PAYOUT_DELAYED' | null): Order => ({
  ...order,
  attention: reason && { reason, actions: ['CONTACT'], deadline: null },
});

test('nobody is asked before the tap; then the first notification proves that it works', async () => {
  const { notify, asked, shown } = setUp();
  notify.start(describeOrder);
  expect(asked).toEqual([]);
  await notify.turnOn(FIRST);
  expect(asked).toHaveLength(1);
  expect(shown).toEqual([{ ...FIRST, tag: 'notify-in-browser' }]);
  expect(notify.isOn).toBe(true);
});

test('each new state is told while nobody looks, and none while somebody does', async () => {
  const { notify, order, shown, setVisible } = setUp();
  notify.start(describeOrder);
  await notify.turnOn(FIRST);
  order.take(sampleOrders.depositSeen());
  expect(shown).toHaveLength(1);
  setVisible(false);
  expect(order.updatesWhileHidden).toBe(true);
  order.take(sampleOrders.confirming());
  order.take({ ...sampleOrders.confirming(), deposits: [sampleDeposit({ confirmations: 0 })] });
  order.take(sampleOrders.completed());
  expect(shown.slice(1)).toEqual([
    { title: 'confirming', body: sampleOrder().orderId, tag: sampleOrder().orderId },
    { title: 'completed', body: sampleOrder().orderId, tag: sampleOrder().orderId },
  ]);
});

test('what the page says beside its stage is told once each, with a new stage in one', async () => {
  const { notify, order, shown, setVisible } = setUp();
  notify.start(describeOrder);
  await notify.turnOn(FIRST);
  setVisible(false);
  const { orderId } = sampleOrder();
  order.take(saying(sampleOrders.payingOut(), 'PAYOUT_HELD'));
  order.take(saying(sampleOrders.payingOut(), 'PAYOUT_DELAYED'));
  order.take(saying(sampleOrders.payingOut(), null));
  order.take(saying(sampleOrders.payingOut(), 'PAYOUT_DELAYED'));
  order.take(saying(sampleOrders.completed(), 'PAYOUT_DELAYED'));
  expect(shown.slice(1)).toEqual([
    { title: 'payingOut', body: `${orderId}\nsays PAYOUT_HELD`, tag: orderId },
    { title: orderId, body: 'says PAYOUT_DELAYED', tag: orderId },
    { title: 'completed', body: orderId, tag: orderId },
  ]);
});

test('what somebody has seen on the page is not told afterwards', async () => {
  const { notify, order, shown, setVisible } = setUp();
  notify.start(describeOrder);
  await notify.turnOn(FIRST);
  order.take(saying(sampleOrders.payingOut(), 'PAYOUT_DELAYED'));
  order.take(saying(sampleOrders.payingOut(), null));
  setVisible(false);
  order.take(saying(sampleOrders.payingOut(), 'PAYOUT_DELAYED'));
  expect(shown).toHaveLength(1);
});

test('each part that leaves another rest is told', async () => {
  const { notify, order, shown, setVisible } = setUp();
  order.take(sampleOrders.awaitingDeposit());
  notify.start(describeOrder);
  await notify.turnOn(FIRST);
  setVisible(false);
  const partly = (amount: string): Order => ({ ...sampleOrder(), waitsFor: 'REST', deposits: [sampleDeposit({ amount })] });
  for (const amount of ['0.01', '0.01', '0.02']) order.take(partly(amount));
  expect(shown.slice(1).map(({ title }) => title)).toEqual(['partlyPaid', 'partlyPaid']);
});

test('a stage that comes and goes is told once, and what asks for something, or did, each time', async () => {
  const { notify, order, shown, setVisible } = setUp();
  notify.start(describeOrder);
  await notify.turnOn(FIRST);
  setVisible(false);
  const waiting: Order = { ...sampleOrders.confirming(), waitsFor: 'PRICE' };
  for (const next of [sampleOrders.confirming(), waiting, sampleOrders.confirming(), waiting]) order.take(next);
  expect(shown.slice(1).map(({ title }) => title)).toEqual(['confirming', 'processing']);
  const gone: Order = { ...sampleOrders.confirming(), deposits: [] };
  for (const next of [gone, sampleOrders.confirming(), gone, sampleOrders.confirming()]) order.take(next);
  expect(shown.slice(3).map(({ title }) => title)).toEqual(['depositReorged', 'confirming', 'depositReorged', 'confirming']);
  order.take(saying(waiting, 'PAYOUT_DELAYED'));
  expect(shown.slice(7)).toMatchObject([{ title: sampleOrder().orderId, body: 'says PAYOUT_DELAYED' }]);
});

test('another order on the page is no news of this one', async () => {
  const { notify, order, shown, setVisible } = setUp();
  notify.start(describeOrder);
  await notify.turnOn(FIRST);
  setVisible(false);
  order.adopt({ ...sampleOrders.completed(), orderId: 'another' }, SAMPLE_DESTINATION);
  expect(shown).toHaveLength(1);
});

test('turned off, or its page left, it tells nothing', async () => {
  const { notify, order, shown, setVisible } = setUp();
  const stop = notify.start(describeOrder);
  await notify.turnOn(FIRST);
  notify.turnOff();
  setVisible(false);
  order.take(sampleOrders.depositSeen());
  await notify.turnOn(FIRST);
  stop();
  expect(order.updatesWhileHidden).toBe(false);
  order.take(sampleOrders.completed());
  expect(shown).toHaveLength(2);
});

test.each([
  ['denied', true, 'notify.browser.denied'],
  ['granted', false, 'notify.browser.impossible'],
  ['default', true, null],
] as const)('%s by the browser, shown: %s', async (answer, isShown, problem) => {
  const { notify } = setUp({ answer, isShown });
  await notify.turnOn(FIRST);
  expect(notify.isOn).toBe(false);
  expect(notify.problem).toBe(problem);
});

test('a reload goes on as before, as long as the browser still allows it', async () => {
  const { notify, create } = setUp();
  expect(create().isOn).toBe(false);
  await notify.turnOn(FIRST);
  expect(create().isOn).toBe(true);
});

test('a shell without notifications has none to offer', async () => {
  const { platform } = createFakePlatform();
  const order = new OrderStore({ platform, clock: { now: () => 0 }, snapshot: null });
  const notify = new NotifyStore({ platform, order });
  expect(notify.isPossible).toBe(false);
  await notify.turnOn(FIRST);
  expect(notify.isOn).toBe(false);
});
