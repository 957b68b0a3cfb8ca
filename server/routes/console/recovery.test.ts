import { afterEach, expect, test } from 'vitest';
import type { Recovery } from '../../../contract/console/recovery.ts';
import { oneDatabase } from '../../../tests/support/databases.ts';
import { insertTreasuryTransactions } from '../../db/repositories/recovery/treasuryTransactions.ts';
import type { TreasuryTransactionTable } from '../../db/tables/recovery.ts';
import { mineAndTick } from '../../orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder } from '../../orders/testing/orderHost.ts';
import { enterRecovery } from '../../recovery/enterRecovery.ts';
import { startConsoleHost, type ConsoleHost, type TestOperator } from './testing.ts';

let site: ConsoleHost;
afterEach(async () => await site.close());

const listed = (position: number, toAddress: string, amount: string): TreasuryTransactionTable => ({
  network: 'tron',
  position,
  tx_hash: String(position).repeat(64),
  transfers: JSON.stringify([{ instrumentSlug: 'usdttrc20', toAddress, memo: null, amount }]),
  fee: '1.5',
  found_at: site.host.context.now(),
  explanation: null,
  send_ids: '[null]',
  explained_by: null,
  explained_at: null,
});

const RESTORE = {
  act: 'restore-order',
  input: {},
  asks: ['guarantee', 'refundAddress', 'refundMemo', 'isNoPayment', 'collectedBy'],
};

const recoveryOf = async ({ headers }: TestOperator): Promise<Recovery['recovery']> =>
  (await site.call('recovery', headers, { network: 'tron' })).body['recovery'] as Recovery['recovery'];

test.each(oneDatabase(import.meta.filename))('lists what left a treasury, with the acts that fit it, on %s', async (kind) => {
  site = await startConsoleHost(kind, { caps: { perOrderUsd: '100' } });
  const { host } = site;
  const { database, now } = host.context;
  const operator = await site.addOperator('orders.act', 'treasury');
  expect(await recoveryOf(operator)).toBeNull();
  const { order } = await makeOrder(host);
  host.chain('bitcoin').pay({ address: order.depositAddress }, 'btc', '0.1');
  await mineAndTick(host, ['bitcoin', 'tron'], 4);
  const sendId = `PAYOUT:${order.orderId}`;
  await database.transaction().execute(async (transaction) => {
    await enterRecovery(transaction, { network: 'tron', reason: 'RESTORED', at: now() });
    await insertTreasuryTransactions(transaction, [listed(4, ADDRESSES.tron, '5968.5'), listed(5, 'TStranger', '7')]);
  });
  await database.updateTable('recoveries').set({ state: 'EXPLAINING', read_from: 4, read_to: 6 }).execute();
  const at4 = { network: 'tron', position: 4 };
  const at5 = { network: 'tron', position: 5 };
  expect(await recoveryOf(operator)).toMatchObject({
    state: 'EXPLAINING',
    reason: 'RESTORED',
    readFrom: 4,
    readTo: 6,
    transactions: [
      {
        position: 4,
        transfers: [{ instrument: 'usdttrc20', amount: '5968.5', address: ADDRESSES.tron, memo: null, sendId: null }],
        fee: { instrument: 'trx', amount: '1.5' },
        explanation: null,
        payments: [sendId],
        orders: [],
        acts: [
          { act: 'adopt', input: { ...at4, sendId }, asks: [] },
          { act: 'explain', input: at4, asks: ['explanation', 'note', 'isNoPayment'] },
        ],
      },
      { position: 5, payments: [], orders: [], acts: [{ act: 'explain', input: at5, asks: ['explanation', 'note'] }] },
    ],
    acts: [RESTORE],
  });

  expect(await site.perform(operator, 'adopt', { ...at4, sendId })).toMatchObject({ done: true });
  const adopted = await recoveryOf(operator);
  expect(adopted?.transactions[0]).toMatchObject({
    explanation: 'PAYMENT',
    transfers: [{ sendId }],
    explainedBy: `customer ${operator.userId}`,
    acts: [],
  });
  expect(adopted?.acts).toEqual([RESTORE]);

  await database.updateTable('treasury_transactions').set({ explanation: 'LOSS' }).where('position', '=', 5).execute();
  const step = (act: string, network: string) => ({ act, input: { network }, asks: [] });
  expect((await recoveryOf(operator))?.acts).toEqual([step('confirm', 'tron'), RESTORE]);
  await database.transaction().execute(async (transaction) => {
    await enterRecovery(transaction, { network: 'bitcoin', reason: 'RESTORED', at: now() });
  });
  await database.updateTable('recoveries').set({ state: 'CONFIRMED' }).where('network', '=', 'tron').execute();
  expect((await recoveryOf(operator))?.acts).toEqual([step('open', 'tron'), RESTORE]);
  await database.updateTable('recoveries').set({ state: 'CONFIRMED' }).execute();
  expect((await recoveryOf(operator))?.acts).toEqual([step('open', 'tron'), step('open', 'all'), RESTORE]);
});
