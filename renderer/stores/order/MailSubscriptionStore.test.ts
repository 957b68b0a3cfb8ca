import { expect, test } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { createFakePlatform, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { SAMPLE_DESTINATION, SAMPLE_ORDER_ID, sampleOrder } from '../../../tests/support/samples/sampleOrder.ts';
import { MailSubscriptionStore } from './MailSubscriptionStore.ts';
import { switchStoring } from '../deviceOrders/orderRecords.ts';
import { OrderStore } from './OrderStore.ts';

const EMAIL = 'ann@example.org';
const TOKEN = 't'.repeat(22);
const another = sampleOrder({ orderId: 'x'.repeat(22) });

function setUp(answers: Answers = {}) {
  const fake = createFakePlatform({
    'orders.notify': () => ({}),
    'orders.confirmNotifications': () => ({ unsubscribeToken: TOKEN }),
    'orders.endNotifications': () => ({}),
    ...answers,
  });
  const order = new OrderStore({ platform: fake.platform, clock: { now: () => Date.now() }, snapshot: null });
  order.adopt(sampleOrder(), SAMPLE_DESTINATION);
  const create = () => {
    const store = new MailSubscriptionStore({ platform: fake.platform, order });
    store.load();
    return store;
  };
  return { ...fake, order, mailSubscription: create(), create };
}

test('subscribes with an address and its code, and is known only on this device', async () => {
  const { mailSubscription, create, callsOf, platform } = setUp();
  mailSubscription.editAddress();
  await mailSubscription.send(EMAIL, 'ru');
  expect(mailSubscription.step).toBe('code');
  await mailSubscription.confirm('XK4M-7PQ2');
  const reference = { orderId: SAMPLE_ORDER_ID, destinationAddress: SAMPLE_DESTINATION, email: EMAIL };
  expect(callsOf('orders.notify')[0]?.input).toEqual({ ...reference, locale: 'ru' });
  expect(callsOf('orders.confirmNotifications')[0]?.input).toEqual({ ...reference, code: 'XK4M-7PQ2' });
  expect(create()).toMatchObject({ step: 'on', email: EMAIL });
  platform.storage.remove('order-mails');
  expect(create()).toMatchObject({ step: 'closed', email: '' });
});

test('starts over when another order is on the page', async () => {
  const { mailSubscription, order } = setUp();
  await mailSubscription.send(EMAIL, 'en');
  mailSubscription.load();
  expect(mailSubscription.step).toBe('code');
  order.adopt(another, SAMPLE_DESTINATION);
  mailSubscription.load();
  expect(mailSubscription).toMatchObject({ step: 'closed', email: '' });
});

test('ignores an answer about an order that is no longer on the page', async () => {
  const { mailSubscription, order, create, callsOf } = setUp();
  await mailSubscription.send(EMAIL, 'en');
  const confirming = mailSubscription.confirm('XK4M-7PQ2');
  order.adopt(another, SAMPLE_DESTINATION);
  mailSubscription.load();
  await confirming;
  expect(mailSubscription.step).toBe('closed');
  await mailSubscription.stop();
  expect(callsOf('orders.endNotifications')).toHaveLength(0);
  order.adopt(sampleOrder(), SAMPLE_DESTINATION);
  expect(create()).toMatchObject({ step: 'on', email: EMAIL });
});

test('unsubscribes at the host and on this device', async () => {
  const { mailSubscription, create, callsOf } = setUp();
  await mailSubscription.send(EMAIL, 'en');
  await mailSubscription.confirm('XK4M-7PQ2');
  await mailSubscription.stop();
  expect(callsOf('orders.endNotifications')[0]?.input).toEqual({ token: TOKEN });
  expect(mailSubscription.step).toBe('closed');
  expect(create().step).toBe('closed');
});

test('stays subscribed and shows a problem when the host does not answer the unsubscribe', async () => {
  const silent = () => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'No answer'));
  const { mailSubscription } = setUp({ 'orders.endNotifications': silent });
  await mailSubscription.send(EMAIL, 'en');
  await mailSubscription.confirm('XK4M-7PQ2');
  await mailSubscription.stop();
  expect(mailSubscription).toMatchObject({ step: 'on', form: { problem: 'notify.mail.failed' } });
});

test.each([
  [new ApiError('ERR_VALIDATION', '', { field: 'code' }), 'notify.mail.wrongCode'],
  [new ApiError('ERR_VALIDATION', '', { field: 'email' }), 'EMAIL_VALIDATION_ERROR'],
  [new ApiError('ERR_TOO_MANY_REQUESTS', ''), 'notify.mail.tooMany'],
  [new ApiError('ERR_NOT_ACCEPTABLE', ''), 'notify.mail.over'],
  [new ApiError('ERR_SERVICE_UNAVAILABLE', ''), 'notify.mail.failed'],
])('shows the problem for a refusal by the host: %s', async (refusal, problem) => {
  const refuse = () => {
    throw refusal;
  };
  const { mailSubscription } = setUp({ 'orders.confirmNotifications': refuse });
  await mailSubscription.send(EMAIL, 'en');
  await mailSubscription.confirm('AAAA-AAAA');
  expect(mailSubscription).toMatchObject({ step: 'code', form: { problem, isPending: false } });
});

test('stores no address when orders are not stored on the device, but can still unsubscribe on the same page', async () => {
  const { mailSubscription, create, platform, callsOf } = setUp();
  switchStoring(platform.storage, false);
  await mailSubscription.send(EMAIL, 'en');
  await mailSubscription.confirm('XK4M-7PQ2');
  expect(platform.storage.get('order-mails')).toBeNull();
  expect(create().step).toBe('closed');
  await mailSubscription.stop();
  expect(callsOf('orders.endNotifications')).toHaveLength(1);
});

test('ignores invalid stored data', () => {
  const { platform, create } = setUp();
  for (const text of ['no json', '{}', '[null, 1, {"orderId":1}]']) {
    platform.storage.set('order-mails', text);
    expect(create().step).toBe('closed');
  }
});
