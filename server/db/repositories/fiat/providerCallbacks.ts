import type { Executor } from '../../database.ts';
import type { ProviderCallbackRow } from '../../tables/fiat.ts';

/** Stores a report of the provider. One that is known already is ignored. */
export async function insertCallback(executor: Executor, row: ProviderCallbackRow): Promise<void> {
  await executor
    .insertInto('provider_callbacks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['external_id', 'type', 'status', 'updated_at_ts']).doNothing())
    .execute();
}

/** Returns reports that were not applied, in the provider's order. */
export async function listNewCallbacks(executor: Executor, limit: number): Promise<ProviderCallbackRow[]> {
  return await newCallbacks(executor).selectAll().orderBy('updated_at_ts').orderBy('id').limit(limit).execute();
}

/** Reports that were not applied. */
export const newCallbacks = (executor: Executor) => executor.selectFrom('provider_callbacks').where('applied_at', 'is', null);

export async function listCallbacksOf(executor: Executor, purchaseId: string): Promise<ProviderCallbackRow[]> {
  return await executor.selectFrom('provider_callbacks').selectAll().where('purchase_id', '=', purchaseId).execute();
}

export async function markApplied(executor: Executor, ids: readonly string[], now: number): Promise<void> {
  await executor.updateTable('provider_callbacks').set({ applied_at: now }).where('id', 'in', ids).execute();
}

/** Notes the field in which a report differs from its purchase. */
export async function markContradicting(executor: Executor, id: string, field: string): Promise<void> {
  await executor.updateTable('provider_callbacks').set({ contradicts: field }).where('id', '=', id).execute();
}

/** Returns when the oldest report of those received after `since` arrived that differs from its purchase (ms); null: there is none. */
export async function findContradiction(executor: Executor, since: number): Promise<number | null> {
  const row = await executor
    .selectFrom('provider_callbacks')
    .select('received_at')
    .where('contradicts', 'is not', null)
    .where('received_at', '>', since)
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst();
  return row ? Number(row.received_at) : null;
}

/** Empties what the provider sent before a time (ms) and was applied. Type, status and time stay, from which the stage follows. */
export async function emptyCallbacks(executor: Executor, before: number): Promise<void> {
  await executor
    .updateTable('provider_callbacks')
    .set({ body: '' })
    .where('received_at', '<', before)
    .where('applied_at', 'is not', null)
    .where('body', '<>', '')
    .execute();
}
