import { SESSION_RETENTION_MS } from '../../contract/limits.ts';
import { repeat } from '../common/repeat.ts';
import type { Database } from '../db/database.ts';
import { deleteOldAccountCodes } from '../db/repositories/accounts/accountCodes.ts';
import { deleteOldSessions } from '../db/repositories/accounts/sessions.ts';
import type { Logger } from '../common/log.ts';

const HOUR_MS = 3_600_000;
const CODE_RETENTION_MS = 24 * HOUR_MS;

/** Deletes codes a day after they expired, and sessions 90 days after their last use. */
export async function deleteOldAccess(database: Database, now: number): Promise<void> {
  await deleteOldAccountCodes(database, now - CODE_RETENTION_MS);
  await deleteOldSessions(database, now - SESSION_RETENTION_MS);
}

/** Deletes them once an hour. Returns a function that stops it. */
export function startDeletingOldAccess(database: Database, log: Pick<Logger, 'error'>): () => Promise<void> {
  return repeat(async () => await deleteOldAccess(database, Date.now()), {
    pauseMs: HOUR_MS,
    onError: (error) => log.error({ err: error }, 'old sessions could not be deleted'),
  });
}
