import { afterEach, expect, test } from 'vitest';
import { findReservation } from '../../db/repositories/treasury.ts';
import { CLIENT, inputFor, startOrderHost, type OrderHost } from '../testing/orderHost.ts';

let host: OrderHost;
afterEach(async () => await host.close());

test('counts the networks of an IPv6 /48 together, with ten times the limit (D81)', async () => {
  host = await startOrderHost();
  Object.assign(host.context.reservationLimits, { perClientPercent: '1', totalPercent: '50' });
  const create = async (address: string) =>
    await host.orders.create(inputFor(host, { amount: '0.08', rateMode: 'FIXED' }).input, { ...CLIENT, address });
  // Each reserves 0.955 % of 500,000.
  for (let network = 0; network < 10; network += 1) await create(`2001:db8:1:${network}::1`);
  await expect(create('2001:db8:1:ff::1')).rejects.toMatchObject({ code: 'ERR_UNPROCESSABLE_ENTITY' });
  await create('2001:db8:2::1');
});

test('makes room for new fixed rates once the unpaid ones are older than five minutes (D67)', async () => {
  host = await startOrderHost();
  Object.assign(host.context.reservationLimits, { perClientPercent: '2', totalPercent: '3' });
  const create = async (amount: string, address: string) =>
    await host.orders.create(inputFor(host, { amount, rateMode: 'FIXED' }).input, { ...CLIENT, address });
  const first = await create('0.16', '198.51.100.1');
  await create('0.08', '198.51.100.2');
  const full = { code: 'ERR_UNPROCESSABLE_ENTITY' };
  await expect(create('0.1', '198.51.100.3')).rejects.toMatchObject(full);
  host.advanceClock(5 * 60_000);
  await expect(create('0.1', '198.51.100.3')).rejects.toMatchObject(full);
  host.advanceClock(1);
  await create('0.1', '198.51.100.3');
  await create('0.1', '198.51.100.4');
  await expect(create('0.1', '198.51.100.5')).rejects.toMatchObject(full);
  // What stopped counting is still reserved.
  expect(await findReservation(host.database, first.orderId)).toBeDefined();
});
