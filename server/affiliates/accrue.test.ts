import { afterEach, beforeEach, expect, test } from 'vitest';
import { listLedgerEntries } from '../db/repositories/ledger.ts';
import { listSignedDocuments } from '../db/repositories/signedDocuments.ts';
import { mineAndTick, reconcileNow } from '../orders/testing/hostActions.ts';
import { inputFor, startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { withdrawalsOf } from '../withdrawals/testing/withdrawalHost.ts';
import type { AccrualRecord } from '../guarantee/records.ts';
import { DEFAULT_AFFILIATE_RULES } from './affiliateSettings.ts';
import { findEarnerFault } from './signedAccruals.ts';
import { readOrigins } from './signedOrigins.ts';
import { addCustomer, affiliatesOf, balanceOf, useAffiliates, startSwap, swap, type TestCustomer } from './testing/customers.ts';

// 0.1 BTC at 60,000 USDT: the fee is 30 USDT, of which a fixed rate shares 15.
let host: OrderHost;
let anna: TestCustomer;
beforeEach(async () => {
  host = await startOrderHost();
  anna = await addCustomer(host);
});
afterEach(async () => {
  await host.close();
});

test('pays the referrer of a guest 40 % of the fee, by double entry, in the transaction of the completion', async () => {
  await reconcileNow(host);
  const orderId = await swap(host, { code: anna.code });
  expect(await balanceOf(host, anna)).toBe('12');
  const entries = (await listLedgerEntries(host.database, orderId)).filter((entry) => entry.journal_id.startsWith('accrual:'));
  expect(entries.map(({ account, amount, user_id }) => [account, amount, user_id])).toEqual([
    ['AFFILIATE_COSTS', '12', null],
    ['EARNINGS', '-12', anna.userId],
  ]);
  expect(await reconcileNow(host)).toEqual([]);
});

test('asks who earns for the first time to confirm the e-mail, once', async () => {
  const ben = await addCustomer(host);
  await host.database
    .updateTable('users')
    .set((row) => ({ email: row.fn<string>('concat', [row.ref('id'), row.val('@example.org')]) }))
    .execute();
  await host.database.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', ben.userId).execute();
  await swap(host, { code: anna.code });
  await swap(host, { code: anna.code });
  await swap(host, { code: ben.code });
  const mails = await host.database.selectFrom('account_mails').selectAll().execute();
  expect(mails.map(({ kind, to_address, origin }) => [kind, to_address, origin])).toEqual([
    ['FIRST_EARNING', `${anna.userId}@example.org`, 'https://swap.example'],
  ]);
});

test('pays the shares that an order was created with, whatever an operator sets before it completes', async () => {
  await reconcileNow(host);
  const ben = await addCustomer(host, anna);
  const cashbackLevels = DEFAULT_AFFILIATE_RULES.cashbackLevels.map((terms) => ({ ...terms, percent: '60' }));
  const rules = { ...DEFAULT_AFFILIATE_RULES, referrerSharePercent: '10', cashbackLevels };
  const undo = useAffiliates(host, (slug) => host.desk.prices.get(slug) ?? null, rules);
  const orderId = await startSwap(host, { owner: ben });
  undo();

  // 10 % and 60 % of 30 USDT.
  await mineAndTick(host, ['bitcoin'], 1);
  expect((await affiliatesOf(host).balances(anna.userId)).balances[0]?.expectedAmount).toBe('3');
  await mineAndTick(host, ['bitcoin', 'tron'], 5);
  expect([await balanceOf(host, anna), await balanceOf(host, ben)]).toEqual(['3', '18']);
  await swap(host, { owner: ben });
  expect([await balanceOf(host, anna), await balanceOf(host, ben)]).toEqual(['15', '19.5']);
  expect(await reconcileNow(host)).toEqual([]);

  // Who signs another share contradicts the order's origin.
  const accruals = host.database.selectFrom('accruals').selectAll().where('order_id', '=', orderId);
  const row = await accruals.where('kind', '=', 'REFERRER').executeTakeFirstOrThrow();
  const record = { ...(JSON.parse(row.document ?? '') as AccrualRecord), percent: '40' };
  const [origin] = readOrigins(await listSignedDocuments(host.database, orderId));
  expect(findEarnerFault(record, origin ? [origin] : [])).toBe('the order was created with 10 %');
});

test('shows which exchange earned, and the code that brought it, in the wallet of each customer', async () => {
  const ben = await addCustomer(host, anna);
  await swap(host, { owner: ben });
  await swap(host, { code: anna.code });
  const { service } = withdrawalsOf(host);
  const coins = { instrumentFrom: { currencyTitle: 'BTC' }, instrumentTo: { slug: 'usdttrc20' } };
  expect((await service.movements(anna.userId, {})).movements).toMatchObject([
    { kind: 'REFERRAL', source: anna.code, orderId: null, ...coins },
    { kind: 'REFERRAL', orderId: null, ...coins },
  ]);
  expect((await service.movements(ben.userId, {})).movements).toMatchObject([
    { kind: 'CASHBACK', source: null, orderId: expect.any(String), ...coins },
  ]);
});

test('pays cashback to a signed-in customer, and the share to the customer’s referrer', async () => {
  const ben = await addCustomer(host, anna);
  const carl = await addCustomer(host);
  await swap(host, { owner: ben, code: carl.code });
  expect([await balanceOf(host, anna), await balanceOf(host, ben), await balanceOf(host, carl)]).toEqual(['12', '1.5', '0']);
});

test('shares no premium of a fixed rate', async () => {
  await swap(host, { code: anna.code, rateMode: 'FIXED' });
  expect(await balanceOf(host, anna)).toBe('6');
});

test('pays the owner of an API key the share, without cashback or volume', async () => {
  const ben = await addCustomer(host, anna);
  await swap(host, { owner: ben, source: 'API_KEY' });
  expect([await balanceOf(host, anna), await balanceOf(host, ben)]).toEqual(['0', '12']);
  expect(await affiliatesOf(host).cashbackLevel(ben.userId)).toMatchObject({ volume: '0', earned: '0' });
});

test('pays nothing for an order that was added to the account with its pass, and counts no volume', async () => {
  const ben = await addCustomer(host, anna);
  await swap(host, { owner: ben, source: 'CLAIMED', code: anna.code });
  expect([await balanceOf(host, anna), await balanceOf(host, ben)]).toEqual(['0', '0']);
  expect((await affiliatesOf(host).cashbackLevel(ben.userId)).volume).toBe('0');
});

test('pays nothing for a refund', async () => {
  const orderId = await startSwap(host, { code: anna.code, rateMode: 'FIXED' });
  // The market moves beyond the limit of the fixed rate before the deposit is seen.
  host.desk.prices.set('btc', '50000');
  await mineAndTick(host, ['bitcoin', 'tron'], 2);
  host.advanceClock(25 * 3_600_000);
  await mineAndTick(host, ['bitcoin', 'tron'], 5);
  const { status } = await host.database
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect([status, await balanceOf(host, anna)]).toEqual(['REFUNDED', '0']);
});

test('completes an order without earnings while there is no price of either coin', async () => {
  const orderId = await startSwap(host, { code: anna.code });
  useAffiliatesWithoutPrices();
  await mineAndTick(host, ['bitcoin', 'tron'], 5);
  const { status } = await host.database
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect([status, await balanceOf(host, anna)]).toEqual(['COMPLETED', '0']);
});

test('values an order by the sent coin while there is no price of the received one', async () => {
  await startSwap(host, { code: anna.code, to: 'eth', destination: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' });
  useAffiliatesWithoutPrices('eth');
  await mineAndTick(host, ['bitcoin', 'ethereum'], 5);
  expect(await balanceOf(host, anna)).toBe('12');
});

test('raises the cashback level after the order that reaches it, and keeps the level', async () => {
  await swap(host, { owner: anna });
  await swap(host, { owner: anna });
  expect(await balanceOf(host, anna)).toBe('3');
  expect(await affiliatesOf(host).cashbackLevel(anna.userId)).toMatchObject({ level: 'SILVER', percent: '10', volume: '12000' });
  host.advanceClock(91 * 24 * 3_600_000);
  await swap(host, { owner: anna });
  expect(await balanceOf(host, anna)).toBe('6');
  expect(await affiliatesOf(host).cashbackLevel(anna.userId)).toMatchObject({ level: 'SILVER', volume: '6000', earned: '6' });
});

test('adds up orders that complete at the same time', async () => {
  await Promise.all(Array.from({ length: 5 }, () => startSwap(host, { code: anna.code, amount: '0.01' })));
  await mineAndTick(host, ['bitcoin', 'tron'], 6);
  expect(await balanceOf(host, anna)).toBe('6');
  expect(await affiliatesOf(host).statistics(anna.userId, '7d')).toMatchObject({ orders: 5, earned: '6' });
});

test('refuses an unknown referrer as §8 says, and accepts the brand’s own', async () => {
  const { input } = inputFor(host);
  const create = (referrerId: string) => host.orders.create({ ...input, referrerId }, { address: null, idempotencyKey: null });
  await expect(create('unknown')).rejects.toMatchObject({
    code: 'ERR_NOT_FOUND',
    message: expect.stringContaining('referrerAffiliateId'),
  });
  await host.database.updateTable('users').set({ closed_at: 1 }).where('id', '=', anna.userId).execute();
  await expect(create(anna.code)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  expect((await create('causeway')).isExpired).toBe(false);
});

/** Leaves affiliates without prices, or without that of one coin. */
function useAffiliatesWithoutPrices(missing?: string): void {
  const trustedPrice = (slug: string) =>
    missing !== undefined && slug !== missing ? (host.desk.prices.get(slug) ?? null) : null;
  useAffiliates(host, trustedPrice);
}
