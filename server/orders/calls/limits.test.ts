import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ApiError } from '../../../contract/errors.ts';
import { add, amount, compare, subtract, sum } from '../../../contract/money.ts';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import { unresolvedSends } from '../../db/repositories/unresolved.ts';
import { ChainUnavailableError } from '../../ports/chain/chainGateway.ts';
import { releaseHeld } from '../../operator/testing/acts.ts';
import { runOperatorCommand } from '../../operator/cli/runOperatorCommand.ts';
import {
  ADDRESSES,
  CLIENT,
  inputFor,
  eventKinds,
  ledgerSums,
  readOrder,
  makeOrder,
  startOrderHost,
} from '../testing/orderHost.ts';
import type { MadeOrder, OrderHost, OrderOptions } from '../testing/orderHost.ts';
import { useRealDesk } from '../testing/realDesk.ts';
import { availableBalance, ensureFreshBalance } from '../../payments/treasury.ts';

/** Attacks on the loss limits (D41). */
let host: OrderHost;
afterEach(async () => {
  await host.close();
});

const payouts = () => host.chain('tron').receivedBy(ADDRESSES.tron);
const lastEvent = async (made: MadeOrder) => eventKinds(await readOrder(host, made)).at(-1);

/** An order whose deposit is confirmed, before the worker's next round. */
async function payOrder(): Promise<MadeOrder> {
  const made = await makeOrder(host, { amount: '0.1' });
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  host.chain('bitcoin').mine(1);
  return made;
}

describe('an untrusted price while an order settles', () => {
  beforeEach(async () => {
    host = await startOrderHost();
  });

  test('stops payouts during a 15 % jump, then pays at the real price', async () => {
    const made = await payOrder();
    const market = useRealDesk(host);
    await market.seconds(2);
    market.feed.controls.breakFeed('jump');
    await market.seconds(1);
    host.chain('bitcoin').mine(5);
    await market.seconds(15);
    market.feed.controls.mend();
    await market.seconds(15);
    expect(payouts()).toEqual([]);
    expect(await lastEvent(made)).toBe('INCOMING_FUNDS_DETECTED');
    await market.seconds(35);
    expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
    const [paid] = payouts();
    expect(compare(paid?.amount ?? '0', '6060')).toBe(-1);
    expect(compare(paid?.amount ?? '0', '5900')).toBe(1);
  });

  test('stops payouts while the second source disagrees', async () => {
    const made = await payOrder();
    const market = useRealDesk(host, { hasSecond: true });
    await market.seconds(2);
    await market.second.controls.setPrice('BTC', '57000');
    host.chain('bitcoin').mine(5);
    await market.seconds(40);
    expect(payouts()).toEqual([]);
    await market.second.controls.setPrice('BTC', '60000');
    await market.seconds(5);
    expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
  });

  test('stops payouts once the price is 30 s old', async () => {
    const made = await payOrder();
    const market = useRealDesk(host);
    await market.seconds(2);
    market.feed.controls.breakFeed('stale');
    await market.seconds(31);
    host.chain('bitcoin').mine(5);
    await market.seconds(20);
    expect(payouts()).toEqual([]);
    market.feed.controls.mend();
    await market.seconds(5);
    expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
  });
});

