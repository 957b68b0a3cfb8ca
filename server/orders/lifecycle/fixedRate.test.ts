import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findReservation } from '../../db/repositories/treasury.ts';
import {
  ADDRESSES,
  eventKinds,
  readOrder,
  makeOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
} from '../testing/orderHost.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SWAPPED = { destination: ADDRESSES.bitcoin, refund: ADDRESSES.tron };

let host: OrderHost;
let made: MadeOrder;
beforeEach(async () => {
  host = await startOrderHost();
  made = await makeOrder(host, { rateMode: 'FIXED' });
});
afterEach(async () => {
  await host.close();
});

const pay = (amount: string): string => host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);

async function runToEnd(): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    host.chain('bitcoin').mine(2);
    host.chain('tron').mine();
    await host.tick();
  }
}

const paidOut = (): string[] =>
  host
    .chain('tron')
    .receivedBy(ADDRESSES.tron)
    .map((one) => one.amount);

test('pays exactly the promised amount for a deposit in time, wherever the market moves after it is mined', async () => {
  pay('0.1');
  host.chain('bitcoin').mine();
  await host.tick();
  host.desk.prices.set('btc', '40000');
  host.advanceClock(3 * HOUR);
  await runToEnd();
  expect(paidOut()).toEqual([made.order.amountToGet]);
  expect((await readOrder(host, made)).rateMode).toBe('FIXED');
});

describe('the deadline for the block (D55)', () => {
  /** Seen in time and pending until the deadline has passed, six block times after the rate expired. */
  async function pendingUntil(moment: number): Promise<string> {
    const txHash = pay('0.1');
    await host.tick();
    host.advanceClock(moment - host.context.now());
    return txHash;
  }
  const deadline = () => Date.parse(made.order.confirmBy ?? '');

  test('is six block times after the rate expires, and at least 30 minutes', async () => {
    expect(deadline() - Date.parse(made.order.expiresAt)).toBe(HOUR);
    const fast = await makeOrder(host, { from: 'usdttrc20', to: 'btc', amount: '500', rateMode: 'FIXED', ...SWAPPED });
    expect(Date.parse(fast.order.confirmBy ?? '') - Date.parse(fast.order.expiresAt)).toBe(30 * MINUTE);
    expect((await makeOrder(host)).order.confirmBy).toBeNull();
  });

  test('keeps the rate of a deposit mined before it, within the market limit', async () => {
    await pendingUntil(deadline() - 2_000);
    host.desk.prices.set('btc', '59500');
    host.chain('bitcoin').mine();
    host.advanceClock(3 * HOUR);
    await runToEnd();
    expect(paidOut()).toEqual([made.order.amountToGet]);
  });

  test('asks with SLOW_DEPOSIT as soon as it has passed, and never pays a later block at the old rate', async () => {
    await pendingUntil(deadline() + 1);
    await host.tick();
    const order = await readOrder(host, made);
    expect(eventKinds(order).slice(2)).toEqual(['FIXED_RATE_SLOW_DEPOSIT_DETECTED', 'RATE_MODE_CHANGED']);
    expect(order.attention).toMatchObject({ reason: 'SLOW_DEPOSIT', actions: ['ACCEPT', 'REFUND'] });
    expect(await findReservation(host.database, order.orderId)).toBeUndefined();
    host.advanceClock(6 * HOUR);
    await runToEnd();
    expect(paidOut()).toEqual([]);
  });

  test('waits until the network was read to the deadline, and keeps the rate of a block before it', async () => {
    await pendingUntil(deadline() - 10 * MINUTE);
    host.chain('bitcoin').mode = 'down';
    host.chain('bitcoin').mine();
    host.advanceClock(6 * HOUR);
    await host.tick(3);
    expect(await readOrder(host, made)).toMatchObject({ attention: null, waitsFor: 'DEPOSIT_NETWORK' });
    host.chain('bitcoin').mode = 'up';
    await runToEnd();
    expect(paidOut()).toEqual([made.order.amountToGet]);
  });

  test('keeps the rate of a deposit that a reorg moves to a block after it', async () => {
    const txHash = await pendingUntil(deadline() - MINUTE);
    host.chain('bitcoin').mine();
    await host.tick();
    host.chain('bitcoin').unmine(txHash);
    host.advanceClock(5 * MINUTE);
    await host.tick();
    await runToEnd();
    expect(paidOut()).toEqual([made.order.amountToGet]);
  });
});

