import { expect, test } from 'vitest';
import type { SystemNotifications } from '../../../contract/platform.ts';
import { createFakePlatform } from '../../../tests/support/browser/fakePlatform.ts';
import { SAMPLE_DESTINATION, sampleDeposit, sampleOrder, sampleOrders } from '../../../tests/support/samples/sampleOrder.ts';
import type { Order } from '../../../contract/api/orders.ts';
import { NotifyStore, type OrderTexts } from './NotifyStore.ts';
import { orderStage } from '../../../contract/orderStage.ts';
import { OrderStore } from './OrderStore.ts';

const FIRST = { title: 'You will be notified here', body: '' };

function setUp({ answer = 'granted', isShown = true }: { answer?: 'granted' | 'denied' | 'default'; isShown?: boolean } = {}) {
  const shown: Parameters<SystemNotifications['show']>[0][] = [];
  let permission: 'default' | 'granted' | 'denied' = 'default';
  const permissionRequests: string[] = [];
  const systemNotifications: SystemNotifications = {
    permission: () => permission,
    ask: () => {
      permissionRequests.push('permissionRequests');
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
  return { ...fake, order, shown, permissionRequests, notify: create(), create };
}

const describeOrder = (order: Order): OrderTexts => {
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

test('asks for permission on a tap and shows a first notification', async () => {
  const { notify, permissionRequests, shown } = setUp();
  notify.start(describeOrder);
  expect(permissionRequests).toEqual([]);
  await notify.turnOn(FIRST);
  expect(permissionRequests).toHaveLength(1);
  expect(shown).toEqual([{ ...FIRST, tag: 'notify-in-browser' }]);
  expect(notify.isOn).toBe(true);
});

test('notifies about each new stage only while the page is hidden', async () => {
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

test('notifies about each notice once, together with a new stage', async () => {
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

test('does not notify about what was visible on the page', async () => {
  const { notify, order, shown, setVisible } = setUp();
  notify.start(describeOrder);
  await notify.turnOn(FIRST);
  order.take(saying(sampleOrders.payingOut(), 'PAYOUT_DELAYED'));
  order.take(saying(sampleOrders.payingOut(), null));
  setVisible(false);
  order.take(saying(sampleOrders.payingOut(), 'PAYOUT_DELAYED'));
  expect(shown).toHaveLength(1);
});

test('notifies about each new remaining amount', async () => {
  const { notify, order, shown, setVisible } = setUp();
  order.take(sampleOrders.awaitingDeposit());
  notify.start(describeOrder);
  await notify.turnOn(FIRST);
  setVisible(false);
  const partly = (amount: string): Order => ({ ...sampleOrder(), waitsFor: 'REST', deposits: [sampleDeposit({ amount })] });
  for (const amount of ['0.01', '0.01', '0.02']) order.take(partly(amount));
  expect(shown.slice(1).map(({ title }) => title)).toEqual(['partlyPaid', 'partlyPaid']);
});

test('notifies about a recurring stage once, but about each request to act', async () => {
  const { notify, order, shown, setVisible } = setUp();
  notify.start(describeOrder);
  await notify.turnOn(FIRST);
  setVisible(false);
  const waiting: Order = { ...sampleOrders.confirming(), waitsFor: 'PRICE' };
  for (const next of [sampleOrders.confirming(), waiting, sampleOrders.confirming(), waiting]) order.take(next);
  expect(shown.slice(1).map(({ title }) => title)).toEqual(['confirming', 'processing']);
  const reorged: Order = { ...sampleOrders.confirming(), deposits: [] };
  for (const next of [reorged, sampleOrders.confirming(), reorged, sampleOrders.confirming()]) order.take(next);
  expect(shown.slice(3).map(({ title }) => title)).toEqual(['depositReorged', 'confirming', 'depositReorged', 'confirming']);
  order.take(saying(waiting, 'PAYOUT_DELAYED'));
  expect(shown.slice(7)).toMatchObject([{ title: sampleOrder().orderId, body: 'says PAYOUT_DELAYED' }]);
});

test('does not notify when another order is opened', async () => {
  const { notify, order, shown, setVisible } = setUp();
  notify.start(describeOrder);
  await notify.turnOn(FIRST);
  setVisible(false);
  order.adopt({ ...sampleOrders.completed(), orderId: 'another' }, SAMPLE_DESTINATION);
  expect(shown).toHaveLength(1);
});

test('does not notify after it is turned off or the page is left', async () => {
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
] as const)('reports the permission %s, shown: %s', async (answer, isShown, problem) => {
  const { notify } = setUp({ answer, isShown });
  await notify.turnOn(FIRST);
  expect(notify.isOn).toBe(false);
  expect(notify.problem).toBe(problem);
});

test('stays on after a reload while the permission lasts', async () => {
  const { notify, create } = setUp();
  expect(create().isOn).toBe(false);
  await notify.turnOn(FIRST);
  expect(create().isOn).toBe(true);
});

test('is unavailable in a shell without notifications', async () => {
  const { platform } = createFakePlatform();
  const order = new OrderStore({ platform, clock: { now: () => 0 }, snapshot: null });
  const notify = new NotifyStore({ platform, order });
  expect(notify.isPossible).toBe(false);
  await notify.turnOn(FIRST);
  expect(notify.isOn).toBe(false);
});
