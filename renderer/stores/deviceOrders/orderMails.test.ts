import { expect, test } from 'vitest';
import { createFakePlatform } from '../../../tests/support/browser/fakePlatform.ts';
import { findOrderMail, deleteOrderMails, saveOrderMail } from './orderMails.ts';
import { DeviceOrders } from './DeviceOrders.ts';
import { OrderTokens } from './OrderTokens.ts';

const record = (orderId: string) => ({ orderId, email: 'ann@example.org', unsubscribeToken: 't'.repeat(22) });

function setUp() {
  const { platform } = createFakePlatform();
  const history = new DeviceOrders({
    platform,
    clock: { now: () => 0 },
    tokens: new OrderTokens(platform),
    isOwn: () => false,
  });
  const { storage } = platform;
  for (const orderId of ['one', 'two', 'three']) saveOrderMail(storage, record(orderId));
  const stored = () => ['one', 'two', 'three'].filter((orderId) => findOrderMail(storage, orderId) !== null);
  return { history, storage, stored };
}

test('deletes the address together with its order, or with all orders', () => {
  const { history, storage, stored } = setUp();
  history.load();
  expect(stored()).toEqual(['one', 'two', 'three']);
  history.remove('two');
  expect(stored()).toEqual(['one', 'three']);
  deleteOrderMails(storage, 'one');
  expect(stored()).toEqual(['three']);
  history.clear();
  expect(storage.get('order-mails')).toBeNull();
});

test('replaces the address of an order, and deletes the oldest records first', () => {
  const { storage } = setUp();
  saveOrderMail(storage, { ...record('one'), email: 'ben@example.org' });
  expect(findOrderMail(storage, 'one')?.email).toBe('ben@example.org');
  for (let index = 0; index < 50; index += 1) saveOrderMail(storage, record(`more-${index}`));
  expect(findOrderMail(storage, 'one')).toBeNull();
  expect(findOrderMail(storage, 'more-0')).not.toBeNull();
});
