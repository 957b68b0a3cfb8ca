import type { RawBuilder } from 'kysely';
import { compiledListRead, compiledRead } from '../compiled.ts';
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

/** Returns whether any of the values is blacklisted (D51). Ignores case. */
export async function isBlacklisted(
  executor: Executor,
  values: readonly Pick<BlacklistTable, 'kind' | 'value'>[],
): Promise<boolean> {
  if (values.length === 0) return false;
  return (
    (
      await blacklisted(
        executor,
        values.flatMap(({ kind, value }) => [kind, value.toLowerCase()]),
      )
    ).length > 0
  );
}

/** The kind and the value of each entry in turn */
const blacklisted = compiledListRead<string, { kind: string }>((executor, values) =>
  executor
    .selectFrom('blacklist')
    .select('kind')
    .where((where) =>
      where.or(
        values.flatMap((value, place) => {
          const kind = values[place - 1] as RawBuilder<BlacklistTable['kind']> | undefined;
          return kind && place % 2 === 1 ? [where.and([where('kind', '=', kind), where('value', '=', value)])] : [];
        }),
      ),
    ),
);

export async function insertBlacklistEntry(executor: Executor, entry: BlacklistTable): Promise<void> {
  await executor
    .insertInto('blacklist')
    .values({ ...entry, value: entry.value.toLowerCase() })
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
    .execute();
}
