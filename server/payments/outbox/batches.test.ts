import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { subtract, sum } from '../../../contract/money.ts';
import { DATABASES } from '../../../tests/support/databases.ts';
import { startCountedHostOn } from '../../../tests/support/orderHosts.ts';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import { countReceived, mineAndTick, readStatus, reconcileNow } from '../../orders/testing/hostActions.ts';
import { ADDRESSES, LITECOIN, makeOrder, readOrder, type MadeOrder, type OrderHost } from '../../orders/testing/orderHost.ts';
import { ChainRefusedError, ChainUnavailableError } from '../../ports/chain/chainGateway.ts';

const OTHER_ADDRESS = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';
const BTC_AMOUNTS = ['0.1', '0.11', '0.12', '0.13', '0.14'];

describe.each(DATABASES)('payments that are due together on a pooled network on %s', (kind) => {
  let host: OrderHost;
  let orders: MadeOrder[];
  beforeEach(async () => {
    host = await startCountedHostOn(kind, [LITECOIN]);
    orders = [];
    for (const [place, amount] of BTC_AMOUNTS.entries()) {
      const destination = place === 2 ? OTHER_ADDRESS : ADDRESSES.litecoin;
      const made = await makeOrder(host, { to: 'ltc', destination, amount });
      host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
      orders.push(made);
    }
  });
  afterEach(async () => {
    await host.close();
  });

  const litecoin = () => host.chain('litecoin');
  const run = async (rounds = 6): Promise<void> => await mineAndTick(host, ['bitcoin', 'litecoin'], rounds);
  const payouts = async () =>
    (await Promise.all(orders.map(({ order }) => listOutboxRows(host.database, order.orderId))))
      .flat()
      .filter((send) => send.kind === 'PAYOUT');
  const received = (): number =>
    [ADDRESSES.litecoin, OTHER_ADDRESS].reduce((n, to) => n + countReceived(host, 'litecoin', to), 0);
  /** Changes both ways in which the network is asked to pay. */
  const replaceSending = (before: (addresses: readonly string[]) => Promise<void>, after: () => void = () => undefined) => {
    const { send, sendMany = expect.fail('no batches') } = litecoin();
    litecoin().send = async (request, fence) => {
      await before([request.toAddress]);
      return await send(request, fence);
    };
    litecoin().sendMany = async (requests, fence) => {
      await before(requests.map(({ toAddress }) => toAddress));
      await sendMany(requests, fence);
      after();
    };
    return () => Object.assign(litecoin(), { send, sendMany });
  };
  const expectCompleted = async (): Promise<void> => {
    for (const made of orders) expect(await readStatus(host, made)).toBe('COMPLETED');
    expect(received()).toBe(orders.length);
    expect(await reconcileNow(host)).toEqual([]);
  };

  test('leave in one transaction, and each pays its share of the fee', async () => {
    const before = await litecoin().balance(litecoin().treasury(), 'ltc');
    await run();
    await expectCompleted();
    const sends = await payouts();
    expect(sends.length).toBe(orders.length);
    expect(new Set(sends.map(({ tx_hash }) => tx_hash)).size).toBe(1);
    const fees = await host.database
      .selectFrom('ledger_entries')
      .select('amount')
      .where('account', '=', 'NETWORK_FEES')
      .where('instrument', '=', 'ltc')
      .where('kind', '=', 'SENT')
      .execute();
    expect(fees.length).toBe(orders.length);
    expect(sum(fees.map(({ amount }) => amount))).toBe(LITECOIN.fee);
    const after = await litecoin().balance(litecoin().treasury(), 'ltc');
    expect(subtract(before, after)).toBe(sum([LITECOIN.fee, ...sends.map(({ amount }) => amount)]));
    // A customer sees nothing of the others.
    const shown = await readOrder(host, orders[0] ?? expect.fail('no order'));
    expect(shown.withdrawals).toMatchObject([{ txHash: sends[0]?.tx_hash }]);
    expect(JSON.stringify(shown)).not.toContain(OTHER_ADDRESS);
  });

  test('leave without the one that the network refuses', async () => {
    const restore = replaceSending(async (addresses) => {
      await Promise.resolve();
      if (addresses.includes(OTHER_ADDRESS)) throw new ChainRefusedError('dust');
    });
    await run();
    const states = async () => (await payouts()).map(({ state }) => state);
    expect(await states()).toEqual(['CONFIRMED', 'CONFIRMED', 'REFUSED', 'CONFIRMED', 'CONFIRMED']);
    expect(received()).toBe(4);
    restore();
    host.advanceClock(600_000);
    await run();
    await expectCompleted();
  });

  test('leave without the one that is put on hold while the sender is about to sign', async () => {
    const [, held = expect.fail('no order')] = orders;
    const id = `PAYOUT:${held.order.orderId}`;
    const restore = replaceSending(async () => {
      restore();
      await host.database.updateTable('outbox').set({ state: 'HELD' }).where('id', '=', id).execute();
    });
    await run();
    expect((await payouts()).map(({ state }) => state)).toEqual(['CONFIRMED', 'HELD', 'CONFIRMED', 'CONFIRMED', 'CONFIRMED']);
    expect(received()).toBe(4);
  });

  test('are paid once when the answer of the network is lost', async () => {
    const restore = replaceSending(
      async () => await Promise.resolve(),
      () => {
        restore();
        throw new ChainUnavailableError('the answer was lost');
      },
    );
    await run(12);
    await expectCompleted();
    expect(new Set((await payouts()).map(({ tx_hash }) => tx_hash)).size).toBe(1);
  });

  test('are paid once when the process dies at any statement of the rounds that send them', async () => {
    const areConfirmed = async () => {
      const sends = await payouts();
      return sends.length > 0 && sends.every(({ state }) => state === 'CONFIRMED');
    };
    let crashes = 0;
    // A start takes longer on PostgreSQL.
    const step = kind === 'SQLite' ? 5 : 40;
    for (let deadline = 1; !(await areConfirmed()); deadline += step) {
      const before = host.database;
      let statements = 0;
      await host.restart(() => {
        // The migrations of the new process do not count.
        if (host.database === before) return;
        statements += 1;
        if (statements > deadline) throw new Error('killed');
      });
      await host.settlement.tick().catch(() => undefined);
      if (statements > deadline) crashes += 1;
      await host.restart();
      for (const chain of [host.chain('bitcoin'), litecoin()]) chain.mine(1);
    }
    expect(crashes).toBeGreaterThan(3);
    await host.restart();
    await run();
    await expectCompleted();
  });
});
