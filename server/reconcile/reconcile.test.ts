import { addressIndex } from '../common/addressIndex.ts';
import { TREASURY_INDEX } from '../ports/chain/treasury.ts';
import { NO_JOURNAL_SOURCE } from '../db/tables/payments.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneDatabase } from '../../tests/support/databases.ts';
import { startOrderHostOn } from '../../tests/support/orderHosts.ts';
import { checkBooks, completeOrder, mineAndTick } from '../orders/testing/hostActions.ts';
import { ADDRESSES, LITECOIN, makeOrder, type MadeOrder, type OrderHost } from '../orders/testing/orderHost.ts';
import { findOutboxRow } from '../db/repositories/outbox.ts';
import { recordAction } from '../operator/acts/audit.ts';
import { accept } from './accept.ts';
import { reconcile, type Reconciliation } from './reconcile.ts';
import { markVerified } from './verifiedSends.ts';

/** Gives the mark of a sweep to a payout, and the other way round. */
async function moveMark({ database }: OrderHost): Promise<void> {
  const [first, second] = await database.selectFrom('reconcile_verified_sends').selectAll().execute();
  if (!first || !second) throw new Error('There are no marks.');
  for (const [{ outbox_id }, { document, signature, key_id }] of [[first, second] as const, [second, first] as const]) {
    const mark = database.updateTable('reconcile_verified_sends').set({ document, signature, key_id });
    await mark.where('outbox_id', '=', outbox_id).execute();
  }
}

