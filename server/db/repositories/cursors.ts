import type { Executor } from '../database.ts';

/** The last of the next `count` numbers of a counter; gaps are fine, repeats never happen. */
export async function nextCounterValue(executor: Executor, name: 'deposit_index', count = 1): Promise<number> {
  const row = await executor
    .updateTable('counters')
    .set((expression) => ({ value: expression('value', '+', count) }))
    .where('name', '=', name)
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}

/** How far a network's deposits have been read; null before the first time. */
export async function findCursor(executor: Executor, network: string): Promise<string | null> {
  const row = await executor.selectFrom('network_cursors').select('cursor').where('network', '=', network).executeTakeFirst();
  return row?.cursor ?? null;
}

/** False for a network that was never read. */
export async function isCursorOlderThan(executor: Executor, network: string, time: number): Promise<boolean> {
  const row = await executor
    .selectFrom('network_cursors')
    .select('network')
    .where('network', '=', network)
    .where('updated_at', '<', time)
    .executeTakeFirst();
  return row !== undefined;
}

/** No payment on the network that was made before this time is unknown to us; 0 before the first answer. */
export async function findReadUntil(executor: Executor, network: string): Promise<number> {
  const row = await executor.selectFrom('network_cursors').select('read_until').where('network', '=', network).executeTakeFirst();
  return row?.read_until ?? 0;
}

/** `readUntil`: see {@link findReadUntil}. */
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
