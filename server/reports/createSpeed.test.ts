import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASES } from '../../tests/support/databases.ts';
import { startOrderHostOn } from '../../tests/support/orderHosts.ts';
import { insertOrder } from '../../tests/support/insertOrder.ts';
import { DAY_MS, dayOf } from '../common/day.ts';
import type { OrderHost } from '../orders/testing/orderHost.ts';
import { createSpeed } from './createSpeed.ts';

const MINUTE_MS = 60_000;

describe.each(DATABASES)('the speed of orders on %s', (kind) => {
  let host: OrderHost;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
  });
  afterEach(async () => {
    await host.close();
  });

  /** Inserts orders that took so many minutes and ended so many days ago. */
  const complete = async (daysAgo: number, ...minutes: number[]) => {
    const end = dayOf(host.context.now()) - daysAgo * DAY_MS + 11 * 3_600_000;
    for (const [index, took] of minutes.entries()) {
      const id = `order${daysAgo}x${index}x${took}`;
      await insertOrder(host.database, id);
      const changes = { status: 'COMPLETED', ended_at: end, first_deposit_at: end - took * MINUTE_MS } as const;
      await host.database.updateTable('orders').set(changes).where('id', '=', id).execute();
    }
  };

  test('is the median of today beside that of seven days, and the time of the slowest tenth', async () => {
    const { database, now } = host.context;
    const speed = createSpeed({ database, now });
    expect(await speed()).toEqual({ median: { today: null, before: null }, slowTenth: { today: null } });
    await complete(0, 3, 9, 4, 5, 6, 7, 8, 10, 31, 45);
    await complete(1, 2, 3, 4);
    await complete(2, 30);
    await complete(7, 12, 14, 13);
    await complete(8, 90);
    // It is read once a minute.
    expect((await speed()).median.today).toBeNull();
    const fresh = createSpeed({ database, now });
    expect(await fresh()).toEqual({ median: { today: 7 * 60, before: 13 * 60 }, slowTenth: { today: 31 * 60 } });
    // A minute later today is read again. The days before are over.
    host.advanceClock(MINUTE_MS);
    await complete(0, 1, 1, 1, 1);
    await complete(1, 60, 60, 60, 60);
    expect((await fresh()).median).toEqual({ today: 5 * 60, before: 13 * 60 });
  });
});
