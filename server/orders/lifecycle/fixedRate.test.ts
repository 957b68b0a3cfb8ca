import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

test('a deposit in time gets the promised amount to the digit, wherever the market goes once it is in a block', async () => {
  pay('0.1');
  host.chain('bitcoin').mine();
  await host.tick();
  host.desk.prices.set('btc', '40000');
  host.advanceClock(3 * HOUR);
  await runToEnd();
  expect(paidOut()).toEqual([made.order.amountToGet]);
  expect((await readOrder(host, made)).rateMode).toBe('FIXED');
});

test('a deposit that was seen in time and gets into a block hours later still gets it, within the 2 %', async () => {
  pay('0.1');
  await host.tick();
  host.advanceClock(3 * HOUR);
  host.desk.prices.set('btc', '58900');
  await runToEnd();
  expect(paidOut()).toEqual([made.order.amountToGet]);
});

test('a payment that is held back in the mempool holds no rate: the market is judged again when it is in a block', async () => {
  pay('0.1');
  await host.tick();
  host.desk.prices.set('btc', '40000');
  host.advanceClock(3 * HOUR);
  await runToEnd();
  expect(paidOut()).toEqual([]);
  expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'HIGH_VOLATILITY', actions: ['ACCEPT', 'REFUND'] });
});

test('a lock ends with the payment that it was for: what comes in its place after the time is SLOW_DEPOSIT', async () => {
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

test('nor does a late payment take the place of one in time that never gets into a block', async () => {
  pay('0.1');
  await host.tick();
  host.advanceClock(HOUR);
  const stuck = host.chain('bitcoin').incoming;
  host.chain('bitcoin').incoming = async (input) => {
    const answer = await stuck(input);
    // The first one stays in the mempool for ever, however many blocks come.
    const [oldest, ...rest] = answer.transfers;
    return { ...answer, transfers: oldest ? [{ ...oldest, blockHeight: null, confirmations: 0 }, ...rest] : [] };
  };
  pay('0.1');
  await runToEnd();
  expect(paidOut()).toEqual([]);
  expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'SLOW_DEPOSIT' });
});

test.each(['0.0996', '0.1004'])('%s of 0.1 is within the tolerance, and is exchanged at the promised price', async (amount) => {
  pay(amount);
  await runToEnd();
  // 59,700 per BTC, less the network's 1.5
  expect(paidOut()).toEqual([amount === '0.0996' ? '5944.62' : '5992.38']);
});

