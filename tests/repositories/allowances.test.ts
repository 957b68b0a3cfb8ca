import { expect, test } from 'vitest';
import { takeOfClient } from '../../server/db/repositories/allowances.ts';
import { createStore, DATABASES } from '../support/databases.ts';

test.each(DATABASES)('a client has an allowance, and its /48 ten times as much, on %s', async (kind) => {
  const store = await createStore(kind);
  const database = store.open();
  const use = async (address: string) =>
    await takeOfClient(database, { name: 'register', windowMs: 3_600_000, most: 2 }, address, 0);
  for (const address of ['203.0.113.7', '203.0.113.7', '2001:db8:1:2::1', '2001:db8:1:2::9'])
    expect(await use(address)).toBe(true);
  for (const address of ['203.0.113.7', '2001:db8:1:2::5']) expect(await use(address)).toBe(false);
  let allowed = 0;
  for (let network = 16; network < 46; network += 1) allowed += (await use(`2001:db8:1:${network.toString(16)}::1`)) ? 1 : 0;
  expect(allowed).toBe(18);
  await database.destroy();
  store.remove();
});
