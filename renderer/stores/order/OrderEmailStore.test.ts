import { expect, test } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { createFakePlatform, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { SAMPLE_DESTINATION, SAMPLE_ORDER_ID, sampleOrder } from '../../../tests/support/samples/sampleOrder.ts';
import { OrderEmailStore } from './OrderEmailStore.ts';
import { OrderStore } from './OrderStore.ts';
import { OrderTokens } from '../deviceOrders/OrderTokens.ts';

const SAVED = { orderId: SAMPLE_ORDER_ID, userEmail: 'a•••@example.com' };

async function setUp(setEmail: NonNullable<Answers['orders.setEmail']>) {
  let userEmail: string | null = null;
  const fake = createFakePlatform({
    'orders.publicInfo': () => sampleOrder({ userEmail }),
    'orders.setEmail': (input, options) => {
      const answer = setEmail(input, options);
      userEmail = 'a•••@example.com';
      return answer;
    },
  });
  const order = new OrderStore({ platform: fake.platform, clock: { now: () => Date.now() }, snapshot: null });
  await order.load(SAMPLE_ORDER_ID, SAMPLE_DESTINATION);
  const tokens = new OrderTokens(fake.platform);
  return {
    store: new OrderEmailStore({ platform: fake.platform, order, tokens }),
    order,
    tokens,
    ...fake,
  };
}

test('sends the specified payload with the token and shows the e-mail masked', async () => {
  const { store, order, tokens, callsOf } = await setUp(() => SAVED);
  tokens.store(SAMPLE_ORDER_ID, 'token');
  await store.send('anna@example.com');
  expect(order.order?.userEmail).toBe('a•••@example.com');
  const [call] = callsOf('orders.setEmail');
  expect(call?.input).toEqual({ orderId: SAMPLE_ORDER_ID, userEmail: 'anna@example.com' });
  expect(call?.options).toMatchObject({ orderToken: 'token' });
});

test('keeps the result separate for each order', async () => {
  const { store, order } = await setUp(() => Promise.reject(new ApiError('ERR_VALIDATION', 'No')));
  const sending = store.send('anna@example.com');
  order.adopt(sampleOrder({ orderId: 'x'.repeat(22) }), SAMPLE_DESTINATION);
  await sending;
  expect([store.form.problem, store.form.isPending]).toEqual([null, false]);
});

test.each([
  ['ERR_NOT_ACCEPTABLE', 'error_email_already_set'],
  ['ERR_VALIDATION', 'EMAIL_VALIDATION_ERROR'],
  ['ERR_SERVICE_UNAVAILABLE', 'order.email.notSaved'],
] as const)('reports %s as %s', async (code, message) => {
  const { store } = await setUp(() => {
    throw new ApiError(code, 'No');
  });
  await store.send('anna@example.com');
  expect(store.form.problem).toBe(message);
  expect(store.form.isPending).toBe(false);
});
