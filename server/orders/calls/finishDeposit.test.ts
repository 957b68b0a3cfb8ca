import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiError } from '../../../contract/errors.ts';
import type { Order } from '../../../contract/schemas/orders.ts';
import { eventKinds, makeOrder, readOrder, startOrderHost, type MadeOrder, type OrderHost } from '../testing/orderHost.ts';

const DAY = 24 * 3_600_000;

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => await host.close());

const pay = (made: MadeOrder, amount: string) => host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);

async function finish(made: MadeOrder, orderToken: string | null = made.token): Promise<Order> {
  const { orderId } = made.order;
  return await host.orders.finishDeposit({ orderId, destinationAddress: made.destination }, { orderToken, clientAddress: null });
}

async function refusal(work: Promise<unknown>): Promise<ApiError> {
  return await work.then(
    () => expect.fail('was not refused'),
    (error: ApiError) => error,
  );
}

test('asks at once about part of a fixed deposit, and only once', async () => {
  const made = await makeOrder(host, { rateMode: 'FIXED' });
  pay(made, '0.04');
  host.chain('bitcoin').mine();
  await host.tick();
  const asked = await finish(made);
  expect(asked.attention).toMatchObject({ reason: 'WRONG_DEPOSIT_AMOUNT', actions: ['ACCEPT', 'REFUND'] });
  expect(Date.parse(asked.attention?.deadline ?? '') - host.context.now()).toBe(DAY);
  expect(eventKinds(asked).slice(-2)).toEqual(['FIXED_RATE_WRONG_DEPOSIT_AMOUNT_DETECTED', 'RATE_MODE_CHANGED']);
  expect((await finish(made)).orderEvents).toEqual(asked.orderEvents);
});

test('offers the refund of a floating deposit below the minimum', async () => {
  const made = await makeOrder(host);
  pay(made, '0.0005');
  host.chain('bitcoin').mine();
  await host.tick();
  expect((await readOrder(host, made)).waitsFor).toBe('REST');
  expect((await finish(made)).attention).toMatchObject({ reason: 'BELOW_MINIMUM', actions: ['REFUND'] });
});

test('refuses while the rest is in the mempool, and the order then pays out at the fixed rate', async () => {
  const made = await makeOrder(host, { rateMode: 'FIXED' });
  pay(made, '0.04');
  host.chain('bitcoin').mine();
  await host.tick();
  pay(made, '0.06');
  await host.tick();
  expect(await refusal(finish(made))).toMatchObject({ code: 'ERR_NOT_ACCEPTABLE', details: { order: { attention: null } } });
  host.chain('bitcoin').mine(3);
  await host.tick(3);
  expect(await readOrder(host, made)).toMatchObject({ status: 'PAYING_OUT', amountToGet: made.order.amountToGet });
});

test('refuses without the order token, without a deposit, and while the network is not read', async () => {
  const made = await makeOrder(host, { rateMode: 'FIXED' });
  await host.tick();
  expect(await refusal(finish(made))).toMatchObject({ code: 'ERR_NOT_ACCEPTABLE' });
  pay(made, '0.04');
  await host.tick();
  expect(await refusal(finish(made, null))).toMatchObject({ code: 'ERR_ORDER_TOKEN_REQUIRED' });
  host.chain('bitcoin').mode = 'down';
  host.advanceClock(61_000);
  expect(await refusal(finish(made))).toMatchObject({ code: 'ERR_SERVICE_UNAVAILABLE' });
});
