import { TREASURY_INDEX } from '../ports/chain/treasury.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withoutConstraints } from '../../tests/support/withoutConstraints.ts';
import { subtract } from '../../contract/money.ts';
import { checkBooks, completeOrder, mineAndTick } from '../orders/testing/hostActions.ts';
import { makeOrder, startOrderHost, type MadeOrder, type OrderHost } from '../orders/testing/orderHost.ts';
import { ChainUnavailableError } from '../ports/chain/chainGateway.ts';
import { accept } from './accept.ts';
import { UNREAD_ALARM_MS, type Reconciliation } from './reconcile.ts';

describe('objects that can’t be read', () => {
  let host: OrderHost;

  beforeEach(async () => {
    host = await startOrderHost();
    await check();
  });
  afterEach(async () => {
    await host.close();
  });

  const check = async (): Promise<Reconciliation> => await checkBooks(host);
  const keys = async (): Promise<string[]> => (await check()).differences.map((one) => one.key);

  const completed = async (): Promise<MadeOrder> => await completeOrder(host);

  it('names what it could not read on an unreachable network', async () => {
    const { order } = await completed();
    host.chain('tron').mode = 'down';
    const { differences, unread } = await check();
    expect(differences).toEqual([]);
    expect(unread.map((one) => one.object)).toEqual(
      expect.arrayContaining(['treasury:trx', 'treasury:usdttrc20', `send:tron:PAYOUT:${order.orderId}`]),
    );
    expect(new Set(unread.map(({ reason }) => reason))).toEqual(new Set(['tron is down']));
    host.chain('tron').mode = 'up';
    expect((await check()).unread).toEqual([]);
  });

  it('asks an unreachable network once, and whether it answers, and continues with the others', async () => {
    for (let orders = 0; orders < 3; orders += 1) await completed();
    const tron = host.chain('tron');
    let calls = 0;
    tron.mode = 'down';
    tron.onCall = () => (calls += 1);
    const { unread } = await check();
    expect(calls).toBe(2);
    expect(unread.filter(({ object }) => !/tron|trx|trc20/.test(object))).toEqual([]);
  });

  it('reports damaged records and continues', async () => {
    const { order } = await completed();
    await host.database.updateTable('order_settlements').set({ payout_amount: 'much' }).execute();
    await completed();
    host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '-1');
    expect(await keys()).toEqual([`order:${order.orderId}`, 'treasury:tron:usdttrc20']);
    await withoutConstraints(host.database, (database) =>
      database.updateTable('ledger_entries').set({ amount: 'much' }).where('order_id', '=', order.orderId).execute(),
    );
    expect(await keys()).toContain('ledger');
  });

  describe('with a coin that can’t be read', () => {
    /** A token whose contract reverts every `balanceOf`, or its repair. */
    const breakToken = (isBroken: boolean): void => {
      const tron = host.chain('tron');
      const { balance } = tron;
      tron.balance = async (index, instrument) => {
        if (isBroken && instrument === 'usdttrc20') throw new ChainUnavailableError('balanceOf reverted');
        return await balance(index, instrument);
      };
      restore = () => void (tron.balance = balance);
    };
    let restore: () => void;
    /** They use two of three reserved addresses, so that one is unused. */
    const twoCompleted = async (): Promise<void> => {
      await completed();
      await completed();
    };
    const theft = async (): Promise<string[]> => {
      breakToken(true);
      host.chain('tron').credit(TREASURY_INDEX, 'trx', '-90000');
      host.chain('bitcoin').credit(TREASURY_INDEX, 'btc', '-1');
      return await keys();
    };

    it('still finds what is missing of the other coins of its network', async () => {
      await twoCompleted();
      expect(await theft()).toEqual(['treasury:bitcoin:btc', 'treasury:tron:trx']);
      expect((await check()).unread).toMatchObject([
        { object: 'treasury:usdttrc20', reason: 'balanceOf reverted' },
        { object: 'unused:usdttrc20', reason: 'balanceOf reverted' },
      ]);
    });

    it('keeps an alarm in any kind of run until the coin was read and is correct', async () => {
      await twoCompleted();
      host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '-1');
      expect(await keys()).toEqual(['treasury:tron:usdttrc20']);
      breakToken(true);
      host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '1');
      for (const [isFull, unreadObjects] of [
        [false, ['treasury:usdttrc20']],
        [true, ['treasury:usdttrc20', 'unused:usdttrc20']],
        [false, ['treasury:usdttrc20', 'unused:usdttrc20']],
      ] as const) {
        const { differences, unread } = await checkBooks(host, isFull);
        expect([differences.map(({ key }) => key), unread.map(({ object }) => object)]).toEqual([
          ['treasury:tron:usdttrc20'],
          unreadObjects,
        ]);
      }
      restore();
      const { differences, unread } = await checkBooks(host, false);
      expect([differences, unread]).toEqual([[], []]);
    });

    it('raises an alarm when the coin stays unread for too long, which an operator can accept', async () => {
      await twoCompleted();
      breakToken(true);
      expect((await check()).differences).toEqual([]);
      host.advanceClock(UNREAD_ALARM_MS - 1);
      expect((await check()).differences).toEqual([]);
      host.advanceClock(1);
      const { differences } = await check();
      expect(differences).toMatchObject([
        { key: 'unread:treasury:usdttrc20', severity: 'ALARM' },
        { key: 'unread:unused:usdttrc20', severity: 'ALARM' },
      ]);
      for (const difference of differences) await accept(host.context, difference, 'the token was replaced');
      host.advanceClock(UNREAD_ALARM_MS);
      expect(await keys()).toEqual([]);
      restore();
      expect(await check()).toMatchObject({ differences: [], unread: [] });
    });

    it('reads the other deposit addresses of a network', async () => {
      const order = { from: 'eth', to: 'usdttrc20', amount: '1', refund: null } as const;
      const [native, token] = [
        await makeOrder(host, order),
        await makeOrder(host, { ...order, from: 'usdterc20', amount: '500' }),
      ];
      const ethereum = host.chain('ethereum');
      ethereum.pay({ address: native.order.depositAddress }, 'eth', '1');
      ethereum.pay({ address: token.order.depositAddress }, 'usdterc20', '500');
      host.chain('tron').mode = 'refuse';
      await mineAndTick(host, ['bitcoin', 'ethereum', 'tron'], 10);
      expect(await keys()).toEqual([]);
      const { balance } = ethereum;
      ethereum.balance = async (index, instrument) => {
        if (instrument === 'usdterc20') throw new ChainUnavailableError('balanceOf reverted');
        return subtract(await balance(index, instrument), index === 0 ? '0' : '0.5');
      };
      const { differences, unread } = await check();
      expect(differences.map(({ key }) => key)).toContain(`address:ethereum:${native.order.depositAddress}:eth`);
      expect(unread.map(({ object }) => object)).toEqual(
        expect.arrayContaining(['treasury:usdterc20', `address:${token.order.orderId}:usdterc20`]),
      );
    });
  });
});