describe('a contested reserve', () => {
  beforeEach(async () => {
    host = await startOrderHost();
  });

  test('is never reserved twice, and the error names the rest', async () => {
    const attempts = Array.from({ length: 60 }, () => inputFor(host, { amount: '0.5', rateMode: 'FIXED' }).input);
    const clients = attempts.map((_input, position) => ({ ...CLIENT, address: `198.51.100.${position}` }));
    const outcomes = await Promise.allSettled(
      attempts.map((input, position) => host.orders.create(input, clients[position] ?? CLIENT)),
    );
    const reservations = await host.database.selectFrom('reservations').selectAll().execute();
    const promised = sum(reservations.map((one) => one.amount));
    const held = await host.chain('tron').balance(host.chain('tron').treasury(), 'usdttrc20');
    expect(compare(promised, held)).toBeLessThanOrEqual(0);
    const made = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(made).toHaveLength(reservations.length);
    expect(made.length).toBeGreaterThan(10);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as ApiError] : []));
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['ERR_NO_LIQUIDITY_AVAILABLE']));
    const last = refused.at(-1) ?? expect.fail('nobody came too late');
    // The named amount is exact: it gets an order, and slightly more does not.
    const available = String(last.details?.['available']);
    expect(last.message).toContain(`try up to ${available} BTC`);
    await expect(makeOrder(host, { amount: add(available, '0.001') })).rejects.toMatchObject({
      code: 'ERR_NO_LIQUIDITY_AVAILABLE',
    });
    await makeOrder(host, { amount: available });
  });

  test('is not held by 84 orders with deposits of a few cents (D54)', async () => {
    const many = Array.from({ length: 84 }, (_, place) => ({ ...CLIENT, address: `198.51.100.${place}` }));
    const { input } = inputFor(host, { amount: '0.5' });
    const dust = async (rateMode: 'FLOATING' | 'FIXED') => {
      const orders = await Promise.allSettled(many.map((client) => host.orders.create({ ...input, rateMode }, client)));
      const made = orders.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      for (const { depositAddress } of made) host.chain('bitcoin').pay({ address: depositAddress }, 'btc', '0.0000001');
      host.chain('bitcoin').mine(1);
      await host.tick(2);
      return made.length;
    };
    const free = async () => await availableBalance(host.context, host.database, 'usdttrc20');
    expect(await dust('FLOATING')).toBe(84);
    expect(await free()).toBe('500000');
    Object.assign(host.context.reservationLimits, { perClientPercent: '10', totalPercent: '20' });
    // Each reserves 29,850 of 500,000, so the fourth would exceed 20 %.
    expect(await dust('FIXED')).toBe(3);
    expect(compare(await free(), '499990')).toBe(1);
  });

  test('is held by unpaid fixed-rate orders only up to the limits per client and in total (D54)', async () => {
    Object.assign(host.context.reservationLimits, { perClientPercent: '2', totalPercent: '3' });
    const create = async (amount: string, address: string, rateMode: 'FLOATING' | 'FIXED' = 'FIXED') =>
      await host.orders.create(inputFor(host, { amount, rateMode }).input, { ...CLIENT, address });
    await create('0.1', '198.51.100.1');
    const error = await create('0.1', '198.51.100.1').catch((refused: unknown) => refused);
    // 2 % of 500,000 less 5,970, at 59,700 per BTC.
    expect(error).toMatchObject({
      code: 'ERR_UNPROCESSABLE_ENTITY',
      details: { expected: '0.06750418', instrumentSlug: 'btc' },
    });
    await create('0.1', '198.51.100.1', 'FLOATING');
    await create('0.06750418', '198.51.100.1');
    // 3 % of 500,000 less 10,000.
    await expect(create('0.1', '198.51.100.2')).rejects.toMatchObject({ details: { expected: '0.0837521' } });
    await create('0.0837521', '198.51.100.2');
  });

  test('is not reserved again while a payout is in transit', async () => {
    host.chain('tron').finalAfter = 20;
    const made = await makeOrder(host, { amount: '5' });
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '5');
    for (let round = 0; round < 40; round += 1) {
      host.chain('bitcoin').mine();
      await host.tick();
    }
    // 500,000 minus 298,500 in transit: 250,000 is too much, whatever balance the network shows.
    await expect(makeOrder(host, { amount: '4.2' })).rejects.toMatchObject({ code: 'ERR_NO_LIQUIDITY_AVAILABLE' });
  });
});

describe("customers' money in the treasury", () => {
  beforeEach(async () => {
    host = await startOrderHost();
  });
  const free = async (instrument: string) => {
    host.advanceClock(31_000);
    await ensureFreshBalance(host.context, instrument);
    return await availableBalance(host.context, host.database, instrument);
  };

  test('does not reserve money of a refund that has not been sent', async () => {
    host.desk.maximum = '600';
    const token = { from: 'usdttrc20', to: 'btc', amount: '500', destination: ADDRESSES.bitcoin, refund: ADDRESSES.tron };
    const made = await makeOrder(host, token);
    const before = await free('usdttrc20');
    host.chain('tron').pay({ address: made.order.depositAddress }, 'usdttrc20', '700');
    host.chain('tron').mine(20);
    await host.tick(2);
    await runOperatorCommand({ ...host.context, operatorFile: '' }, ['refund', made.order.orderId, ADDRESSES.tron]);
    host.chain('tron').send = async () => await Promise.reject(new ChainUnavailableError('down'));
    await host.tick(2);
    expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('REFUND_REQUESTED');
    expect(subtract(before, await free('usdttrc20'))).toBe('698.5');
  });

  test('reserves nothing for a refund that leaves from its deposit address', async () => {
    host.desk.maximum = '6';
    const made = await makeOrder(host, { amount: '5' });
    const before = await free('btc');
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '7');
    host.chain('bitcoin').mine(5);
    await host.tick(2);
    await runOperatorCommand({ ...host.context, operatorFile: '' }, ['refund', made.order.orderId, ADDRESSES.bitcoin]);
    host.chain('bitcoin').send = async () => await Promise.reject(new ChainUnavailableError('down'));
    await host.tick(2);
    expect(await free('btc')).toBe(before);
  });

  test('does not reserve a deposit at a shared address before it is exchanged', async () => {
    host.desk.maximum = '1500';
    const made = await makeOrder(host, { from: 'xrp', amount: '1000', refund: ADDRESSES.ripple });
    const before = await free('xrp');
    const ripple = host.chain('ripple');
    const place = { address: made.order.depositAddress, memo: made.order.depositAddressMemo };
    ripple.pay({ ...place, memo: 'nobody’s' }, 'xrp', '50');
    ripple.mine(5);
    await host.tick();
    expect(await free('xrp')).toBe(before);
    ripple.pay(place, 'xrp', '1000');
    ripple.mine();
    await host.tick();
    for (let round = 0; round < 6; round += 1) {
      expect(compare(await free('xrp'), add(before, '1000'))).toBeLessThanOrEqual(0);
      for (const network of ['ripple', 'tron']) host.chain(network).mine(5);
      await host.tick();
    }
    expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
    expect(await free('xrp')).toBe(add(before, '1000'));
  });

  test('counts a sweep once, in the balance and when it is final', async () => {
    const bitcoin = host.chain('bitcoin');
    bitcoin.finalAfter = 4;
    const made = await makeOrder(host);
    bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.1');
    bitcoin.mine(5);
    await host.tick(2);
    bitcoin.mine();
    expect(compare(await free('btc'), '10')).toBe(1);
    bitcoin.mine(5);
    await host.tick(2);
    expect((await listOutboxRows(host.database, made.order.orderId)).map(({ kind, state }) => `${kind} ${state}`)).toContain(
      'SWEEP CONFIRMED',
    );
    expect(await availableBalance(host.context, host.database, 'btc')).toBe(await bitcoin.balance(bitcoin.treasury(), 'btc'));
  });
});

