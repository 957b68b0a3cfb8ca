import { expect, test } from 'vitest';
import { createFakePlatform } from '../../../tests/support/browser/fakePlatform.ts';
import { findOrderMail, forgetOrderMails, keepOrderMail } from './orderMails.ts';
import { OrderHistoryStore } from './OrderHistoryStore.ts';
import { OrderTokens } from './OrderTokens.ts';

const record = (orderId: string) => ({ orderId, email: 'ann@example.org', unsubscribeToken: 't'.repeat(22) });

function setUp() {
  const { platform } = createFakePlatform();
  const history = new OrderHistoryStore({ platform, clock: { now: () => 0 }, tokens: new OrderTokens(platform) });
  const { storage } = platform;
  for (const orderId of ['one', 'two', 'three']) keepOrderMail(storage, record(orderId));
  const kept = () => ['one', 'two', 'three'].filter((orderId) => findOrderMail(storage, orderId) !== null);
  return { history, storage, kept };
}

test('an address goes from this device with its order, or with all of them', () => {
  const { history, storage, kept } = setUp();
  history.load();
  expect(kept()).toEqual(['one', 'two', 'three']);
  history.remove('two');
  expect(kept()).toEqual(['one', 'three']);
  forgetOrderMails(storage, 'one');
  expect(kept()).toEqual(['three']);
  history.clear();
  expect(storage.get('order-mails')).toBeNull();
});

test('a newer address of an order takes the place of the one before; the oldest go first', () => {
  const { storage } = setUp();
  keepOrderMail(storage, { ...record('one'), email: 'ben@example.org' });
  expect(findOrderMail(storage, 'one')?.email).toBe('ben@example.org');
  for (let index = 0; index < 50; index += 1) keepOrderMail(storage, record(`more-${index}`));
  expect(findOrderMail(storage, 'one')).toBeNull();
  expect(findOrderMail(storage, 'more-0')).not.toBeNull();
});
