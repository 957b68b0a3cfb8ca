import { describe, expect, it } from 'vitest';
import { createStore, DATABASES } from '../../tests/support/databases.ts';
import { sampleUser } from '../../tests/support/samples/sampleUser.ts';
import { insertPurchase, insertPurchaseEvents } from '../db/repositories/fiat/cardPurchases.ts';
import { purchaseRow } from './testing/purchaseRow.ts';
import { readUsualTimes } from './usualTimes.ts';

describe.each(DATABASES)('the usual times of card purchases on %s', (kind) => {
  it('are those of delivered purchases, once there are three', async () => {
    const store = await createStore(kind);
    const database = store.open();
    await database
      .insertInto('users')
      .values(sampleUser({ id: 1 }))
      .execute();
    const delivered = async (id: string, confirmMs: number, deliverMs: number): Promise<void> => {
      await insertPurchase(database, purchaseRow({ id, user_id: 1, status: 'DELIVERED', idempotency_key: id }));
      const kinds = ['DEPOSIT_REGISTERED', 'INCOMING_FUNDS_DETECTED', 'WITHDRAWAL_COMPLETED'] as const;
      const times = [0, confirmMs, confirmMs + deliverMs];
      const events = kinds.map((name, at) => ({ purchase_id: id, sequence: at, kind: name, created_at: times[at] ?? 0 }));
      await insertPurchaseEvents(database, events);
    };
    await delivered('a', 5_000, 60_000);
    await delivered('b', 9_000, 30_000);
    expect(await readUsualTimes(database)).toEqual({ confirmSeconds: null, deliverSeconds: null });
    await delivered('c', 7_000, 90_500);
    expect(await readUsualTimes(database)).toEqual({ confirmSeconds: 9, deliverSeconds: 91 });
    await database.destroy();
    store.remove();
  });
});
