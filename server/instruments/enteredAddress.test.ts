import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOrder } from '../db/repositories/orders.ts';
import { refusalOf } from '../orders/testing/hostActions.ts';
import {
  ADDRESSES,
  CLIENT,
  inputFor,
  makeOrder,
  startOrderHost,
  type OrderHost,
  type OrderOptions,
} from '../orders/testing/orderHost.ts';

let host: OrderHost;
beforeAll(async () => {
  host = await startOrderHost();
});
afterAll(async () => {
  await host.close();
});

test('accepts a chain in front of an address only if it is the network’s (D84)', async () => {
  const create = (changed: OrderOptions) => host.orders.create(inputFor(host, changed).input, CLIENT);
  const wanted = { from: 'usdterc20', to: 'eth', amount: '100', destination: `eip155:1:${ADDRESSES.ethereum}` } as const;
  const { order } = await makeOrder(host, { ...wanted, refund: `eth:${ADDRESSES.ethereumOther}` });
  const { destination_address, refund_address } = (await findOrder(host.database, order.orderId)) ?? {};
  expect([destination_address, refund_address]).toEqual([ADDRESSES.ethereum, ADDRESSES.ethereumOther]);
  expect((await host.orders.publicInfo(order.orderId, `eth:${ADDRESSES.ethereum}`)).orderId).toBe(order.orderId);
  for (const changes of [{ destination: `arb1:${ADDRESSES.ethereum}` }, { refund: `ethereum:${ADDRESSES.ethereum}@137` }]) {
    const error = await refusalOf(create({ ...wanted, ...changes }));
    expect(error.details).toMatchObject({ code: 'error_address_incorrect', reason: 'address_wrong_network' });
  }
  const asks = await refusalOf(create({ ...wanted, destination: `ethereum:${ADDRESSES.ethereum}@1?value=1` }));
  expect(asks.details).toMatchObject({ code: 'error_address_incorrect' });
});
