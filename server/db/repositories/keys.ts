import type { RawBuilder } from 'kysely';
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

/** Returns whether any of the values is blacklisted (D51). Ignores case. */
export async function isBlacklisted(
  executor: Executor,
  values: readonly Pick<BlacklistTable, 'kind' | 'value'>[],
): Promise<boolean> {
  if (values.length === 0) return false;
  const read = blacklisted.get(values.length) ?? blacklistedOf(values.length);
  blacklisted.set(values.length, read);
  const given = values.flatMap(({ kind, value }, place) => [
    [`kind${place}`, kind],
    [`value${place}`, value.toLowerCase()],
  ]);
  return (await read(executor, Object.fromEntries(given) as Record<string, string>)).length > 0;
}

/** A client has at most a few dozen values: the spellings of two addresses, an e-mail and an IP address. */
const blacklisted = new Map<number, ReturnType<typeof blacklistedOf>>();

function blacklistedOf(count: number) {
  return compiledRead<Record<string, string>, { kind: string }>((executor, value) =>
    executor
      .selectFrom('blacklist')
      .select('kind')
      .where((where) =>
        where.or(
          Array.from({ length: count }, (_none, place) =>
            where.and([
              where('kind', '=', value(`kind${place}`) as RawBuilder<BlacklistTable['kind']>),
              where('value', '=', value(`value${place}`)),
            ]),
          ),
        ),
      ),
  );
}

export async function insertBlacklistEntry(executor: Executor, entry: BlacklistTable): Promise<void> {
  await executor
    .insertInto('blacklist')
    .values({ ...entry, value: entry.value.toLowerCase() })
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
    .execute();
}
