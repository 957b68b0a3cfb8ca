import { add, type Decimal } from '../../../contract/money.ts';
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

/** Returns instrument → treasury capital that the ledger does not include. Omits instruments that were never recorded. */
export async function listTreasuryCapital(executor: Executor): Promise<Map<string, Decimal>> {
  const rows = await executor.selectFrom('treasury_capital').select(['instrument', 'amount']).execute();
  const capital = new Map<string, Decimal>();
  for (const { instrument, amount } of rows) capital.set(instrument, add(capital.get(instrument) ?? '0', amount));
  return capital;
}

/** Writes opening capital. An existing opening stays unchanged. */
export async function openTreasuryCapital(
  executor: Executor,
  openings: readonly { instrument: string; amount: Decimal; note: string; created_at: number }[],
): Promise<void> {
  if (openings.length === 0) return;
  await executor
    .insertInto('treasury_capital')
    .values(openings.map((opening) => ({ ...opening, number: 0 })))
    .onConflict((conflict) => conflict.columns(['instrument', 'number']).doNothing())
    .execute();
}

/** Records capital that an operator added or withdrew. Returns false if a concurrent entry took the number: retry. */
export async function addTreasuryCapital(
  executor: Executor,
  change: { instrument: string; amount: Decimal; note: string; created_at: number },
): Promise<boolean> {
  const { highest } = await executor
    .selectFrom('treasury_capital')
    .select((select) => select.fn.max('number').as('highest'))
    .where('instrument', '=', change.instrument)
    .executeTakeFirstOrThrow();
  const inserted = await executor
    .insertInto('treasury_capital')
    .values({ ...change, number: (highest ?? -1) + 1 })
    .onConflict((conflict) => conflict.columns(['instrument', 'number']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
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