describe.each(oneDatabase(import.meta.filename))('on %s', (kind) => {
  let host: OrderHost;

  beforeEach(async () => {
    host = await startOrderHostOn(kind);
    await check();
  });
  afterEach(async () => {
    await host.close();
  });

  const check = async (): Promise<Reconciliation> => await checkBooks(host);
  const keys = async (): Promise<string[]> => (await check()).differences.map((one) => one.key.replace(/[\w-]{22}(?=:|$)/, 'ID'));

  const mine = (rounds = 1): Promise<void> => mineAndTick(host, ['bitcoin', 'ethereum', 'tron', 'ripple'], rounds, 1);

  const completed = async (): Promise<MadeOrder> => await completeOrder(host);

  const changePayout = async (orderId: string, payout_amount: string): Promise<void> => {
    await host.database.updateTable('order_settlements').set({ payout_amount }).where('order_id', '=', orderId).execute();
  };
  const change = async (table: 'orders' | 'outbox', id: string, changes: object): Promise<void> => {
    await host.database.updateTable(table).set(changes).where('id', '=', id).execute();
  };

  describe('consistent books', () => {
    it('finds no difference at any step of an order', async () => {
      const made = await makeOrder(host);
      expect(await keys()).toEqual([]);
      host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
      for (let step = 0; step < 10; step += 1) {
        await mine();
        expect(await keys(), `step ${step}`).toEqual([]);
      }
      const { orders, sends, unread } = await check();
      expect({ orders, sends, unread }).toEqual({ orders: 1, sends: 2, unread: [] });
    });

    it('finds no difference at any step of an order on a pooled network, but an address that is not of its index', async () => {
      const pooled = await startOrderHostOn(kind, {}, [LITECOIN]);
      const found = async (): Promise<string[]> => (await checkBooks(pooled)).differences.map(({ what }) => what);
      await found();
      const made = await makeOrder(pooled, { from: 'ltc', amount: '75', refund: ADDRESSES.litecoin });
      const { orderId, depositAddress } = made.order;
      await pooled.database
        .updateTable('orders')
        .set({ deposit_index: addressIndex(999) })
        .where('id', '=', orderId)
        .execute();
      expect(await found()).toContain(`the deposit address of order ${orderId} is not the one of its index`);
      await pooled.database
        .updateTable('orders')
        .set({ deposit_index: addressIndex(1) })
        .where('id', '=', orderId)
        .execute();
      pooled.chain('litecoin').pay({ address: depositAddress }, 'ltc', '75');
      for (let step = 0; step < 10; step += 1) {
        await mineAndTick(pooled, ['litecoin', 'tron'], 1, 1);
        expect(await found(), `step ${step}`).toEqual([]);
      }
      expect(await checkBooks(pooled)).toMatchObject({ orders: 1, sends: 1, unread: [] });
      await pooled.close();
    });

    it('finds no difference for a token that needs gas, a memo address and an extra deposit', async () => {
      const token = await makeOrder(host, {
        from: 'usdterc20',
        to: 'xrp',
        amount: '500',
        destination: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
        refund: null,
      });
      const memo = await makeOrder(host, {
        from: 'xrp',
        to: 'eth',
        amount: '1000',
        destination: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        refund: null,
      });
      host.chain('ethereum').pay({ address: token.order.depositAddress }, 'usdterc20', '500');
      host.chain('ripple').pay({ address: memo.order.depositAddress, memo: memo.order.depositAddressMemo }, 'xrp', '1000');
      host.chain('ripple').pay({ address: memo.order.depositAddress, memo: '7' }, 'xrp', '3');
      for (let step = 0; step < 12; step += 1) {
        await mine(4);
        expect(await keys(), `step ${step}`).toEqual([]);
      }
      host.chain('ethereum').pay({ address: token.order.depositAddress }, 'usdterc20', '20');
      await mine(80);
      expect(await keys()).toEqual([]);
    });

    it('finds no difference when a payment cost many times what the network asks for now', async () => {
      const ethereum = host.chain('ethereum');
      ethereum.finalAfter = 12;
      ethereum.fee = '0.03';
      const made = await makeOrder(host, { to: 'eth', destination: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' });
      host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
      for (let step = 0; step < 6; step += 1) {
        host.chain('bitcoin').mine(2);
        await host.tick();
      }
      ethereum.mine(1);
      ethereum.fee = '0.0003';
      expect((await findOutboxRow(host.database, `PAYOUT:${made.order.orderId}`))?.state).toBe('SENT');
      expect(await keys()).toEqual([]);
    });

    it('finds no difference when sends fail on chain and still cost their fee', async () => {
      host.chain('tron').failsSends = true;
      host.chain('bitcoin').failsSends = true;
      await completed();
      const failed = await host.database.selectFrom('outbox').select('kind').where('state', '=', 'FAILED').execute();
      expect(failed.map((row) => row.kind).toSorted()).toEqual(['PAYOUT', 'SWEEP']);
      expect(await keys()).toEqual([]);
    });
  });

  it('stops before the next network request when aborted', async () => {
    for (let orders = 0; orders < 3; orders += 1) await completed();
    const stopping = new AbortController();
    const calledNetworks = new Set<string>();
    for (const network of ['bitcoin', 'ethereum', 'tron', 'ripple']) {
      host.chain(network).onCall = () => {
        calledNetworks.add(network);
        stopping.abort();
      };
    }
    await expect(reconcile(host.context, { settleMs: 0, signal: stopping.signal })).rejects.toThrow();
    expect(calledNetworks.size).toBe(1);
  });

  it('skips sends that were verified long after their confirmation', async () => {
    const { order } = await completed();
    host.advanceClock(8 * 24 * 3_600_000);
    expect((await check()).sends).toBe(2);
    const [sent] = host.chain('tron').receivedBy(order.destinationAddress);
    host.chain('tron').drop(sent?.txHash ?? '');
    const { sends, differences } = await check();
    expect([sends, differences.map(({ key }) => key).toSorted()]).toEqual([0, ['treasury:tron:trx', 'treasury:tron:usdttrc20']]);
  });

  it('checks a recent send although somebody marked it as verified', async () => {
    const { order } = await completed();
    const { database, context } = host;
    const payout = await findOutboxRow(database, `PAYOUT:${order.orderId}`);
    await markVerified(context, database, payout ? [payout] : []);
    const [sent] = host.chain('tron').receivedBy(order.destinationAddress);
    host.chain('tron').drop(sent?.txHash ?? '');
    expect(await keys()).toContain('send:PAYOUT:ID');
  });

  it.each<[string, (host: OrderHost) => Promise<unknown>]>([
    [
      'was not signed',
      ({ database }) =>
        database
          .updateTable('reconcile_verified_sends')
          .set({ signature: '00'.repeat(64) })
          .execute(),
    ],
    ['is that of another send', moveMark],
    [
      'is older than a change of the send',
      ({ database }) => database.updateTable('outbox').set({ tx_hash: 'another' }).where('kind', '=', 'PAYOUT').execute(),
    ],
  ])('checks an old send whose mark %s', async (_what, corrupt) => {
    await completed();
    host.advanceClock(8 * 24 * 3_600_000);
    expect((await check()).sends).toBe(2);
    expect((await check()).sends).toBe(0);
    await corrupt(host);
    expect((await check()).sends).toBeGreaterThan(0);
  });

  describe('reports differences', () => {
    it('reports a payment whose checks were overridden without an operator’s act', async () => {
      const { order } = await completed();
      const payout = `PAYOUT:${order.orderId}`;
      await change('outbox', payout, { overridden_at: host.context.now() });
      expect(await keys()).toEqual(['send:PAYOUT:ID:override']);
      await change('outbox', payout, { state: 'PENDING' });
      expect(await keys()).toContain('send:PAYOUT:ID:override');
      const act = { actor: { systemUser: 'anna' }, act: 'retry', subject: payout, effect: null } as const;
      await recordAction(host.context, host.database, act);
      expect(await keys()).toContain('send:PAYOUT:ID:override');
      await recordAction(host.context, host.database, { ...act, act: 'override' });
      expect(await keys()).not.toContain('send:PAYOUT:ID:override');
    });

    it('reports a stored balance above what the treasury holds, unless it is queried again before it is used', async () => {
      await completed();
      const store = async (changes: object) =>
        await host.database.updateTable('treasury_balances').set(changes).where('instrument', '=', 'usdttrc20').execute();
      await store({ amount: '600000', refreshed_at: host.context.now() - 60_000 });
      expect(await keys()).toEqual([]);
      await store({ refreshed_at: host.context.now() + 3_600_000 });
      expect(await keys()).toEqual(['treasury:stored:usdttrc20']);
    });

    it('reports that less is reserved than a fixed rate promises', async () => {
      await makeOrder(host, { rateMode: 'FIXED' });
      expect(await keys()).toEqual([]);
      await host.database.updateTable('reservations').set({ amount: '5000' }).execute();
      expect(await keys()).toEqual(['order:ID:reservation']);
      await host.database.deleteFrom('reservations').execute();
      expect(await keys()).toEqual(['order:ID:reservation']);
      host.advanceClock(21 * 60_000);
      expect(await keys()).toEqual([]);
    });

    it('reports a journal out of balance', async () => {
      const { order } = await completed();
      const entry = {
        ...NO_JOURNAL_SOURCE,
        kind: 'EXCHANGE',
        is_reversal: 0,
        account: 'DESK',
        order_id: order.orderId,
        instrument: 'btc',
        created_at: host.context.now(),
      } as const;
      await host.database
        .insertInto('ledger_entries')
        .values({ journal_id: 'by hand', line: 0, amount: '0.00000001', ...entry })
        .execute();
      expect(await keys()).toEqual(['journal:by hand btc', 'by hand']);
    });

    it('reports an order whose status, events, outbox and amounts are inconsistent', async () => {
      const { order } = await completed();
      await change('orders', order.orderId, { status: 'REFUNDED' });
      expect(await keys()).toEqual(
        expect.arrayContaining(['order:ID:events', 'order:ID:payout', 'order:ID:refund'] satisfies string[]),
      );
      await change('orders', order.orderId, { status: 'COMPLETED' });
      await changePayout(order.orderId, '1');
      expect(await keys()).toContain('order:ID:payout');
    });

    it('reports a journal without a booked deposit, and a wrong booked amount', async () => {
      const { order } = await completed();
      await host.database.updateTable('deposits').set({ booked_at: null }).where('order_id', '=', order.orderId).execute();
      expect(await keys()).toEqual(expect.arrayContaining([expect.stringMatching(/^deposit:bitcoin:/)]));
      await host.database
        .updateTable('deposits')
        .set({ booked_at: 1, amount: '0.2' })
        .where('order_id', '=', order.orderId)
        .execute();
      expect(await keys()).toEqual(['order:ID:deposits', expect.stringMatching(/^deposit:bitcoin:/)]);
    });

    it('reports a payout missing on the network, and a held payout that was sent', async () => {
      const { order } = await completed();
      const payout = `PAYOUT:${order.orderId}`;
      const [sent] = host.chain('tron').receivedBy(order.destinationAddress);
      await change('outbox', payout, { state: 'HELD' });
      expect(await keys()).toEqual(
        expect.arrayContaining([expect.stringMatching(/^send:PAYOUT/), 'sent:PAYOUT:ID', 'order:ID:payout']),
      );
      await change('outbox', payout, { state: 'CONFIRMED' });
      host.chain('tron').drop(sent?.txHash ?? '');
      expect(await keys()).toEqual(expect.arrayContaining([expect.stringMatching(/^send:PAYOUT/)]));
    });

    it('reports a treasury shortfall as an alarm and a surplus as a notice', async () => {
      await completed();
      host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '-0.000001');
      host.chain('bitcoin').credit(TREASURY_INDEX, 'btc', '0.5');
      const { differences } = await check();
      expect(differences.map(({ key, severity, howMuch }) => [key, severity, howMuch.split(' of ')[0]])).toEqual([
        ['treasury:tron:usdttrc20', 'ALARM', '-0.000001 usdttrc20'],
        ['treasury:bitcoin:btc', 'NOTICE', '0.5 btc'],
      ]);
    });

    it('reports a surplus of an instrument with a zero balance before', async () => {
      host.chain('ethereum').credit(TREASURY_INDEX, 'usdcerc20', '5');
      expect(await keys()).toEqual(['treasury:ethereum:usdcerc20']);
    });

    it('reports a reservation of a completed order', async () => {
      const { order } = await completed();
      await host.database
        .insertInto('reservations')
        .values({ order_id: order.orderId, instrument: 'usdttrc20', amount: '1' })
        .execute();
      expect(await keys()).toEqual(['order:ID:reservation']);
    });

    it('ignores an acceptance that the host did not sign', async () => {
      host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '-1000');
      const [found = expect.fail('no difference')] = (await check()).differences;
      await accept(host.context, { ...found, howMuch: '-1 usdttrc20 of 500000' }, 'another one');
      const forged = { amount_text: found.howMuch, signature: '00'.repeat(64) };
      const signed = await host.database.selectFrom('reconcile_accepted').selectAll().executeTakeFirstOrThrow();
      const document = signed.document.replace('-1 usdttrc20 of 500000', found.howMuch);
      await host.database
        .insertInto('reconcile_accepted')
        .values([
          { ...signed, ...forged, document },
          { ...signed, amount_text: `${found.howMuch} `, document },
        ])
        .execute();
      await host.database.updateTable('reconcile_accepted').set({ difference: found.key }).execute();
      expect(await keys()).toEqual(['treasury:tron:usdttrc20']);
    });

    it('hides an accepted difference until its amount changes', async () => {
      const { order } = await completed();
      await changePayout(order.orderId, '1');
      for (const difference of (await check()).differences) await accept(host.context, difference, 'explained');
      expect(await keys()).toEqual([]);
      await changePayout(order.orderId, '2');
      expect(await keys()).toContain('order:ID:payout');
    });
  });

  describe('continuing from an earlier run', () => {
    it('checks newer entries and finds the same differences as a full run', async () => {
      await completed();
      host.advanceClock(3_600_000);
      const first = await check();
      const made = await completed();
      await changePayout(made.order.orderId, '1');
      const next = await checkBooks(host, false);
      expect(next.differences.map((one) => one.key)).toContain(`order:${made.order.orderId}:payout`);
      expect([first.orders, next.orders]).toEqual([1, 1]);
      host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '-3');
      const later = await checkBooks(host, false);
      expect(later.differences.map((one) => one.key)).toEqual(expect.arrayContaining(['treasury:tron:usdttrc20']));
    });
  });
});
