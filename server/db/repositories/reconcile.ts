import type { Database, Executor } from '../database.ts';
import { lockInTransaction } from '../lockInTransaction.ts';
import type { OutboxRow, OutboxState } from '../tables/payments.ts';
import type {
  ReconcileAcceptedTable,
  ReconcileFindingTable,
  ReconcileStateTable,
  ReconcileTotalTable,
  ReconcileUnreadTable,
  ReconcileVerifiedSendTable,
} from '../tables/reconcile.ts';

const STATE_ROW = 1;
/** Limits the number of values in one statement. */
const CHUNK = 1_000;

export type ReconcileState = Omit<ReconcileStateTable, 'id'>;

export async function findReconcileState(executor: Executor): Promise<ReconcileState | undefined> {
  return await executor.selectFrom('reconcile_state').selectAll().where('id', '=', STATE_ROW).executeTakeFirst();
}

export async function listReconcileTotals(executor: Executor): Promise<ReconcileTotalTable[]> {
  return await executor.selectFrom('reconcile_totals').selectAll().execute();
}

/** Writes the state after a run and the totals that the next run starts from, in one transaction. */
export async function writeReconcileState(
  database: Database,
  state: ReconcileState,
  totals: readonly ReconcileTotalTable[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'reconcile');
    await transaction
      .insertInto('reconcile_state')
      .values({ id: STATE_ROW, ...state })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
      .execute();
    await transaction.deleteFrom('reconcile_totals').execute();
    if (totals.length > 0) await transaction.insertInto('reconcile_totals').values(totals).execute();
  });
}

/** Returns the confirmed differences of all objects, in the order of their names. */
export async function listFindings(executor: Executor): Promise<ReconcileFindingTable[]> {
  return await executor.selectFrom('reconcile_findings').selectAll().orderBy('object').orderBy('number').execute();
}

export async function listUnread(executor: Executor): Promise<ReconcileUnreadTable[]> {
  return await executor.selectFrom('reconcile_unread').selectAll().orderBy('since').orderBy('object').execute();
}

/** Returns when runs first noticed that something is wrong or unread in an object, and it stayed so; `otherwise` if nothing is. */
export async function findNoticedAt(executor: Executor, object: string, otherwise: number): Promise<number> {
  const unread = await executor.selectFrom('reconcile_unread').select('since').where('object', '=', object).execute();
  const found = await executor.selectFrom('reconcile_findings').select('first_found_at').where('object', '=', object).execute();
  return Math.min(otherwise, ...unread.map(({ since }) => Number(since)), ...found.map((one) => Number(one.first_found_at)));
}

/** What a run found out about the objects that it checked. */
export interface CheckedObjects {
  /** Objects that were read and are correct */
  correct: readonly string[];
  /** Differences of the objects that were read and are not correct */
  found: ReadonlyMap<string, readonly Omit<ReconcileFindingTable, 'object' | 'number' | 'first_found_at' | 'last_found_at'>[]>;
  /** Object → why it could not be read. Its earlier findings stay. */
  unread: ReadonlyMap<string, string>;
}

/** Replaces what is known about exactly these objects, in one transaction. */
export async function writeCheckedObjects(
  database: Database,
  { correct, found, unread }: CheckedObjects,
  now: number,
): Promise<void> {
  const read = [...correct, ...found.keys()];
  if (read.length === 0 && unread.size === 0) return;
  await database.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'reconcile');
    const earlier = new Map((await listFindings(transaction)).map((one) => [`${one.object} ${one.key}`, one.first_found_at]));
    for (const objects of chunks(read)) {
      await transaction.deleteFrom('reconcile_findings').where('object', 'in', objects).execute();
      await transaction.deleteFrom('reconcile_unread').where('object', 'in', objects).execute();
    }
    const findings = [...found].flatMap(([object, differences]) =>
      differences.map((one, number) => ({
        ...one,
        object,
        number,
        first_found_at: earlier.get(`${object} ${one.key}`) ?? now,
        last_found_at: now,
      })),
    );
    for (const rows of chunks(findings)) await transaction.insertInto('reconcile_findings').values(rows).execute();
    for (const rows of chunks([...unread].map(([object, reason]) => ({ object, reason, since: now })))) {
      await transaction
        .insertInto('reconcile_unread')
        .values(rows)
        .onConflict((conflict) => conflict.column('object').doUpdateSet((row) => ({ reason: row.ref('excluded.reason') })))
        .execute();
    }
  });
}

function chunks<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, index) => items.slice(index * CHUNK, (index + 1) * CHUNK));
}

export async function listAcceptedDifferences(executor: Executor): Promise<ReconcileAcceptedTable[]> {
  return await executor.selectFrom('reconcile_accepted').selectAll().execute();
}

export async function acceptDifference(executor: Executor, accepted: ReconcileAcceptedTable): Promise<void> {
  await executor
    .insertInto('reconcile_accepted')
    .values(accepted)
    .onConflict((conflict) => conflict.columns(['difference', 'amount_text']).doUpdateSet(accepted))
    .execute();
}

/** A send, with what is signed of its last comparison */
export interface AuditedSend extends OutboxRow {
  verification: SignedText | null;
}
interface SignedText {
  document: string;
  signature: string;
  key_id: string;
}

/** Returns a page of sends by id that are open or were confirmed since `confirmedSince` (null: at any time). */
export async function listSendsToAudit(
  executor: Executor,
  page: { confirmedSince: number | null; after: string | null; limit: number },
): Promise<AuditedSend[]> {
  const { confirmedSince: since, after, limit } = page;
  const rows = await executor
    .selectFrom('outbox')
    .leftJoin('reconcile_verified_sends as verified', 'verified.outbox_id', 'outbox.id')
    .selectAll('outbox')
    .select(['verified.document', 'verified.signature', 'verified.key_id'])
    .$if(after !== null, (sends) => sends.where('outbox.id', '>', after ?? ''))
    .$if(since !== null, (sends) =>
      sends.where((where) =>
        where.or([
          where('outbox.state', '!=', 'CONFIRMED' satisfies OutboxState),
          where('outbox.confirmed_at', '>=', since ?? 0),
        ]),
      ),
    )
    .orderBy('outbox.id')
    .limit(limit)
    .execute();
  return rows.map(({ document, signature, key_id, ...send }) => {
    const isSigned = document !== null && signature !== null && key_id !== null;
    return { ...send, verification: isSigned ? { document, signature, key_id } : null };
  });
}

/** Stores what is signed of the last comparison of sends. It replaces marks of the same sends. */
export async function writeVerifications(executor: Executor, rows: readonly ReconcileVerifiedSendTable[]): Promise<void> {
  if (rows.length === 0) return;
  await executor
    .insertInto('reconcile_verified_sends')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('outbox_id').doUpdateSet((row) => ({
        verified_at: row.ref('excluded.verified_at'),
        document: row.ref('excluded.document'),
        signature: row.ref('excluded.signature'),
        key_id: row.ref('excluded.key_id'),
      })),
    )
    .execute();
}
