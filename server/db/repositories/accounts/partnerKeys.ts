import type { Executor } from '../../database.ts';
import type { PartnerKeyRow } from '../../tables/apiKeys.ts';

/** Returns the limits of a partner's key; undefined for an ordinary key. */
export async function findPartnerKey(executor: Executor, apiKeyId: string): Promise<PartnerKeyRow | undefined> {
  return await executor.selectFrom('partner_keys').selectAll().where('api_key_id', '=', apiKeyId).executeTakeFirst();
}

/** Marks a key as a partner's, or replaces its limits. */
export async function writePartnerKey(executor: Executor, key: PartnerKeyRow): Promise<void> {
  await executor
    .insertInto('partner_keys')
    .values(key)
    .onConflict((conflict) => conflict.column('api_key_id').doUpdateSet(key))
    .execute();
}

/** Returns false if the key is not a partner's. */
export async function deletePartnerKey(executor: Executor, apiKeyId: string): Promise<boolean> {
  const result = await executor.deleteFrom('partner_keys').where('api_key_id', '=', apiKeyId).executeTakeFirst();
  return result.numDeletedRows === 1n;
}
