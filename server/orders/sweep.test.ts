import { afterEach, expect, test } from 'vitest';
import { findOrder } from '../db/repositories/orders.ts';
import { listOutboxRows } from '../db/repositories/outbox.ts';
import { planSweeps } from './sweep.ts';
import { ADDRESSES, makeOrder, startOrderHost, type OrderHost } from './testing/orderHost.ts';

let host: OrderHost;
afterEach(async () => {
  await host.close();
});

test('a sweep takes what is booked, and leaves what may still leave the chain', async () => {
  host = await startOrderHost();
  const bitcoin = host.chain('bitcoin');
  const { order } = await makeOrder(host);
  bitcoin.pay({ address: order.depositAddress }, 'btc', '0.1');
  bitcoin.mine(3);
  // Paid out, and to be swept: at this moment more comes, in a block that nobody has read.
  bitcoin.onCall = (name) => {
    if (name !== 'before balance') return;
    bitcoin.onCall = () => undefined;
    bitcoin.pay({ address: order.depositAddress }, 'btc', '5');
    bitcoin.mine(1);
  };
  await host.tick(2);
  await planSweeps(host.context, bitcoin);
  const sweeps = (await listOutboxRows(host.database, order.orderId)).filter(({ kind }) => kind === 'SWEEP');
  expect(sweeps.map(({ amount }) => amount)).toEqual(['0.099975']);
});

test('what is given back is fetched when the fee falls, however long ago its order ended, and then nothing is left to fetch', async () => {
  host = await startOrderHost();
  const bitcoin = host.chain('bitcoin');
  const { order } = await makeOrder(host);
  const round = async (days: number) => {
    host.pass(days * 24 * 3_600_000);
    bitcoin.mine(3);
    host.chain('tron').mine(30);
    await host.tick(3);
  };
  const state = async () => (await findOrder(host.database, order.orderId))?.sweep_state;
  const sweeps = async () => (await listOutboxRows(host.database, order.orderId)).filter(({ kind }) => kind === 'SWEEP');
  bitcoin.pay({ address: order.depositAddress }, 'btc', '0.1');
  for (let rounds = 0; rounds < 5; rounds += 1) await round(0);
  expect(await sweeps()).toHaveLength(1);

  bitcoin.fee = '0.00005';
  bitcoin.pay({ address: order.depositAddress }, 'btc', '0.00006');
  await round(0);
  for (const days of [2, 10, 10]) await round(days);
  expect(bitcoin.receivedBy(ADDRESSES.bitcoin).map(({ amount }) => amount)).toEqual(['0.00003']);
  expect([await state(), (await sweeps()).length]).toEqual(['DUE', 1]);
  bitcoin.fee = '0.00002';
  for (let rounds = 0; rounds < 4; rounds += 1) await round(1);
  expect([await state(), (await sweeps()).length]).toEqual(['DONE', 2]);
});

test('what is given back and costs more to fetch than it is worth is looked at ever less often', async () => {
  host = await startOrderHost();
  const bitcoin = host.chain('bitcoin');
  const { order } = await makeOrder(host);
  let looks = 0;
  bitcoin.onCall = (name) => {
    if (name === 'before balance') looks += 1;
  };
  const days = async (count: number): Promise<number> => {
    for (let hours = 0; hours < count * 24; hours += 6) {
      host.pass(6 * 3_600_000);
      bitcoin.mine(3);
      host.chain('tron').mine(30);
      await host.tick(1);
    }
    const seen = looks;
    looks = 0;
    return seen;
  };
  bitcoin.pay({ address: order.depositAddress }, 'btc', '0.1');
  await days(1);
  // More than the refund's fee, and not more than twice the fee of fetching it, for ever.
  bitcoin.pay({ address: order.depositAddress }, 'btc', '0.00004');
  await days(3);
  expect(bitcoin.receivedBy(ADDRESSES.bitcoin).map(({ amount }) => amount)).toEqual(['0.00001']);
  await days(30);
  expect(await days(30)).toBeLessThan(12);
  expect((await findOrder(host.database, order.orderId))?.sweep_state).toBe('DUE');
});