test('checks the market again when a deposit that stayed in the mempool is mined', async () => {
  pay('0.1');
  await host.tick();
  host.desk.prices.set('btc', '40000');
  host.advanceClock(HOUR);
  await runToEnd();
  expect(paidOut()).toEqual([]);
  expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'HIGH_VOLATILITY', actions: ['ACCEPT', 'REFUND'] });
});

test('ends the lock with a dropped deposit; its late replacement is SLOW_DEPOSIT', async () => {
  const first = pay('0.1');
  await host.tick();
  host.advanceClock(7 * 24 * HOUR);
  host.chain('bitcoin').drop(first);
  await host.tick();
  pay('0.1');
  await runToEnd();
  expect(paidOut()).toEqual([]);
  expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'SLOW_DEPOSIT' });
});

test('does not lock a late deposit in place of one in time that is never mined', async () => {
  pay('0.1');
  await host.tick();
  host.advanceClock(HOUR);
  const stuck = host.chain('bitcoin').incoming;
  host.chain('bitcoin').incoming = async (input) => {
    const answer = await stuck(input);
    // The first deposit stays in the mempool however many blocks are mined.
    const [oldest, ...rest] = answer.transfers;
    return { ...answer, transfers: oldest ? [{ ...oldest, blockHeight: null, confirmations: 0 }, ...rest] : [] };
  };
  pay('0.1');
  await runToEnd();
  expect(paidOut()).toEqual([]);
  expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'SLOW_DEPOSIT' });
});

test.each(['0.0996', '0.1004'])('exchanges %s of 0.1, within the tolerance, at the promised price', async (amount) => {
  pay(amount);
  await runToEnd();
  // 59,700 per BTC, minus the network fee of 1.5
  expect(paidOut()).toEqual([amount === '0.0996' ? '5944.62' : '5992.38']);
});

test('asks with SLOW_DEPOSIT for a deposit seen after 20 minutes', async () => {
  host.advanceClock(20 * MINUTE + 1);
  pay('0.1');
  await host.tick();
  const order = await readOrder(host, made);
  expect(eventKinds(order)).toEqual([
    'CREATION_END',
    'DEPOSIT_REGISTERED',
    'FIXED_RATE_SLOW_DEPOSIT_DETECTED',
    'RATE_MODE_CHANGED',
  ]);
  expect(order).toMatchObject({ rateMode: 'FIXED', attention: { reason: 'SLOW_DEPOSIT', actions: ['ACCEPT', 'REFUND'] } });
});

test('asks with WRONG_DEPOSIT_AMOUNT at once for too large a deposit', async () => {
  pay('0.1006');
  await host.tick();
  const order = await readOrder(host, made);
  expect(eventKinds(order).slice(2)).toEqual(['FIXED_RATE_WRONG_DEPOSIT_AMOUNT_DETECTED', 'RATE_MODE_CHANGED']);
});

test('exchanges a partial deposit once the rest arrives', async () => {
  pay('0.04');
  host.chain('bitcoin').mine();
  await host.tick();
  expect(eventKinds(await readOrder(host, made))).toEqual(['CREATION_END', 'DEPOSIT_REGISTERED']);
  host.advanceClock(10 * MINUTE);
  pay('0.06');
  await host.tick();
  await runToEnd();
  expect(paidOut()).toEqual([made.order.amountToGet]);
});

test('asks with WRONG_DEPOSIT_AMOUNT for a partial deposit at the deadline', async () => {
  pay('0.04');
  await host.tick();
  host.advanceClock(20 * MINUTE);
  await host.tick();
  expect(eventKinds(await readOrder(host, made)).slice(2)).toEqual([
    'FIXED_RATE_WRONG_DEPOSIT_AMOUNT_DETECTED',
    'RATE_MODE_CHANGED',
  ]);
});

