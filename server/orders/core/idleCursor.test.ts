import { afterEach, beforeEach, expect, test } from 'vitest';
import { findCursor, writeCursor } from '../../db/repositories/cursors.ts';
import { recordDeposits } from '../deposits/recordDeposits.ts';
import { startOrderHost, type OrderHost } from '../testing/orderHost.ts';

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  await host.close();
});

test('the cursor of a network on which nobody pays follows now and then', async () => {
  const ethereum = host.chain('ethereum');
  const cursor = () => findCursor(host.database, 'ethereum');
  await recordDeposits(host.context, ethereum);
  expect(await cursor()).toBeNull();

  await writeCursor(host.database, 'ethereum', '0', host.context.now());
  ethereum.mine(50_000);
  await recordDeposits(host.context, ethereum);
  expect(await cursor()).toBe('0');

  host.advanceClock(600_000);
  await recordDeposits(host.context, ethereum);
  expect(await cursor()).toBe(String(ethereum.height()));
});
