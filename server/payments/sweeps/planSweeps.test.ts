import { afterEach, describe, expect, test } from 'vitest';
import { findOrder } from '../../db/repositories/orders.ts';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import { listSweeps } from '../../db/repositories/sweeps.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { UsdPrices } from '../../pricing/usdPrice.ts';
import { ChainRefusedError, ChainUnavailableError } from '../../ports/chain/chainGateway.ts';
import { planSweeps } from './planSweeps.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { scheduleSweep } from '../../orders/core/sweepRequests.ts';
import { runOperator } from '../../orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder, startOrderHost, type OrderHost } from '../../orders/testing/orderHost.ts';

let host: OrderHost;
afterEach(async () => {
  await host.close();
});

test('sweeps the booked balance and leaves unconfirmed deposits', async () => {
  host = await startOrderHost();
  const bitcoin = host.chain('bitcoin');
  const { order } = await makeOrder(host);
  bitcoin.pay({ address: order.depositAddress }, 'btc', '0.1');
  bitcoin.mine(3);
  // Another deposit is mined, but not scanned yet, while the sweep is planned.
  bitcoin.onCall = (name) => {
    if (name !== 'before balance') return;
    bitcoin.onCall = () => undefined;
    bitcoin.pay({ address: order.depositAddress }, 'btc', '5');
    bitcoin.mine(1);
  };
  await host.tick(2);
  await planSweeps(host.context, bitcoin);
  const sweeps = (await listOutboxRows(host.database, order.orderId)).filter(({ kind }) => kind === 'SWEEP');
  expect(sweeps.map(({ amount }) => amount)).toEqual(['0.09998']);
});

test('plans no sweep that would not arrive (D78)', async () => {
  host = await startOrderHost();
  const bitcoin = host.chain('bitcoin');
  const { order } = await makeOrder(host);
  bitcoin.pay({ address: order.depositAddress }, 'btc', '0.1');
  bitcoin.mine(3);
  Object.assign(bitcoin, { leastPayment: async () => await Promise.resolve('0.09999') });
  await host.tick(2);
  const sweeps = async () => (await listOutboxRows(host.database, order.orderId)).filter(({ kind }) => kind === 'SWEEP');
  expect(await sweeps()).toEqual([]);
  Object.assign(bitcoin, { leastPayment: async () => await Promise.resolve('0.09998') });
  host.advanceClock(24 * 3_600_000);
  await host.tick(2);
  expect(await sweeps()).toHaveLength(1);
});