test('asks with SLOW_DEPOSIT when the rest arrived late while the host was offline', async () => {
  pay('0.04');
  await host.tick();
  host.advanceClock(21 * MINUTE);
  pay('0.06');
  await host.tick();
  expect(eventKinds(await readOrder(host, made)).slice(2)).toEqual(['FIXED_RATE_SLOW_DEPOSIT_DETECTED', 'RATE_MODE_CHANGED']);
});

test('asks with HIGH_VOLATILITY only when the market moved more than 2 % against the desk', async () => {
  const other = await makeOrder(host, { rateMode: 'FIXED' });
  host.desk.prices.set('btc', '58799');
  pay('0.1');
  await host.tick();
  expect(eventKinds(await readOrder(host, made)).slice(2)).toEqual(['FIXED_RATE_HIGH_VOLATILITY_DETECTED', 'RATE_MODE_CHANGED']);
  host.desk.prices.set('btc', '70000');
  host.chain('bitcoin').pay({ address: other.order.depositAddress }, 'btc', '0.1');
  await runToEnd();
  expect(paidOut()).toEqual([other.order.amountToGet]);
});

test('assesses no fixed deposit without a trusted price', async () => {
  host.desk.isStale = true;
  pay('0.1');
  host.chain('bitcoin').mine(3);
  await host.tick(3);
  expect(eventKinds(await readOrder(host, made))).toEqual(['CREATION_END', 'DEPOSIT_REGISTERED']);
  host.desk.isStale = false;
  await runToEnd();
  expect(paidOut()).toEqual([made.order.amountToGet]);
});

test('counts a replaced deposit once', async () => {
  const first = pay('0.1');
  await host.tick();
  host.chain('bitcoin').drop(first);
  const second = pay('0.1');
  await host.tick();
  await runToEnd();
  expect(paidOut()).toEqual([made.order.amountToGet]);
  expect((await readOrder(host, made)).deposits.map((deposit) => deposit.txHash)).toEqual([second]);
});

test('exchanges the first deposit and treats a second one as extra (D6)', async () => {
  pay('0.1');
  await host.tick();
  pay('0.05');
  await runToEnd();
  expect(paidOut()).toEqual([made.order.amountToGet]);
  const order = await readOrder(host, made);
  expect(order.attention).toMatchObject({ reason: 'EXTRA_DEPOSIT', actions: ['REFUND'] });
  expect(order.deposits.map((deposit) => deposit.amount).toSorted()).toEqual(['0.05', '0.1']);
});

test('refunds to the address given at creation when nobody decides within 24 hours', async () => {
  host.advanceClock(21 * MINUTE);
  pay('0.1');
  await host.tick();
  host.advanceClock(24 * HOUR);
  await host.tick(2);
  expect(eventKinds(await readOrder(host, made))).toContain('REFUND_REQUESTED');
  expect(host.chain('bitcoin').receivedBy(ADDRESSES.bitcoin)).toEqual([]);
  await runToEnd();
  const order = await readOrder(host, made);
  expect(eventKinds(order).slice(-3)).toEqual(['REFUND_REQUESTED', 'INCOMING_FUNDS_DETECTED', 'REFUND_COMPLETED']);
  // 0.1 minus the network fee of 0.00003
  expect(
    host
      .chain('bitcoin')
      .receivedBy(ADDRESSES.bitcoin)
      .map((one) => one.amount),
  ).toEqual(['0.09997']);
  expect(order.refunds).toMatchObject([{ amount: '0.09997', networkFee: '0.00003' }]);
  expect(paidOut()).toEqual([]);
});

