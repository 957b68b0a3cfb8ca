import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mineAndTick } from '../orders/testing/hostActions.ts';
import { DATABASES } from '../../tests/support/databases.ts';
import { startOrderHostOn } from '../../tests/support/orderHosts.ts';
import type { OrderHost } from '../orders/testing/orderHost.ts';
import { addCustomer, affiliatesOf, startSwap, swap, type TestCustomer } from './testing/customers.ts';

const DAY_MS = 24 * 3_600_000;
const ETHEREUM_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe.each(DATABASES)('on %s', (kind) => {
  let host: OrderHost;
  let anna: TestCustomer;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
    anna = await addCustomer(host);
  });
  afterEach(async () => {
    await host.close();
  });

  test('counts clicks, orders and earnings by code and day, compared with the period before', async () => {
    const affiliates = affiliatesOf(host);
    const { code } = await affiliates.createCode(anna.userId, '  Telegram   channel ');
    await affiliates.countClick(anna.code);
    await swap(host, { code: anna.code });
    host.advanceClock(7 * DAY_MS);
    await affiliates.countClick(code);
    await affiliates.countClick(code);
    await affiliates.countClick('unknown');
    await swap(host, { code });
    const statistics = await affiliates.statistics(anna.userId, '7d');
    expect(statistics).toMatchObject({ clicks: 2, orders: 1, earned: '12', previous: { clicks: 1, orders: 1, earned: '12' } });
    expect(statistics.steps).toHaveLength(7);
    expect(statistics.steps.at(-1)).toEqual({ from: '2026-11-27T00:00:00.000Z', clicks: 2, orders: 1, earned: '12' });
    expect(statistics.codes).toMatchObject([
      { code: anna.code, isMain: true, name: '', clicks: 0, orders: 0, earned: '0' },
      { code, isMain: false, name: 'Telegram channel', clicks: 2, orders: 1, earned: '12' },
    ]);
    expect(await affiliates.statistics(anna.userId, 'all')).toMatchObject({
      step: 'month',
      orders: 2,
      previous: null,
      steps: [{ from: '2026-11-01T00:00:00.000Z', clicks: 3, orders: 2, earned: '24' }],
    });
  });

  test('lists earnings in pages, the newest first, without the ids of other customers’ orders', async () => {
    const orderIds: string[] = [];
    for (let one = 0; one < 3; one += 1) orderIds.push(await swap(host, { code: anna.code, amount: '0.01' }));
    const affiliates = affiliatesOf(host);
    const first = await affiliates.accruals(anna.userId, { limit: '2' });
    expect(first).toMatchObject({ total: 3, items: [{ code: anna.code, fee: '3', percent: '40', amount: '1.2' }, {}] });
    const second = await affiliates.accruals(anna.userId, { limit: '2', cursor: first.nextCursor ?? '' });
    expect(second).toMatchObject({ nextCursor: null, items: [{ instrumentFrom: { currencyTitle: 'BTC' } }] });
    const ids = [...first.items, ...second.items].map(({ accrualId }) => accrualId);
    expect(new Set(ids).size).toBe(3);
    for (const orderId of orderIds) expect(JSON.stringify([first, second])).not.toContain(orderId);
  });

  test('lists cashback with the customer’s own order', async () => {
    const orderId = await swap(host, { owner: anna });
    expect(await affiliatesOf(host).cashbacks(anna.userId, {})).toMatchObject({
      total: 1,
      nextCursor: null,
      items: [{ orderId, sentAmount: '0.1', fee: '30', percent: '5', amount: '1.5' }],
    });
  });

  test('adds what open orders will earn to the balance call, until they complete', async () => {
    const ben = await addCustomer(host, anna);
    await startSwap(host, { code: anna.code });
    await startSwap(host, { owner: ben, rateMode: 'FIXED' });
    await startSwap(host, { owner: anna, source: 'API_KEY' });
    await startSwap(host, { owner: anna });
    await startSwap(host, { owner: anna, source: 'CLAIMED', code: anna.code });
    await mineAndTick(host, ['bitcoin'], 1, 1);
    const balances = async () => (await affiliatesOf(host).balances(anna.userId)).balances;
    // 12 of a guest, 6 of the referred customer's fixed rate, 12 of the API key, 1.5 cashback
    expect(await balances()).toMatchObject([{ slug: 'usdttrc20', amount: '0', expectedAmount: '31.5' }]);
    await mineAndTick(host, ['bitcoin', 'tron'], 5);
    expect(await balances()).toMatchObject([{ amount: '31.5', expectedAmount: '0' }]);
  });

  test('renames only own codes, refuses a blank name', async () => {
    const affiliates = affiliatesOf(host);
    const ben = await addCustomer(host);
    await expect(affiliates.renameCode(anna.userId, ben.code, 'Mine')).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    await expect(affiliates.createCode(anna.userId, ' ')).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
    expect(await affiliates.renameCode(anna.userId, anna.code, 'Blog')).toMatchObject({ name: 'Blog', isMain: true });
  });

  test('creates at most 20 codes of a customer, also when more are requested at once', async () => {
    const affiliates = affiliatesOf(host);
    const requests = Array.from({ length: 25 }, (_, number) => affiliates.createCode(anna.userId, `Code ${number}`));
    const refused = (await Promise.allSettled(requests)).filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(6);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'ERR_NOT_ACCEPTABLE', details: { most: 20 } });
    expect((await affiliates.statistics(anna.userId, 'all')).codes).toHaveLength(20);
  });

  test('adds up earnings of orders that two processes complete at the same time', async () => {
    await startSwap(host, { code: anna.code });
    await startSwap(host, { code: anna.code, to: 'eth', destination: ETHEREUM_ADDRESS });
    const second = await host.startSecondProcess();
    for (let round = 0; round < 6; round += 1) {
      for (const network of ['bitcoin', 'ethereum', 'tron']) host.chain(network).mine(2);
      await Promise.all([host.tick(), second.settlement.tick()]);
    }
    expect(await affiliatesOf(host).balances(anna.userId)).toMatchObject({ balances: [{ amount: '24' }] });
    expect(await affiliatesOf(host).statistics(anna.userId, '7d')).toMatchObject({ orders: 2, earned: '24' });
    await second.database.destroy();
  });
});
