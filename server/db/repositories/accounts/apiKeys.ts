import type { Executor } from '../../database.ts';
import { isFrozenUser } from '../switches.ts';
import type { ApiKeyRow, ApiNonceTable } from '../../tables/apiKeys.ts';

export async function insertApiKey(executor: Executor, key: ApiKeyRow): Promise<void> {
  await executor.insertInto('api_keys').values(key).execute();
}

/** Returns the API keys of a customer, newest first. */
export async function listApiKeys(executor: Executor, userId: number): Promise<ApiKeyRow[]> {
  return await executor
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function findApiKey(executor: Executor, userId: number, id: string): Promise<ApiKeyRow | undefined> {
  return await executor.selectFrom('api_keys').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
}

/** Returns the key, if the account of its owner is open and no operator has frozen it. */
export async function findUsableApiKey(executor: Executor, id: string): Promise<ApiKeyRow | undefined> {
  return await executor
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .selectAll('api_keys')
    .where('api_keys.id', '=', id)
    .where('users.closed_at', 'is', null)
    .where((where) => where.not(isFrozenUser))
    .executeTakeFirst();
}

/** Changes a key of a customer. Returns the changed key; undefined if the customer has no such key. */
export async function updateApiKey(
  executor: Executor,
  userId: number,
  id: string,
  changes: Partial<Pick<ApiKeyRow, 'name' | 'white_list' | 'is_active'>>,
): Promise<ApiKeyRow | undefined> {
  if (Object.keys(changes).length > 0) {
    await executor.updateTable('api_keys').set(changes).where('id', '=', id).where('user_id', '=', userId).execute();
  }
  return await findApiKey(executor, userId, id);
}

/** Switches all API keys of a customer off. Returns whether one was on. */
export async function deactivateApiKeys(executor: Executor, userId: number): Promise<boolean> {
  const keys = executor.updateTable('api_keys').set({ is_active: 0 }).where('user_id', '=', userId).where('is_active', '=', 1);
  return (await keys.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Returns false if the customer has no such key. */
export async function deleteApiKey(executor: Executor, userId: number, id: string): Promise<boolean> {
  const result = await executor.deleteFrom('api_keys').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function markApiKeyUsed(executor: Executor, id: string, now: number): Promise<void> {
  await executor.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** Returns how many orders were created with each key, by key. Keys without an order are missing. */
export async function countOrdersOfApiKeys(executor: Executor, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await executor
    .selectFrom('order_owners')
    .select(({ fn }) => ['api_key_id', fn.countAll<number | string>().as('orders')])
    .where('api_key_id', 'in', ids)
    .groupBy('api_key_id')
    .execute();
  return new Map(rows.map(({ api_key_id: id, orders }) => [id ?? '', Number(orders)]));
}

/**
 * Inserts nonces and returns, in their sequence, whether each is new. Of several calls or processes with the same nonce, one
 * succeeds.
 */
export async function insertApiNonces(executor: Executor, nonces: readonly ApiNonceTable[]): Promise<boolean[]> {
  // Every process inserts in the same order, so that two batches never deadlock.
  const sorted = nonces.toSorted((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
  const inserted = await executor
    .insertInto('api_nonces')
    .values(sorted)
    .onConflict((conflict) => conflict.columns(['api_key_id', 'nonce']).doNothing())
    .returning(['api_key_id', 'nonce'])
    .execute();
  const fresh = new Set(inserted.map(nameOf));
  return nonces.map((nonce) => fresh.delete(nameOf(nonce)));
}

const nameOf = ({ api_key_id: id, nonce }: Pick<ApiNonceTable, 'api_key_id' | 'nonce'>): string => `${id} ${nonce}`;

export async function deleteOldApiNonces(executor: Executor, now: number): Promise<void> {
  await executor.deleteFrom('api_nonces').where('until', '<', now).execute();
}
