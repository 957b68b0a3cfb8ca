import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../server/db/database.ts';
import type { SweepState } from '../../server/db/tables/orders.ts';

const PATIENCE_MS = 30_000;
const LOOK_AGAIN_MS = 500;
const MOVING: readonly SweepState[] = ['DUE', 'TOPPING_UP', 'SWEEPING'];

/**
 * Waits until nothing is on its way: an order ends before its deposit is swept, and what moves while it is compared may be told,
 * as the amount that moves. No judgement: what does not come to rest is compared as it lies.
 */
export async function untilQuiet(database: Database): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until && (await isMoving(database))) await wait(LOOK_AGAIN_MS);
}

async function isMoving(database: Database): Promise<boolean> {
  const send = await database.selectFrom('outbox').select('id').where('state', 'in', ['PENDING', 'SENT']).executeTakeFirst();
  if (send) return true;
  const sweep = await database.selectFrom('sweeps').select('order_id').where('state', 'in', MOVING).executeTakeFirst();
  return sweep !== undefined;
}