test('keeps the rate of a deposit mined in time on a network that was scanned later', async () => {
  const bitcoin = host.chain('bitcoin');
  bitcoin.mode = 'down';
  host.advanceClock(12 * MINUTE);
  pay('0.1');
  host.advanceClock(2 * MINUTE);
  bitcoin.mine();
  const blockTime = new Date(host.context.now()).toISOString();
  host.advanceClock(11 * MINUTE);
  await host.tick();
  bitcoin.mode = 'up';
  await runToEnd();
  expect(paidOut()).toEqual([made.order.amountToGet]);
  const order = await readOrder(host, made);
  expect(order.deposits).toMatchObject([{ detectedAt: blockTime }]);
  expect(eventKinds(order)).not.toContain('FIXED_RATE_SLOW_DEPOSIT_DETECTED');
});

describe('the rest of a deposit, mined in time while the network could not be scanned', () => {
  const bitcoin = () => host.chain('bitcoin');

  /** The first part is recorded; the rest is mined six minutes before the deadline, which then passes. */
  async function paidInParts(): Promise<void> {
    pay('0.04');
    bitcoin().mine();
    await host.tick();
    bitcoin().mode = 'down';
    host.advanceClock(14 * MINUTE);
    pay('0.06');
    bitcoin().mine();
    host.advanceClock(11 * MINUTE);
  }

  test('keeps the rate after worker rounds without the network', async () => {
    await paidInParts();
    await host.tick(3);
    expect((await readOrder(host, made)).attention).toBeNull();
    bitcoin().mode = 'up';
    await runToEnd();
    expect(paidOut()).toEqual([made.order.amountToGet]);
  });

  test('keeps the rate after the host was offline and the network is not available at once', async () => {
    await paidInParts();
    await host.restart();
    await host.tick(2);
    bitcoin().mode = 'up';
    await runToEnd();
    expect(paidOut()).toEqual([made.order.amountToGet]);
  });

  test('keeps the rate while the node catches up', async () => {
    await paidInParts();
    const read = bitcoin().incoming;
    const before = Date.parse(made.order.expiresAt) - 7 * MINUTE;
    bitcoin().mode = 'up';
    bitcoin().incoming = async (input) => {
      const answer = await read(input);
      const transfers = answer.transfers.filter(({ blockTime }) => blockTime !== null && blockTime <= before);
      return { transfers, cursor: input.cursor ?? '0', readUntil: before };
    };
    await host.tick(3);
    expect((await readOrder(host, made)).attention).toBeNull();
    bitcoin().incoming = read;
    await runToEnd();
    expect(paidOut()).toEqual([made.order.amountToGet]);
  });

  test('asks for a decision when no deposit arrived before the deadline', async () => {
    pay('0.04');
    await host.tick();
    bitcoin().mode = 'down';
    host.advanceClock(HOUR);
    await host.tick(3);
    // A deposit sent now would be late.
    expect(await readOrder(host, made)).toMatchObject({ waitsFor: 'DEPOSIT_NETWORK', attention: null });
    bitcoin().mode = 'up';
    await host.tick();
    expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'WRONG_DEPOSIT_AMOUNT' });
  });

  test('completes a floating deposit in the same way', async () => {
    host.desk.minimum = '0.05';
    const floating = await makeOrder(host);
    const payFloating = (amount: string) => bitcoin().pay({ address: floating.order.depositAddress }, 'btc', amount);
    payFloating('0.04');
    bitcoin().mine();
    await host.tick();
    bitcoin().mode = 'down';
    host.advanceClock(20 * HOUR);
    payFloating('0.06');
    bitcoin().mine();
    host.advanceClock(5 * HOUR);
    await host.tick(3);
    expect(await readOrder(host, floating)).toMatchObject({ waitsFor: 'DEPOSIT_NETWORK', attention: null });
    bitcoin().mode = 'up';
    await runToEnd();
    expect(eventKinds(await readOrder(host, floating)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
  });
});

test('treats a deposit mined after the deadline as late, whenever it is scanned', async () => {
  const bitcoin = host.chain('bitcoin');
  bitcoin.mode = 'down';
  host.advanceClock(21 * MINUTE);
  pay('0.1');
  bitcoin.mine();
  bitcoin.mode = 'up';
  await runToEnd();
  expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'SLOW_DEPOSIT' });
});
