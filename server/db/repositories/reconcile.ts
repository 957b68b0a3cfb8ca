import type { Database, Executor } from '../database.ts';
import type { ReconcileAcceptedTable, ReconcileStateTable, ReconcileTotalTable } from '../tables/reconcile.ts';

const STATE_ROW = 1;

export type ReconcileState = Omit<ReconcileStateTable, 'id'>;

export async function findReconcileState(executor: Executor): Promise<ReconcileState | undefined> {
  return await executor.selectFrom('reconcile_state').selectAll().where('id', '=', STATE_ROW).executeTakeFirst();
}

export async function listReconcileTotals(executor: Executor): Promise<ReconcileTotalTable[]> {
  return await executor.selectFrom('reconcile_totals').selectAll().execute();
}

/** Writes the result of a run and the totals that the next run starts from, in one transaction. */
export async function writeReconcileState(
  database: Database,
  state: ReconcileState,
  totals: readonly ReconcileTotalTable[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('reconcile_state')
      .values({ id: STATE_ROW, ...state })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
      .execute();
    await transaction.deleteFrom('reconcile_totals').execute();
    if (totals.length > 0) await transaction.insertInto('reconcile_totals').values(totals).execute();
  });
}

export async function listAcceptedDifferences(executor: Executor): Promise<ReconcileAcceptedTable[]> {
  return await executor.selectFrom('reconcile_accepted').selectAll().execute();
}

export async function acceptDifference(executor: Executor, accepted: ReconcileAcceptedTable): Promise<void> {
  await executor
    .insertInto('reconcile_accepted')
    .values(accepted)
    .onConflict((conflict) => conflict.columns(['difference', 'amount_text']).doNothing())
    .execute();
}

/** Marks confirmed sends as finally verified, so that no later run checks them. */
export async function markSendsVerified(executor: Executor, outboxIds: readonly string[], now: number): Promise<void> {
  if (outboxIds.length === 0) return;
  await executor
    .insertInto('reconcile_verified_sends')
    .values(outboxIds.map((outbox_id) => ({ outbox_id, verified_at: now })))
    .onConflict((conflict) => conflict.column('outbox_id').doNothing())
    .execute();
}
