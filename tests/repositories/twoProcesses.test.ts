import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compare, sum } from '../../contract/money.ts';
import { ApiError } from '../../contract/errors.ts';
import { listReservations } from '../../server/db/repositories/treasury.ts';
import { listCustomerSendsSince } from '../../server/db/repositories/outbox.ts';
import {
  ADDRESSES,
  CLIENT,
  inputFor,
  eventKinds,
  ledgerSums,
  readOrder,
  makeOrder,
  type OrderHost,
  type OrderProcess,
} from '../../server/orders/testing/orderHost.ts';
import { advanceOrder } from '../../server/orders/lifecycle/advance.ts';
import { recordDeposits } from '../../server/orders/deposits/recordDeposits.ts';
import { startOrderHostOn } from '../support/orderHosts.ts';

let host: OrderHost;
let other: OrderProcess;

afterEach(async () => {
  await other.database.destroy();
  await host.close();
});

const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : String(error));

async function codes(work: readonly Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(work);
  return results.map((result) => (result.status === 'fulfilled' ? 'done' : codeOf(result.reason)));
}

/** Runs `meanwhile` once, after the first query that returns rows of `deposits`. */
function afterDepositsAreRead(meanwhile: () => Promise<void>): KyselyPlugin {
  let hasRun = false;
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (hasRun || !result.rows.some((row) => 'detected_at' in row)) return result;
      hasRun = true;
      await meanwhile();
      return result;
    },
  };
}

// On SQLite the transactions of two processes never overlap, so races are tested on PostgreSQL.
describe('two processes on one PostgreSQL', () => {
  const start = async (caps = {}) => {
    host = await startOrderHostOn('PostgreSQL', caps);
    other = await host.startSecondProcess();
  };

  it('create one order per idempotency key', async () => {
    await start();
    for (let round = 0; round < 10; round += 1) {
      const { input } = inputFor(host);
      const client = { ...CLIENT, idempotencyKey: `the same key ${round}` };
      const made = await Promise.all([0, 1, 2, 3].map((index) => (index % 2 ? other : host).orders.create(input, client)));
      expect(new Set(made.map(({ orderId }) => orderId)).size).toBe(1);
    }
    expect(await host.database.selectFrom('orders').selectAll().execute()).toHaveLength(10);
  });

  it('never reserve more than the treasury holds', async () => {
    await start();
    // The treasury holds 10 BTC: at most 20 of 24 orders for about 0.5 BTC each can be reserved.
    const wanted = {
      from: 'usdttrc20',
      to: 'btc',
      amount: '30000',
      destination: ADDRESSES.bitcoin,
      refund: ADDRESSES.tron,
      rateMode: 'FIXED',
    } as const;
    host.desk.maximum = '1000000';
    const inputs = Array.from({ length: 24 }, () => inputFor(host, wanted).input);
    const answers = await codes(inputs.map((input, index) => (index % 2 ? other : host).orders.create(input, CLIENT)));
    expect(new Set(answers)).toEqual(new Set(['done', 'ERR_NO_LIQUIDITY_AVAILABLE']));
    const reserved = sum((await listReservations(host.database, 'btc')).map(({ amount }) => amount));
    expect(compare(reserved, '10')).toBeLessThanOrEqual(0);
    expect(compare(reserved, '9.5')).toBeGreaterThan(0);
  });

  it('accept exactly one of two concurrent decisions', async () => {
    await start();
    for (let round = 0; round < 5; round += 1) {
      const orders = await Promise.all(Array.from({ length: 20 }, () => makeOrder(host, { amount: '0.01' })));
      // The deposit is twice the claimed amount and above the desk's maximum.
      host.desk.maximum = '0.015';
      for (const { order } of orders) host.chain('bitcoin').pay({ address: order.depositAddress }, 'btc', '0.02');
      host.chain('bitcoin').mine(1);
      await host.tick(2);
      host.desk.maximum = '1';
      await Promise.all(
        orders.map(async (made, index) => {
          const { orderId, destinationAddress } = made.order;
          const authority = { orderToken: made.token, clientAddress: null };
          const { offer, refundAmount = '0', networkFee } = await host.orders.refundInfo(orderId);
          const accept = { orderId, destinationAddress, ...(offer && { quoteId: offer.quoteId }) };
          const refund = { orderId, destinationAddress, refundAmount, claimedNetworkFee: networkFee };
          const [first, second] = index % 2 ? [host, other] : [other, host];
          const answers = await codes([
            first.orders.acceptRateModeChange(accept, authority),
            second.orders.requestRefund(refund, authority),
          ]);
          expect(answers.toSorted()).toEqual(['ERR_NOT_ACCEPTABLE', 'done']);
        }),
      );
    }
    host.chain('bitcoin').mine(6);
    for (let round = 0; round < 8; round += 1) {
      await host.tick();
      for (const network of ['bitcoin', 'tron']) host.chain(network).mine(3);
    }
    const ends = await host.database.selectFrom('orders').select('status').execute();
    expect(ends.every(({ status }) => status === 'COMPLETED' || status === 'REFUNDED')).toBe(true);
    const paid =
      host.chain('tron').receivedBy(ADDRESSES.tron).length + host.chain('bitcoin').receivedBy(ADDRESSES.bitcoin).length;
    expect(paid).toBe(100);
    expect(new Set(Object.values(await ledgerSums(host)))).toEqual(new Set(['0']));
  });

  it('enforce the hourly cap on concurrent payouts (D41)', async () => {
    await start({ perOrderUsd: '7000', perHourUsd: '20000' });
    // Each about 6,000 USD: three fit into an hour.
    const orders = await Promise.all(Array.from({ length: 8 }, () => makeOrder(host, { rateMode: 'FIXED' })));
    for (const { order } of orders) host.chain('bitcoin').pay({ address: order.depositAddress }, 'btc', '0.1');
    host.chain('bitcoin').mine(1);
    await host.tick(2);
    host.chain('bitcoin').mine(6);
    await recordDeposits(host.context, host.chain('bitcoin'));
    await Promise.all(orders.map(({ order }, index) => advanceOrder((index % 2 ? other : host).context, order.orderId)));
    const payouts = await listCustomerSendsSince(host.database, 'usdttrc20', 0);
    expect(payouts.map(({ state }) => state).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'HELD'),
      ...Array.from({ length: 3 }, () => 'PENDING'),
    ]);
  });

  it('ask for no decision when one records the missing deposit while the other decides', async () => {
    await start();
    const bitcoin = host.chain('bitcoin');
    const made = await makeOrder(host, { rateMode: 'FIXED' });
    const pay = (amount: string) => bitcoin.pay({ address: made.order.depositAddress }, 'btc', amount);
    pay('0.04');
    await host.tick();
    // In a block before the deadline, but scanned after it. Without confirmations it does not touch the order's row.
    pay('0.06');
    bitcoin.mine();
    host.advanceClock(21 * 60_000);
    let isRecorded = false;
    const database = host.database.withPlugin(
      afterDepositsAreRead(async () => {
        await recordDeposits(other.context, bitcoin);
        isRecorded = true;
      }),
    );
    await advanceOrder({ ...host.context, database }, made.order.orderId);
    expect(isRecorded).toBe(true);
    expect((await readOrder(host, made)).attention).toBeNull();
    for (let round = 0; round < 4; round += 1) {
      for (const network of ['bitcoin', 'tron']) host.chain(network).mine(3);
      await host.tick();
    }
    const paid = host.chain('tron').receivedBy(made.destination);
    expect(paid.map(({ amount }) => amount)).toEqual([made.order.amountToGet]);
  });
});

