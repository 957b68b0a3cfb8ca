import { sql, type Updateable } from 'kysely';
import type { Executor } from '../../database.ts';
import { isPostgres } from '../../isPostgres.ts';
import type { IdentitySubmissionRow } from '../../tables/identity.ts';

/** Adds the submission of a customer. Returns false if the customer has one. */
export async function insertSubmission(executor: Executor, row: IdentitySubmissionRow): Promise<boolean> {
  const result = await executor
    .insertInto('identity_submissions')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function findSubmission(executor: Executor, id: string): Promise<IdentitySubmissionRow | undefined> {
  return await executor.selectFrom('identity_submissions').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findSubmissionOf(executor: Executor, userId: number): Promise<IdentitySubmissionRow | undefined> {
  return await executor.selectFrom('identity_submissions').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Returns a submission that no other transaction can change until the end of this one. */
export async function lockSubmission(transaction: Executor, id: string): Promise<IdentitySubmissionRow | undefined> {
  const submission = transaction.selectFrom('identity_submissions').selectAll().where('id', '=', id);
  return await submission.$if(isPostgres(transaction), (query) => query.forUpdate()).executeTakeFirst();
}

/** Changes a submission as it was read. False: another process changed it since. */
export async function updateSubmission(
  executor: Executor,
  { id, version }: Pick<IdentitySubmissionRow, 'id' | 'version'>,
  change: Omit<Updateable<IdentitySubmissionRow>, 'id' | 'user_id' | 'version'>,
): Promise<boolean> {
  const result = await executor
    .updateTable('identity_submissions')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Deletes the uploads and the phone code of a submission: nothing can be added to it any more. */
export async function deleteSubmissionUploads(executor: Executor, id: string): Promise<void> {
  await executor.deleteFrom('identity_uploads').where('submission_id', '=', id).execute();
  await executor.deleteFrom('identity_phones').where('submission_id', '=', id).execute();
}

/** Deletes the unfinished uploads of submissions that did not change since a time. Their photos and drafts stay. */
export async function deleteIdleUploads(executor: Executor, before: number): Promise<void> {
  const idle = executor.selectFrom('identity_submissions').select('id').where('active_at', '<', before);
  await executor.deleteFrom('identity_uploads').where('submission_id', 'in', idle).execute();
}

type ReadRow = Pick<IdentitySubmissionRow, 'id' | 'version'>;

/** Deletes a submission as it was read, with everything that belongs to it. Does nothing if it changed since. */
export async function deleteSubmission(transaction: Executor, row: ReadRow): Promise<void> {
  if (!(await emptySubmission(transaction, row))) return;
  await transaction.deleteFrom('identity_submissions').where('id', '=', row.id).execute();
}

/** Deletes the documents and details of a submission as it was read. The verdict stays. False: it changed since, and nothing was done. */
export async function emptySubmission(transaction: Executor, row: ReadRow): Promise<boolean> {
  const change = { wrapped_key: null, details: null, number_digest: null };
  if (!(await updateSubmission(transaction, row, change))) return false;
  await deleteSubmissionUploads(transaction, row.id);
  await transaction.deleteFrom('identity_photos').where('submission_id', '=', row.id).execute();
  return true;
}

/** Raises the last activity of verified customers to the last use of their sessions. */
export async function noteCustomerActivity(executor: Executor): Promise<void> {
  const lastUse = sql<number>`(select max(sessions.last_used_at) from sessions where sessions.user_id = identity_submissions.user_id)`;
  await executor
    .updateTable('identity_submissions')
    .set({ active_at: lastUse })
    .where('status', '=', 'PASS')
    .where(lastUse, '>', (where) => where.ref('active_at'))
    .execute();
}

/**
 * Returns submissions with documents that were last active before the time of their status, and those of closed accounts that were not
 * verified, the oldest first.
 */
export async function listOldSubmissions(
  executor: Executor,
  before: Readonly<Partial<Record<IdentitySubmissionRow['status'], number>>>,
  limit: number,
): Promise<IdentitySubmissionRow[]> {
  const closed = executor.selectFrom('users').select('id').where('closed_at', 'is not', null);
  const limits = Object.entries(before) as [IdentitySubmissionRow['status'], number][];
  return await executor
    .selectFrom('identity_submissions')
    .selectAll()
    .where((where) =>
      where.or([
        ...limits.map(([status, time]) => where.and([where('status', '=', status), where('active_at', '<', time)])),
        where.and([where('status', '<>', 'PASS'), where('user_id', 'in', closed)]),
      ]),
    )
    .where('wrapped_key', 'is not', null)
    .orderBy('active_at')
    .limit(limit)
    .execute();
}

/** Returns the submissions that wait for a verdict, the oldest first. */
export async function listInReview(executor: Executor, limit: number): Promise<IdentitySubmissionRow[]> {
  return await executor
    .selectFrom('identity_submissions')
    .selectAll()
    .where('status', '=', 'PROCESS')
    .orderBy('submitted_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns how long the last verdicts took, in ms, the newest first. */
export async function listReviewTimes(executor: Executor, limit: number): Promise<number[]> {
  const rows = await executor
    .selectFrom('identity_submissions')
    .select(['submitted_at', 'decided_at'])
    .where('decided_at', 'is not', null)
    .orderBy('decided_at', 'desc')
    .limit(limit)
    .execute();
  // A submission that was repeated has the verdict of an earlier attempt.
  return rows.map((row) => Number(row.decided_at) - Number(row.submitted_at)).filter((ms) => ms >= 0);
}

export async function countInReview(executor: Executor): Promise<number> {
  const { count } = await executor
    .selectFrom('identity_submissions')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('status', '=', 'PROCESS')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the other customers who submitted the number of this document. */
export async function listSameNumber(executor: Executor, { id, number_digest }: IdentitySubmissionRow): Promise<number[]> {
  if (number_digest === null) return [];
  const rows = await executor
    .selectFrom('identity_submissions')
    .select('user_id')
    .where('number_digest', '=', number_digest)
    .where('id', '<>', id)
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Deletes what a customer who closes the account submitted. Of a verified one it stays until its time is over. */
export async function eraseIdentity(transaction: Executor, userId: number, now: number): Promise<void> {
  const submission = await findSubmissionOf(transaction, userId);
  if (!submission) return;
  if (submission.status !== 'PASS') return await deleteSubmission(transaction, submission);
  await updateSubmission(transaction, submission, { active_at: now });
}