test('sweeps a refunded deposit once the fee falls, however long ago its order ended', async () => {
  host = await startOrderHost();
  const bitcoin = host.chain('bitcoin');
  const { order } = await makeOrder(host);
  const round = async (days: number) => {
    host.advanceClock(days * 24 * 3_600_000);
    bitcoin.mine(3);
    host.chain('tron').mine(30);
    await host.tick(3);
  };
  const state = async () => (await listSweeps(host.database, order.orderId))[0]?.state;
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

test('backs off on a refunded deposit that is not worth sweeping', async () => {
  host = await startOrderHost();
  const bitcoin = host.chain('bitcoin');
  const { order } = await makeOrder(host);
  let balanceCalls = 0;
  bitcoin.onCall = (name) => {
    if (name === 'before balance') balanceCalls += 1;
  };
  const days = async (count: number): Promise<number> => {
    for (let hours = 0; hours < count * 24; hours += 6) {
      host.advanceClock(6 * 3_600_000);
      bitcoin.mine(3);
      host.chain('tron').mine(30);
      await host.tick(1);
    }
    const calls = balanceCalls;
    balanceCalls = 0;
    return calls;
  };
  bitcoin.pay({ address: order.depositAddress }, 'btc', '0.1');
  await days(1);
  // The refund's agreed fee is below the network's, so that the treasury pays it. The deposit never exceeds twice the sweep fee.
  bitcoin.fee = '0.00004';
  bitcoin.pay({ address: order.depositAddress }, 'btc', '0.00004');
  await days(3);
  expect(bitcoin.receivedBy(ADDRESSES.bitcoin).map(({ amount }) => amount)).toEqual(['0.00001']);
  await days(30);
  expect(await days(30)).toBeLessThan(12);
  expect((await listSweeps(host.database, order.orderId))[0]?.state).toBe('DUE');
});

const HOUR = 3_600_000;
const noPrice = (): null => null;

async function orderOf(orderId: string): Promise<OrderRow> {
  const order = await findOrder(host.database, orderId);
  if (!order) throw new Error(`No order ${orderId}`);
  return order;
}

async function sweepsOf(orderId: string): Promise<string[]> {
  const rows = await listOutboxRows(host.database, orderId);
  return rows.filter(({ kind }) => kind === 'SWEEP').map(({ instrument, amount }) => `${amount} ${instrument}`);
}

/** Returns the id of an order that is paid and settled, so that its deposit is due for a sweep. */
async function makeDueSweep(from: 'btc' | 'usdttrc20', amount: string): Promise<string> {
  const bitcoin = { to: 'btc', destination: ADDRESSES.bitcoin, refund: ADDRESSES.tron };
  const { order } = await makeOrder(host, { from, amount, ...(from === 'usdttrc20' && bitcoin) });
  host.chain(from === 'btc' ? 'bitcoin' : 'tron').pay({ address: order.depositAddress }, from, amount);
  await later(0);
  return order.orderId;
}

async function later(hours: number): Promise<void> {
  host.advanceClock(hours * HOUR);
  for (let round = 0; round < 4; round += 1) {
    host.chain('bitcoin').mine(3);
    host.chain('tron').mine(30);
    await host.tick();
  }
}

test.each([
  ['has been missing for a day', { usdPrice: noPrice }],
  ['is unknown', { usdPrice: noPrice, lastUsdPrice: noPrice }],
] as const)('sweeps once the fee falls although the price %s', async (_what, unknown) => {
  host = await startOrderHost();
  host.chain('bitcoin').fee = '0.2';
  const orderId = await makeDueSweep('btc', '0.1');
  Object.assign(host.context, unknown);
  await later(7);
  await later(7);
  host.chain('bitcoin').fee = '0.00002';
  await later(7);
  expect(await sweepsOf(orderId)).toEqual(['0.09998 btc']);
});

test('keeps a token sweep pending while the token has no price', async () => {
  host = await startOrderHost();
  const { usdPrice, lastUsdPrice } = host.context;
  const set = (prices: Partial<UsdPrices>) => Object.assign(host.context, prices);
  // A transfer costs 150 USD.
  host.chain('tron').fee = '500';
  const orderId = await makeDueSweep('usdttrc20', '200');
  set({ usdPrice: noPrice });
  await later(7);
  // Longer than the address is watched.
  set({ usdPrice: noPrice, lastUsdPrice: noPrice });
  for (let days = 0; days < 10; days += 1) await later(24);
  expect(await sweepsOf(orderId)).toEqual([]);
  host.chain('tron').fee = '5';
  set({ usdPrice, lastUsdPrice });
  for (let days = 0; days < 3; days += 1) await later(24);
  expect(await sweepsOf(orderId)).toEqual(['200 usdttrc20']);
});

test('sweeps a large deposit at once after dust was postponed', async () => {
  host = await startOrderHost();
  const orderId = await makeDueSweep('btc', '0.1');
  const { deposit_address: address } = await orderOf(orderId);
  const pay = (amount: string) => host.chain('bitcoin').pay({ address }, 'btc', amount);
  await later(1);
  // Above the refunds' agreed fee, so that the treasury pays them.
  host.chain('bitcoin').fee = '0.00004';
  pay('0.00004');
  for (let days = 0; days < 6; days += 1) await later(24);
  pay('1');
  await later(1);
  await later(25);
  expect((await sweepsOf(orderId)).at(-1)).toBe('1 btc');
});

test('plans again when a deposit is booked during planning', async () => {
  host = await startOrderHost();
  const bitcoin = host.chain('bitcoin');
  bitcoin.fee = '0.2';
  const orderId = await makeDueSweep('btc', '0.1');
  await later(7);
  host.advanceClock(7 * HOUR);
  const { balance } = bitcoin;
  bitcoin.balance = async (index, instrument) => {
    const order = await orderOf(orderId);
    await host.database.transaction().execute((transaction) => scheduleSweep(transaction, order, 'bitcoin'));
    return await balance(index, instrument);
  };
  await planSweeps(host.context, bitcoin);
  expect(await listSweeps(host.database, orderId)).toMatchObject([{ state: 'DUE', not_before: 0 }]);
});

test('tops up exactly the gas that a sweep lacks, and uses what an earlier top-up left (D53)', async () => {
  host = await startOrderHost();
  const tron = host.chain('tron');
  const orderId = await makeDueSweep('usdttrc20', '200');
  const { deposit_address: address, deposit_index: index } = await orderOf(orderId);
  const topUps = () =>
    tron
      .receivedBy(address)
      .filter(({ instrument }) => instrument === 'trx')
      .map(({ amount }) => amount);
  // A deposit after a day is no order of its own (D63).
  await later(25);
  expect([topUps(), await tron.balance(index, 'trx'), await sweepsOf(orderId)]).toEqual([['5'], '0', ['200 usdttrc20']]);
  // The fee falls after the top-up of an extra deposit's sweep, and rises again before the next one.
  const { estimateFee } = tron;
  tron.fee = '2';
  tron.estimateFee = async (slug) => ({ ...(await estimateFee(slug)), amount: topUps().length === 1 ? '5' : '2' });
  tron.pay({ address }, 'usdttrc20', '100');
  await later(1);
  expect([topUps(), await tron.balance(index, 'trx')]).toEqual([['5', '5'], '3']);
  // What is left is most of the fee, but less than the network accepts.
  tron.estimateFee = async (slug) => ({ ...(await estimateFee(slug)), amount: '3.2', least: '3.1' });
  tron.fee = '3.1';
  tron.pay({ address }, 'usdttrc20', '150');
  await later(1);
  expect([topUps(), await tron.balance(index, 'trx')]).toEqual([['5', '5', '0.2'], '0']);
});

test('plans a top-up again that could not leave within a minute, because fees have changed', async () => {
  host = await startOrderHost();
  host.desk.collectionFees.set('usdttrc20', '3.3');
  const tron = host.chain('tron');
  tron.onCall = (name) => {
    if (name === 'before send') throw new ChainUnavailableError('tron is down');
  };
  const orderId = await makeDueSweep('usdttrc20', '44');
  const topUps = async () =>
    (await listOutboxRows(host.database, orderId)).filter(({ kind }) => kind === 'TOP_UP').map(({ state }) => state);
  expect(await topUps()).toEqual(['PENDING']);
  tron.onCall = () => undefined;
  tron.fee = '45';
  await later(1);
  expect([await topUps(), await sweepsOf(orderId)]).toEqual([['FAILED'], []]);
  tron.fee = '5';
  await later(1);
  expect([await topUps(), await sweepsOf(orderId)]).toEqual([['FAILED', 'CONFIRMED'], ['44 usdttrc20']]);
});

test('sweeps other deposits while the token blocks one address, and that one after it is released', async () => {
  host = await startOrderHost();
  const tron = host.chain('tron');
  const { estimateFee } = tron;
  tron.estimateFee = async (slug, transfer) => {
    if (slug === 'usdttrc20' && transfer?.amount === '200') throw new ChainRefusedError('the call would fail');
    return await estimateFee(slug);
  };
  const blocked = await makeDueSweep('usdttrc20', '200');
  const other = await makeDueSweep('usdttrc20', '201');
  await later(1);
  expect([await sweepsOf(blocked), await sweepsOf(other)]).toEqual([[], ['201 usdttrc20']]);
  const plannedAt = (await listSweeps(host.database, blocked))[0]?.not_before ?? 0;
  expect(plannedAt).toBeGreaterThan(host.context.now() + 4 * HOUR);
  expect(await runOperator(host, 'show', blocked)).toContain(`tron: DUE, not planned before ${isoTime(plannedAt)}`);
  // Longer than the address is watched.
  for (let days = 0; days < 10; days += 1) await later(24);
  tron.estimateFee = estimateFee;
  for (let days = 0; days < 2; days += 1) await later(24);
  expect(await sweepsOf(blocked)).toEqual(['200 usdttrc20']);
});

describe('a sweep whose fee rose after its order was charged (D67)', () => {
  /** An order of USDT that was charged 1.5 USDT for collection, and 1.8 for a payout that cost 1.2. A TRON transfer costs `trx`. */
  async function collectedAt(trx: string, amount = '44'): Promise<string> {
    host = await startOrderHost();
    host.desk.collectionFees.set('usdttrc20', '1.5');
    const tron = host.chain('tron');
    const made = await makeOrder(host, {
      from: 'usdttrc20',
      to: 'btc',
      amount,
      destination: ADDRESSES.bitcoin,
      refund: ADDRESSES.tron,
    });
    tron.fee = trx;
    tron.pay({ address: made.order.depositAddress }, 'usdttrc20', amount);
    await later(0);
    expect((await orderOf(made.order.orderId)).status).toBe('COMPLETED');
    return made.order.orderId;
  }

  // A top-up and a sweep, at 0.3 USD per TRX: 1.5 USDT.
  test('leaves at once for what was charged', async () => {
    expect(await sweepsOf(await collectedAt('2.5'))).toEqual(['44 usdttrc20']);
  });

  // 2.22 USDT
  test('leaves for up to 1.5 times the charge once the payout has arrived', async () => {
    const orderId = await collectedAt('3.7');
    expect(await sweepsOf(orderId)).toEqual([]);
    await later(1);
    expect(await sweepsOf(orderId)).toEqual(['44 usdttrc20']);
  });

  test('waits above that, and leaves once the fee has fallen', async () => {
    const orderId = await collectedAt('3.8');
    await later(1);
    expect(await sweepsOf(orderId)).toEqual([]);
    host.chain('tron').fee = '3.7';
    await later(3);
    expect(await sweepsOf(orderId)).toEqual(['44 usdttrc20']);
  });

  // The charges have 2.1 USDT left. 1 % of the order is 0.44 USDT.
  test('leaves after a day for all that is left of the charges and 1 % of the order', async () => {
    const orderId = await collectedAt('4.2');
    await later(20);
    expect(await sweepsOf(orderId)).toEqual([]);
    await later(5);
    expect(await sweepsOf(orderId)).toEqual(['44 usdttrc20']);
  });

  test('waits for longer than a day above that', async () => {
    const orderId = await collectedAt('4.3');
    await later(30);
    expect(await sweepsOf(orderId)).toEqual([]);
  });

  test('waits for longer than a day while the deposit is worth less than ten times the fee', async () => {
    const orderId = await collectedAt('3.8', '20');
    await later(30);
    expect(await sweepsOf(orderId)).toEqual([]);
  });

  test('does not wait while less of the coin is free than it brings', async () => {
    const orderId = await collectedAt('9');
    const tron = host.chain('tron');
    tron.credit(tron.treasury(), 'usdttrc20', `-${await tron.balance(tron.treasury(), 'usdttrc20')}`);
    await later(1);
    expect(await sweepsOf(orderId)).toEqual(['44 usdttrc20']);
  });
});