describe('rising network fees', () => {
  beforeEach(async () => {
    host = await startOrderHost();
  });
  const ethereum = () => host.chain('ethereum');
  const run = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      for (const network of ['bitcoin', 'ethereum', 'tron']) host.chain(network).mine(12);
      await host.tick();
    }
  };

  test('postpone a sweep that costs more than it collects until fees fall', async () => {
    const made = await makeOrder(host, { from: 'eth', amount: '0.01', refund: ADDRESSES.ethereum });
    ethereum().pay({ address: made.order.depositAddress }, 'eth', '0.01');
    ethereum().fee = '0.02';
    await run(5);
    expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
    const treasury = (await ethereum().addressAt(ethereum().treasury())).address;
    expect(ethereum().receivedBy(treasury)).toEqual([]);
    ethereum().fee = '0.0003';
    await run(2);
    expect(ethereum().receivedBy(treasury)).toEqual([]);
    host.advanceClock(6 * 3_600_000);
    await run(2);
    expect(ethereum().receivedBy(treasury)).toHaveLength(1);
  });

  test('leave enough of the fee coin in the treasury to pay network fees', async () => {
    const error = await makeOrder(host, { to: 'eth', amount: '6', destination: ADDRESSES.ethereum }).catch(
      (refused: unknown) => refused,
    );
    const available = String((error as ApiError).details?.['available']);
    const drains = await makeOrder(host, { to: 'eth', amount: available, destination: ADDRESSES.ethereum });
    const token = await makeOrder(host, { to: 'usdterc20', amount: '0.1', destination: ADDRESSES.ethereumOther });
    host.chain('bitcoin').pay({ address: drains.order.depositAddress }, 'btc', available);
    host.chain('bitcoin').pay({ address: token.order.depositAddress }, 'btc', '0.1');
    await run(6);
    expect(await lastEvent(drains)).toBe('WITHDRAWAL_COMPLETED');
    expect(await lastEvent(token)).toBe('WITHDRAWAL_COMPLETED');
    expect(compare(await ethereum().balance(ethereum().treasury(), 'eth'), '0.005')).toBe(1);
  });
});

describe('the payout cap while a price is wrong', () => {
  beforeEach(async () => {
    host = await startOrderHost({ perOrderUsd: '7000', perHourUsd: '20000' });
  });

  test.each(['300', '30000'])('holds a fixed ether payout at %s instead of 3,000 USD', async (price) => {
    host.desk.maximum = '10000';
    const fixed = {
      from: 'usdttrc20',
      to: 'eth',
      rateMode: 'FIXED',
      destination: ADDRESSES.ethereum,
      refund: ADDRESSES.tron,
    } as const;
    const big = await makeOrder(host, { ...fixed, amount: '9000' });
    const small = await Promise.all(Array.from({ length: 5 }, () => makeOrder(host, { ...fixed, amount: '6000' })));
    const market = useRealDesk(host);
    await market.fees.refresh(['eth', 'usdttrc20']);
    await market.seconds(2);
    for (const { order, input } of [big, ...small]) {
      host.chain('tron').pay({ address: order.depositAddress }, 'usdttrc20', input.claimedDepositAmount);
    }
    await market.seconds(2);
    await market.feed.controls.setPrice('ETH', price);
    host.chain('tron').mine(20);
    for (let round = 0; round < 5; round += 1) {
      host.chain('ethereum').mine(12);
      await market.seconds(1);
    }
    const left = sum(
      host
        .chain('ethereum')
        .receivedBy(ADDRESSES.ethereum)
        .map(({ amount }) => amount),
    );
    expect(compare(left, '6.67')).toBe(-1);
    expect((await readOrder(host, big)).attention?.reason).toBe('PAYOUT_HELD');
  });
});