test('seen after 20 minutes is SLOW_DEPOSIT, and asks', async () => {
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

test('too much is WRONG_DEPOSIT_AMOUNT at once', async () => {
  pay('0.1006');
  await host.tick();
  const order = await readOrder(host, made);
  expect(eventKinds(order).slice(2)).toEqual(['FIXED_RATE_WRONG_DEPOSIT_AMOUNT_DETECTED', 'RATE_MODE_CHANGED']);
});

test('too little waits for the rest, which makes it good', async () => {
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

test('too little is WRONG_DEPOSIT_AMOUNT when the time is over', async () => {
  pay('0.04');
  await host.tick();
  host.advanceClock(20 * MINUTE);
  await host.tick();
  expect(eventKinds(await readOrder(host, made)).slice(2)).toEqual([
    'FIXED_RATE_WRONG_DEPOSIT_AMOUNT_DETECTED',
    'RATE_MODE_CHANGED',
  ]);
});

test('a rest that came late, while nobody looked, is SLOW_DEPOSIT', async () => {
  pay('0.04');
  await host.tick();
  host.advanceClock(21 * MINUTE);
  pay('0.06');
  await host.tick();
  expect(eventKinds(await readOrder(host, made)).slice(2)).toEqual(['FIXED_RATE_SLOW_DEPOSIT_DETECTED', 'RATE_MODE_CHANGED']);
});

test('a market more than 2 % against the desk when the deposit is seen is HIGH_VOLATILITY; in its favour it is not', async () => {
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

test('without a trustworthy price nothing is judged, until there is one again', async () => {
  host.desk.isStale = true;
  pay('0.1');
  host.chain('bitcoin').mine(3);
  await host.tick(3);
  expect(eventKinds(await readOrder(host, made))).toEqual(['CREATION_END', 'DEPOSIT_REGISTERED']);
  host.desk.isStale = false;
  await runToEnd();
  expect(paidOut()).toEqual([made.order.amountToGet]);
});

test('a deposit that is replaced by another of the same amount does not count twice', async () => {
  const first = pay('0.1');
  await host.tick();
  host.chain('bitcoin').drop(first);
  const second = pay('0.1');
  await host.tick();
  await runToEnd();
  expect(paidOut()).toEqual([made.order.amountToGet]);
  expect((await readOrder(host, made)).deposits.map((deposit) => deposit.txHash)).toEqual([second]);
});

test('a second deposit after a good one is extra: the exchange goes on, and the rest is kept for the customer (D6)', async () => {
  pay('0.1');
  await host.tick();
  pay('0.05');
  await runToEnd();
  expect(paidOut()).toEqual([made.order.amountToGet]);
  const order = await readOrder(host, made);
  expect(order.attention).toMatchObject({ reason: 'EXTRA_DEPOSIT', actions: ['REFUND'] });
  expect(order.deposits.map((deposit) => deposit.amount).toSorted()).toEqual(['0.05', '0.1']);
});

test('no answer in 24 hours is a refund, to the address given at creation, after the deposit’s confirmations', async () => {
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
  // 0.1 less the network fee of 0.00003
  expect(
    host
      .chain('bitcoin')
      .receivedBy(ADDRESSES.bitcoin)
      .map((one) => one.amount),
  ).toEqual(['0.09997']);
  expect(order.refunds).toMatchObject([{ amount: '0.09997', networkFee: '0.00003' }]);
  expect(paidOut()).toEqual([]);
});

test('a deposit that was in a block in time keeps its rate, though the network could not be read until later', async () => {
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

describe('the rest of a deposit that was in a block in time while nobody could read the network', () => {
  const bitcoin = () => host.chain('bitcoin');

  /** The first part is known; the rest gets into a block six minutes before the time is over, which then passes. */
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

  test('keeps the rate, though the rounds went on without the network', async () => {
    await paidInParts();
    await host.tick(3);
    expect((await readOrder(host, made)).attention).toBeNull();
    bitcoin().mode = 'up';
    await runToEnd();
    expect(paidOut()).toEqual([made.order.amountToGet]);
  });

  test('keeps it when the host was away too, and the network is not there at once', async () => {
    await paidInParts();
    await host.restart();
    await host.tick(2);
    bitcoin().mode = 'up';
    await runToEnd();
    expect(paidOut()).toEqual([made.order.amountToGet]);
  });

  test('keeps it when the node has not caught up yet, as long as that takes', async () => {
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

  test('is asked for when it never came, as soon as that is known', async () => {
    pay('0.04');
    await host.tick();
    bitcoin().mode = 'down';
    host.advanceClock(HOUR);
    await host.tick(3);
    // What is sent now would come too late.
    expect(await readOrder(host, made)).toMatchObject({ waitsFor: 'DEPOSIT_NETWORK', attention: null });
    bitcoin().mode = 'up';
    await host.tick();
    expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'WRONG_DEPOSIT_AMOUNT' });
  });

  test('makes a floating deposit enough, alike', async () => {
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

test('a deposit that got into a block after the time is late, whenever it is read', async () => {
  const bitcoin = host.chain('bitcoin');
  bitcoin.mode = 'down';
  host.advanceClock(21 * MINUTE);
  pay('0.1');
  bitcoin.mine();
  bitcoin.mode = 'up';
  await runToEnd();
  expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'SLOW_DEPOSIT' });
});
