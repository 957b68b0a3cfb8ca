import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { oneDatabase } from '../../../tests/support/databases.ts';
import { startCountedHostOn } from '../../../tests/support/orderHosts.ts';
import { addressIndex } from '../../common/addressIndex.ts';
import { findCounterValue } from '../../db/repositories/cursors.ts';
import { listUnattributedAt } from '../../db/repositories/deposits.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { listForgottenIndexes } from '../../db/repositories/recovery/forgottenIndexes.ts';
import { enterRecovery } from '../../recovery/enterRecovery.ts';
import { mineAndTick, reconcileNow } from '../testing/hostActions.ts';
import { ADDRESSES, makeOrder, type OrderHost } from '../testing/orderHost.ts';

describe.each(oneDatabase(import.meta.filename))('addresses of orders that the books have forgotten on %s', (kind) => {
  let host: OrderHost;
  let last: number;
  beforeEach(async () => {
    host = await startCountedHostOn(kind);
    await makeOrder(host);
    await makeOrder(host, { from: 'xrp', amount: '1000', refund: ADDRESSES.ripple });
    last = await findCounterValue(host.database, 'deposit_index');
  });
  afterEach(async () => {
    await host.close();
  });

  const enter = async (network: string): Promise<void> => {
    const recovery = { network, reason: 'BOOKS_BEHIND', at: host.context.now() } as const;
    await host.database.transaction().execute(async (transaction) => await enterRecovery(transaction, recovery));
  };
  const addressOf = async (network: string, place: number) => await host.chain(network).addressAt(addressIndex(last + place));
  const pay = async (place: number): Promise<void> =>
    void host.chain('bitcoin').pay(await addressOf('bitcoin', place), 'btc', '0.1');
  const recordedAt = async (place: number): Promise<number> =>
    (await listUnattributedAt(host.database, 'bitcoin', (await addressOf('bitcoin', place)).address)).length;

  test('are read until 1,000 in a row are unused, and no new order gets one', async () => {
    for (const place of [1, 990, 1_980, 2_985]) await pay(place);
    await mineAndTick(host, ['bitcoin'], 2);
    expect(await recordedAt(1)).toBe(0);
    await enter('tron');
    await enter('bitcoin');
    await mineAndTick(host, ['bitcoin'], 3);
    expect(await Promise.all([1, 990, 1_980, 2_985].map(recordedAt))).toEqual([1, 1, 1, 0]);
    host.advanceClock(1_000);
    await enter('ethereum');
    const range = { first_index: 1, last_index: last + 20_000, last_used: last + 1_980, since: host.context.now() };
    expect(await listForgottenIndexes(host.database, 0)).toEqual([range]);
    // A process uses up the indexes that it has reserved.
    await host.restart();
    const { order } = await makeOrder(host, { from: 'eth', amount: '1', refund: ADDRESSES.ethereum });
    expect((await findOrder(host.database, order.orderId))?.deposit_index).toBeGreaterThan(last + 20_000);
    expect(await reconcileNow(host)).toEqual([]);
  });

  test('are told by the memo where customers share an address', async () => {
    await enter('ripple');
    const target = await addressOf('ripple', 3);
    host.chain('ripple').pay(target, 'xrp', '50');
    await mineAndTick(host, ['ripple'], 3);
    expect(await listUnattributedAt(host.database, 'ripple', target.address)).toMatchObject([
      { memo: target.memo, amount: '50' },
    ]);
    expect(await listForgottenIndexes(host.database, 0)).toMatchObject([{ last_used: last + 3 }]);
  });

  test('are watched as long as those of unpaid orders', async () => {
    await enter('bitcoin');
    host.advanceClock(9 * 24 * 3_600_000);
    await makeOrder(host);
    await pay(1);
    await mineAndTick(host, ['bitcoin'], 3);
    expect(await recordedAt(1)).toBe(0);
  });
});
