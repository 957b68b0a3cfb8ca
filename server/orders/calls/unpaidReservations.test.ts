import { afterEach, expect, test } from 'vitest';
import { findReservation } from '../../db/repositories/treasury.ts';
import { compare } from '../../../contract/money.ts';
import type { RateMode } from '../../../contract/order.ts';
import { availableBalance } from '../../payments/treasury.ts';
import { readReservationLimits } from './reservationSettings.ts';
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

test('leaves reserve for customers who pay while strangers create unpaid orders for an hour, with the usual limits', async () => {
  host = await startOrderHost();
  Object.assign(host.context.reservationLimits, readReservationLimits({}));
  const create = async (amount: string, rateMode: RateMode, address: string) =>
    await host.orders.create(inputFor(host, { amount, rateMode }).input, { ...CLIENT, address });
  let [stranger, customer, least] = [0, 0, '500000'];
  const tally = { accepted: 0, refused: 0, fixed: 0, floating: 0 };
  for (let minute = 0; minute < 60; minute += 1) {
    // Each stranger takes 1.9 % of the reserve.
    for (let one = 0; one < 12; one += 1) {
      stranger += 1;
      const made = await create('0.16', 'FIXED', `198.51.${100 + Math.floor(stranger / 250)}.${stranger % 250}`).catch(
        () => null,
      );
      tally[made ? 'accepted' : 'refused'] += 1;
    }
    customer += 1;
    if (await create('0.16', 'FLOATING', `203.0.113.${customer}`).catch(() => null)) tally.floating += 1;
    if (await create('0.01', 'FIXED', `203.0.113.${customer}`).catch(() => null)) tally.fixed += 1;
    const free = await availableBalance(host.context, host.database, 'usdttrc20');
    if (compare(free, least) < 0) least = free;
    host.advanceClock(60_000);
    await host.tick();
  }
  // In 20 minutes, until the first ones expire, four times the share of all unpaid orders is reserved.
  expect(tally).toMatchObject({ floating: 60, fixed: 60 });
  expect(tally.refused).toBeGreaterThan(tally.accepted);
  expect(compare(least, '100000')).toBe(1);
});
