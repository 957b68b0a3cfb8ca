import { join } from 'node:path';
import type { OrderHistory } from '../../contract/schemas/history.ts';
import { openEmbeddedDatabase } from '../../server/db/database.ts';
import { DATABASE_FILE } from '../../server/db/openDatabase.ts';
import { claimOrder } from '../../server/db/repositories/accounts/orderOwners.ts';
import { median, repeat, type Figure } from '../measure.ts';
import { signUp } from './customers.ts';
import { addPastOrders, settledOrder } from './pastOrders.ts';
import { startApi } from './process.ts';

const SIZES = [100, 100_000] as const;
const TIMES = 40;
const QUERIES = { 'a page': 'state=ended', 'a search': 'search=past0000' } as const;

/** Measures how the history of a customer slows down as it grows. */
export async function measureHistory(): Promise<Figure[]> {
  const api = await startApi({ EMBEDDED_CHAIN_SPEED: '3000', RECONCILE_EVERY_SECONDS: '86400' });
  const file = join(api.dataDirectory, DATABASE_FILE);
  const database = openEmbeddedDatabase(file);
  try {
    const { userId, accessToken, address } = await signUp(api.origin, 0);
    const headers = { authorization: `Bearer ${accessToken}`, 'x-forwarded-for': address };
    const { orderId } = await settledOrder(api.origin, database);
    await database.transaction().execute((transaction) => claimOrder(transaction, orderId, userId));
    const found: Record<string, number>[] = [];
    for (const size of SIZES) {
      addPastOrders(file, orderId, size);
      const times: Record<string, number> = {};
      for (const [name, query] of Object.entries(QUERIES)) times[name] = await timeOf(api.origin, query, headers);
      found.push(times);
    }
    return Object.keys(QUERIES).map((name): Figure => {
      const [few = 0, many = 0] = found.map((times) => times[name] ?? 0);
      return {
        name: `${name} of a history of ${SIZES[1]} orders`,
        unit: 'ms',
        ours: many,
        floor: few,
        target: { kind: 'atMostFloor', times: 1.3 },
        note: `the floor: the same with ${SIZES[0]} orders`,
      };
    });
  } finally {
    await database.destroy();
    await api.stop();
  }
}

/** Returns the median time of the call in ms. */
async function timeOf(origin: string, query: string, headers: Record<string, string>): Promise<number> {
  const times = await repeat(TIMES, async () => {
    const began = performance.now();
    const answer = await fetch(`${origin}/api/v1/orders/history?${query}`, { headers });
    const { entries } = (await answer.json()) as OrderHistory;
    if (entries.length !== 20) throw new Error(`${query} found ${entries.length} orders`);
    return performance.now() - began;
  });
  return median(times);
}