describe.each(['SQLite', 'PostgreSQL'] as const)('two processes on one %s', (kind) => {
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
    other = await host.startSecondProcess();
  });

  it('never work on the same network and take over the networks of a crashed process', async () => {
    const made = await makeOrder(host);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    host.chain('bitcoin').mine(6);
    await host.tick();
    // The first process holds the leases of the networks, so the second one does nothing.
    const before = eventKinds(await readOrder(host, made));
    host.chain('bitcoin').mine(6);
    await other.settlement.tick();
    expect(eventKinds(await readOrder(host, made))).toEqual(before);
    expect(other.settlement.lastTickAt()).toBe(host.context.now());

    // It crashes without releasing its leases, and they expire.
    await host.database.updateTable('leases').set({ until: 0 }).execute();
    host.chain('tron').database = () => other.database;
    host.chain('bitcoin').database = () => other.database;
    for (let round = 0; round < 6; round += 1) {
      await other.settlement.tick();
      host.chain('tron').mine(3);
    }
    expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
    expect(host.chain('tron').receivedBy(made.destination)).toHaveLength(1);

    // It was only slow: it can't write with the leases it lost.
    const late = await makeOrder(host);
    host.chain('bitcoin').pay({ address: late.order.depositAddress }, 'btc', '0.1');
    await host.settlement.tick();
    expect(eventKinds(await readOrder(host, late))).toEqual(['CREATION_END']);
  });

  it('release their networks at once when they stop', async () => {
    const stop = host.settlement.start();
    await expect.poll(() => host.settlement.lastTickAt()).not.toBeNull();
    await other.settlement.tick();
    const made = await makeOrder(host);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    await stop();
    await other.settlement.tick();
    expect(eventKinds(await readOrder(host, made))).toEqual(['CREATION_END', 'DEPOSIT_REGISTERED']);
  });
});
