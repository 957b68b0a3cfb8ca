import { expect, test } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { createFakePlatform, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { SAMPLE_DESTINATION, SAMPLE_ORDER_ID, sampleOrder } from '../../../tests/support/samples/sampleOrder.ts';
import { MailNewsStore } from './MailNewsStore.ts';
import { switchKeeping } from './orderRecords.ts';
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
    const store = new MailNewsStore({ platform: fake.platform, order });
    store.show();
    return store;
  };
  return { ...fake, order, mailNews: create(), create };
}

test('an address is asked for, then its code; then this device knows, and another device does not', async () => {
  const { mailNews, create, callsOf, platform } = setUp();
  mailNews.ask();
  await mailNews.send(EMAIL, 'ru');
  expect(mailNews.step).toBe('code');
  await mailNews.confirm('XK4M-7PQ2');
  const reference = { orderId: SAMPLE_ORDER_ID, destinationAddress: SAMPLE_DESTINATION, email: EMAIL };
  expect(callsOf('orders.notify')[0]?.input).toEqual({ ...reference, locale: 'ru' });
  expect(callsOf('orders.confirmNotifications')[0]?.input).toEqual({ ...reference, code: 'XK4M-7PQ2' });
  expect(create()).toMatchObject({ step: 'on', email: EMAIL });
  platform.storage.remove('order-mails');
  expect(create()).toMatchObject({ step: 'closed', email: '' });
});

test('it is of one order: the next one begins anew', async () => {
  const { mailNews, order } = setUp();
  await mailNews.send(EMAIL, 'en');
  mailNews.show();
  expect(mailNews.step).toBe('code');
  order.adopt(another, SAMPLE_DESTINATION);
  mailNews.show();
  expect(mailNews).toMatchObject({ step: 'closed', email: '' });
});

test('an answer that comes when another order is on the page is not about that one', async () => {
  const { mailNews, order, create, callsOf } = setUp();
  await mailNews.send(EMAIL, 'en');
  const confirming = mailNews.confirm('XK4M-7PQ2');
  order.adopt(another, SAMPLE_DESTINATION);
  mailNews.show();
  await confirming;
  expect(mailNews.step).toBe('closed');
  await mailNews.stop();
  expect(callsOf('orders.endNotifications')).toHaveLength(0);
  order.adopt(sampleOrder(), SAMPLE_DESTINATION);
  expect(create()).toMatchObject({ step: 'on', email: EMAIL });
});

test('stopping ends it at the host and here', async () => {
  const { mailNews, create, callsOf } = setUp();
  await mailNews.send(EMAIL, 'en');
  await mailNews.confirm('XK4M-7PQ2');
  await mailNews.stop();
  expect(callsOf('orders.endNotifications')[0]?.input).toEqual({ token: TOKEN });
  expect(mailNews.step).toBe('closed');
  expect(create().step).toBe('closed');
});

test('a host that does not answer the stop keeps it on, and says so', async () => {
  const silent = () => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'No answer'));
  const { mailNews } = setUp({ 'orders.endNotifications': silent });
  await mailNews.send(EMAIL, 'en');
  await mailNews.confirm('XK4M-7PQ2');
  await mailNews.stop();
  expect(mailNews).toMatchObject({ step: 'on', problem: 'notify.mail.failed' });
});

test.each([
  [new ApiError('ERR_VALIDATION', '', { field: 'code' }), 'notify.mail.wrongCode'],
  [new ApiError('ERR_VALIDATION', '', { field: 'email' }), 'EMAIL_VALIDATION_ERROR'],
  [new ApiError('ERR_TOO_MANY_REQUESTS', ''), 'notify.mail.tooMany'],
  [new ApiError('ERR_NOT_ACCEPTABLE', ''), 'notify.mail.over'],
  [new ApiError('ERR_SERVICE_UNAVAILABLE', ''), 'notify.mail.failed'],
])('what the host refuses is said: %s', async (refusal, problem) => {
  const refuse = () => {
    throw refusal;
  };
  const { mailNews } = setUp({ 'orders.confirmNotifications': refuse });
  await mailNews.send(EMAIL, 'en');
  await mailNews.confirm('AAAA-AAAA');
  expect(mailNews).toMatchObject({ step: 'code', problem, isBusy: false });
});

test('where no orders are kept on the device, neither is an address; the page that asked still knows it', async () => {
  const { mailNews, create, platform, callsOf } = setUp();
  switchKeeping(platform.storage, false);
  await mailNews.send(EMAIL, 'en');
  await mailNews.confirm('XK4M-7PQ2');
  expect(platform.storage.get('order-mails')).toBeNull();
  expect(create().step).toBe('closed');
  await mailNews.stop();
  expect(callsOf('orders.endNotifications')).toHaveLength(1);
});

test('storage that holds anything else is no subscription', () => {
  const { platform, create } = setUp();
  for (const text of ['no json', '{}', '[null, 1, {"orderId":1}]']) {
    platform.storage.set('order-mails', text);
    expect(create().step).toBe('closed');
  }
});
