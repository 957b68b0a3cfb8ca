import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../server/db/database.ts';
import type { SweepState } from '../../server/db/tables/payments.ts';

const PATIENCE_MS = 30_000;
const POLL_MS = 200;
const MOVING: readonly SweepState[] = ['TOPPING_UP', 'SWEEPING'];
/** A sweep that is due later than this waits until its network's fee has fallen, for minutes or hours. */
const SOON_MS = 10_000;

/**
 * Waits until no send is pending and no sweep is under way. An order completes before its deposit is swept, and an amount that
 * moves during a comparison shows up as a difference. After 30 s it returns without an error.
 */
export async function untilQuiet(database: Database): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until && (await isMoving(database))) await wait(POLL_MS);
}

async function isMoving(database: Database): Promise<boolean> {
  const send = await database.selectFrom('outbox').select('id').where('state', 'in', ['PENDING', 'SENT']).executeTakeFirst();
  if (send) return true;
  const soon = Date.now() + SOON_MS;
  const sweep = await database
    .selectFrom('sweeps')
    .select('order_id')
    .where(({ and, eb, or }) => or([eb('state', 'in', MOVING), and([eb('state', '=', 'DUE'), eb('not_before', '<', soon)])]))
    .executeTakeFirst();
  return sweep !== undefined;
}
