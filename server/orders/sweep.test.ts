import { afterEach, expect, test } from 'vitest';
import { listOutboxRows } from '../db/repositories/outbox.ts';
import { planSweeps } from './sweep.ts';
import { makeOrder, startOrderHost, type OrderHost } from './testing/orderHost.ts';

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
