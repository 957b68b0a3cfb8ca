import type { Executor } from '../database.ts';

/** Reserves the next `count` numbers of a counter and returns the last one. Numbers may be skipped but never repeat. */
export async function nextCounterValue(executor: Executor, name: 'deposit_index', count = 1): Promise<number> {
  const row = await executor
    .updateTable('counters')
    .set((expression) => ({ value: expression('value', '+', count) }))
    .where('name', '=', name)
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}

/** Returns the last number that a counter has given. */
export async function findCounterValue(executor: Executor, name: 'deposit_index'): Promise<number> {
  const row = await executor.selectFrom('counters').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? 0;
}

/** Returns the deposit scan cursor of a network, or null before the first scan. */
export async function findCursor(executor: Executor, network: string): Promise<string | null> {
  const row = await executor.selectFrom('network_cursors').select('cursor').where('network', '=', network).executeTakeFirst();
  return row?.cursor ?? null;
}

/** Returns whether the cursor was last written before `time`, or never. */
export async function isCursorOlderThan(executor: Executor, network: string, time: number): Promise<boolean> {
  const row = await executor
    .selectFrom('network_cursors')
    .select('network')
    .where('network', '=', network)
    .where('updated_at', '>=', time)
    .executeTakeFirst();
  return row === undefined;
}

/** Returns the time until which every deposit on the network is recorded, or 0 before the first scan. */
export async function findReadUntil(executor: Executor, network: string): Promise<number> {
  const row = await executor.selectFrom('network_cursors').select('read_until').where('network', '=', network).executeTakeFirst();
  return row?.read_until ?? 0;
}

/** Writes the scan cursor of a network. For `readUntil` see {@link findReadUntil}. */
export async function writeCursor(
  executor: Executor,
  network: string,
  cursor: string,
  now: number,
  readUntil: number = now,
): Promise<void> {
  const read = { cursor, updated_at: now, read_until: readUntil };
  await executor
    .insertInto('network_cursors')
    .values({ network, ...read })
    .onConflict((conflict) => conflict.column('network').doUpdateSet(read))
    .execute();
}

/** Returns how far the deposits of each network were scanned, by network. */
export async function listCursors(executor: Executor): Promise<{ network: string; cursor: string }[]> {
  return await executor.selectFrom('network_cursors').select(['network', 'cursor']).orderBy('network').execute();
}
