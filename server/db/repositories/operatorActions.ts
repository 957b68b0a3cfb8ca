import { sql } from 'kysely';
import { compiledRead, insertRows } from '../compiled.ts';
import type { Executor } from '../database.ts';
import type { Tables } from '../tables.ts';
import type { OperatorActionTable } from '../tables/operator.ts';

/** Rejects with the database's error if the number is taken. */
export async function insertOperatorAction(executor: Executor, action: OperatorActionTable): Promise<void> {
  await executor.insertInto('operator_actions').values(action).execute();
}

/** Returns the newest act; of a subject when one is given. */
export async function findLastAction(executor: Executor, subject?: string): Promise<OperatorActionTable | undefined> {
  return await executor
    .selectFrom('operator_actions')
    .selectAll()
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the acts about a subject, oldest first. */
export async function listActionsOf(executor: Executor, subject: string): Promise<OperatorActionTable[]> {
  return await executor.selectFrom('operator_actions').selectAll().where('subject', '=', subject).orderBy('number').execute();
}

/** Returns up to `limit` acts with a smaller number than `before`, newest first; those about a subject when one is given. */
export async function listLastActions(
  executor: Executor,
  { before, limit, subject }: { before: number; limit: number; subject?: string },
): Promise<OperatorActionTable[]> {
  return await executor
    .selectFrom('operator_actions')
    .selectAll()
    .where('number', '<', before)
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
}

/** Returns up to `limit` acts with a larger number than `after`, oldest first. */
export async function listActionsAfter(executor: Executor, after: number, limit: number): Promise<OperatorActionTable[]> {
  return await executor
    .selectFrom('operator_actions')
    .selectAll()
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute();
}

export const MOST_NEW_ACTIONS = 200;

/** Returns the first {@link MOST_NEW_ACTIONS} acts with a larger number than `after`, oldest first. Any process may ask often. */
export const listNewActions = compiledRead<{ after: number }, OperatorActionTable>((executor, value) =>
  executor
    .selectFrom('operator_actions')
    .selectAll()
    .where('number', '>', value('after'))
    .orderBy('number')
    .limit(MOST_NEW_ACTIONS),
);

/** Returns the acts with these numbers. */
export async function listActionsNumbered(executor: Executor, numbers: readonly number[]): Promise<OperatorActionTable[]> {
  if (numbers.length === 0) return [];
  return await executor.selectFrom('operator_actions').selectAll().where('number', 'in', numbers).execute();
}

type SignedTableName = 'settings' | 'switches' | 'blacklist' | 'reserve_thresholds' | 'notices' | 'approvals';

/** Returns every row of a table that operators' acts explain. */
export async function listRows(executor: Executor, table: SignedTableName) {
  return await executor.selectFrom(table).selectAll().execute();
}

/** Replaces the rows with this key by one row, or by none. */
export async function replaceRow(
  executor: Executor,
  table: SignedTableName,
  key: Readonly<Record<string, unknown>>,
  row: Tables[SignedTableName] | null,
): Promise<void> {
  const isKey = sql.join(
    Object.entries(key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  );
  await sql`delete from ${sql.table(table)} where ${isKey}`.execute(executor);
  if (row) await insertRows(executor, table, [row]);
}