describe('the caps on all coins together (D56)', () => {
  test('hold payouts per hour and per day, and do not count held ones', async () => {
    host = await startOrderHost({ perHourTotalUsd: '13000', perDayTotalUsd: '20000' });
    const ether = { to: 'eth', destination: ADDRESSES.ethereum } as const;
    // About 6,000 USD each.
    const pay = async (wanted: OrderOptions) => {
      const made = await makeOrder(host, { amount: '0.1', ...wanted });
      host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', wanted.amount ?? '0.1');
      for (let round = 0; round < 4; round += 1) {
        for (const network of ['bitcoin', 'tron', 'ethereum']) host.chain(network).mine(12);
        await host.tick();
      }
      const [payout] = (await listOutboxRows(host.database, made.order.orderId)).filter(({ kind }) => kind === 'PAYOUT');
      return payout?.reason ?? (await lastEvent(made));
    };
    expect([await pay({}), await pay(ether)]).toEqual(['WITHDRAWAL_COMPLETED', 'WITHDRAWAL_COMPLETED']);
    expect([await pay(ether), await pay({})]).toEqual(['CAP_TOTAL_PER_HOUR', 'CAP_TOTAL_PER_HOUR']);
    expect(await pay({ amount: '0.01' })).toBe('WITHDRAWAL_COMPLETED');
    host.advanceClock(2 * 3_600_000);
    expect([await pay(ether), await pay({})]).toEqual(['WITHDRAWAL_COMPLETED', 'CAP_TOTAL_PER_DAY']);
    host.advanceClock(23 * 3_600_000);
    expect(await pay({})).toBe('WITHDRAWAL_COMPLETED');
  });
});

describe('many payouts at once', () => {
  const PER_HOUR = '20000';
  beforeEach(async () => {
    host = await startOrderHost({ perOrderUsd: '7000', perHourUsd: PER_HOUR });
  });

  test('stop at the hourly cap; an operator releases each of the rest once', async () => {
    const orders: MadeOrder[] = [];
    for (let number = 0; number < 12; number += 1) orders.push(await makeOrder(host, { amount: '0.1' }));
    for (const { order } of orders) host.chain('bitcoin').pay({ address: order.depositAddress }, 'btc', '0.1');
    const run = async (rounds: number) => {
      for (let round = 0; round < rounds; round += 1) {
        host.chain('bitcoin').mine(2);
        host.chain('tron').mine();
        await host.tick();
      }
    };
    await run(5);
    const left = sum(payouts().map((payout) => payout.amount));
    expect(compare(left, PER_HOUR)).toBeLessThanOrEqual(0);
    expect(payouts()).toHaveLength(3);
    const held = await unresolvedSends(host.database, 'HELD').list({ limit: 100, offset: 0 });
    expect(new Set(held.map(({ reason }) => reason))).toEqual(new Set(['CAP_PER_HOUR']));
    expect(held).toHaveLength(9);
    const seen = await Promise.all(orders.map((made) => readOrder(host, made)));
    expect(seen.filter(({ attention }) => attention?.reason === 'PAYOUT_HELD')).toHaveLength(9);
    // Held payouts don't count toward the cap, so a small payout still passes.
    const small = await makeOrder(host, { amount: '0.02' });
    host.chain('bitcoin').pay({ address: small.order.depositAddress }, 'btc', '0.02');
    await run(4);
    expect(await lastEvent(small)).toBe('WITHDRAWAL_COMPLETED');
    for (const { id } of held) {
      expect(await Promise.all([releaseHeld(host.context, id), releaseHeld(host.context, id)])).toContain(true);
    }
    await run(5);
    expect(payouts()).toHaveLength(13);
    expect(await unresolvedSends(host.database, 'HELD').list({ limit: 100, offset: 0 })).toEqual([]);
    for (const made of orders) expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
    expect(Object.values(await ledgerSums(host)).every((total) => amount(total).eq(amount('0')))).toBe(true);
  });
});
