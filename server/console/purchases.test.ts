import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertPurchase } from '../db/repositories/fiat/cardPurchases.ts';
import { callbackOf, startFiatHost, type FiatHost } from '../fiat/testing/fiatHost.ts';
import { purchaseRow } from '../fiat/testing/purchaseRow.ts';
import { search } from '../operator/search/search.ts';
import { readPurchase, readPurchases } from './purchases.ts';

const HASH = 'ab'.repeat(32);

let fiat: FiatHost;
beforeAll(async () => {
  fiat = await startFiatHost('SQLite');
});
afterAll(() => fiat.host.close());

test('lists purchases by stage, and shows one with what the provider reported, the newest first', async () => {
  const { context, purchases } = fiat;
  const now = context.now();
  const first = purchaseRow({ created_at: now - 1_000 }, now);
  const second = purchaseRow({ status: 'EXPIRED' }, now);
  for (const row of [first, second]) await insertPurchase(context.database, row);
  const sent = { tx: { id: HASH }, amount: '0.00248' };
  for (const [type, status, at, more] of [
    ['buy', 'paid', 10, { card: { number: '4444********3333' } }],
    ['withdraw', 'pending', 11, sent],
  ] as const) {
    const { body, signature } = callbackOf(first.id, type, status, at, more);
    await purchases.worker.receive(body, signature);
  }
  await purchases.worker.round();

  const open = await readPurchases(context, {});
  expect(open).toMatchObject({ purchases: [{ purchaseId: first.id, stage: 'DELIVERING', customerId: 1 }], nextPage: null });
  const expired = await readPurchases(context, { stage: 'EXPIRED' });
  expect(expired.purchases.map(({ purchaseId }) => purchaseId)).toEqual([second.id]);
  expect((await readPurchases(context, { stage: 'DECLINED' })).purchases).toEqual([]);

  const one = await readPurchase(context, { purchaseId: first.id });
  expect(one).toMatchObject({ stage: 'DELIVERING', amountToGet: '0.00248', txHash: HASH, wasHeld: true });
  expect(one.events.map(({ kind }) => kind)).toEqual(['INCOMING_FUNDS_DETECTED', 'FUNDS_WITHDRAWAL_START']);
  expect(one.reports.map(({ type, status, source }) => [type, status, source])).toEqual([
    ['withdraw', 'pending', 'CALLBACK'],
    ['buy', 'paid', 'CALLBACK'],
  ]);
  expect(one.reports[0]?.body).toContain(HASH);
  await expect(readPurchase(context, { purchaseId: 'x'.repeat(22) })).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
});

test('finds a purchase by its id, its number at the provider and its transaction', async () => {
  const { context } = fiat;
  const row = purchaseRow({ reference: '0c41f7e2a9', tx_hash: 'hash-of-search' }, context.now());
  await insertPurchase(context.database, row);
  const find = async (words: string) =>
    (await search(context, ['orders.read'], words)).purchases.map(({ purchaseId }) => purchaseId);
  for (const words of [row.id, ' 0c41f7e2a9 ', 'hash-of-search']) expect(await find(words)).toEqual([row.id]);
  expect(await find('0c41f7e2')).toEqual([]);
});
