import { repeat } from '../common/repeat.ts';
import type { Logger } from '../common/log.ts';
import {
  deleteIdleUploads,
  deleteSubmission,
  emptySubmission,
  listOldSubmissions,
  noteCustomerActivity,
} from '../db/repositories/identity/submissions.ts';
import type { IdentityContext } from './identityContext.ts';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** A customer continues a file within minutes, and sends it again in seconds. Kept longer, files of strangers could fill the disk. */
const UPLOAD_MS = HOUR_MS;
/** Of one round. The next round takes the rest. */
const MOST_DELETED = 100;

type RetentionContext = Pick<IdentityContext, 'database' | 'retention' | 'now'>;

/**
 * Deletes what was stored for long enough: drafts, rejected and verified submissions, and after an hour the files that never became complete. Of a final rejection, the verdict stays, without
 * documents and details. Returns true if there may be more.
 */
export async function deleteOldIdentities({ database, retention, now }: RetentionContext): Promise<boolean> {
  const at = now();
  await deleteIdleUploads(database, at - UPLOAD_MS);
  await noteCustomerActivity(database);
  const old = await listOldSubmissions(
    database,
    {
      CREATED: at - retention.draftDays * DAY_MS,
      REJECT: at - retention.rejectedDays * DAY_MS,
      PASS: at - retention.passedDays * DAY_MS,
    },
    MOST_DELETED,
  );
  for (const submission of old) {
    const remove = submission.is_final === 1 ? emptySubmission : deleteSubmission;
    await database.transaction().execute(async (transaction) => void (await remove(transaction, submission)));
  }
  return old.length === MOST_DELETED;
}

/** Deletes them once an hour. Returns a function that stops it. */
export function startDeletingOldIdentities(context: RetentionContext, log: Pick<Logger, 'error'>): () => Promise<void> {
  return repeat(async () => await deleteOldIdentities(context), {
    pauseMs: HOUR_MS,
    onError: (error) => log.error({ err: error }, 'old identity documents could not be deleted'),
  });
}
