import { compiledRead } from '../compiled.ts';
import type { Executor } from '../database.ts';
import type { BlacklistTable, IdempotencyKeyTable } from '../tables/host.ts';

const keys = compiledRead<{ keyHash: string }, IdempotencyKeyTable>((executor, value) =>
  executor.selectFrom('idempotency_keys').selectAll().where('key_hash', '=', value('keyHash')),
);

export async function findIdempotencyKey(executor: Executor, keyHash: string): Promise<IdempotencyKeyTable | undefined> {
  return (await keys(executor, { keyHash }))[0];
}

/** Returns false if the key is taken. */
export async function insertIdempotencyKey(executor: Executor, key: IdempotencyKeyTable): Promise<boolean> {
  const result = await executor
    .insertInto('idempotency_keys')
    .values(key)
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function deleteIdempotencyKey(executor: Executor, keyHash: string): Promise<void> {
  await executor.deleteFrom('idempotency_keys').where('key_hash', '=', keyHash).execute();
}

export async function insertBlacklistEntry(executor: Executor, entry: BlacklistTable): Promise<void> {
  await executor
    .insertInto('blacklist')
    .values({ ...entry, value: entry.value.toLowerCase() })
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
    .execute();
}
