import type { Executor } from '../../database.ts';
import type { ApprovalTable } from '../../tables/operator.ts';

export async function insertApproval(executor: Executor, approval: ApprovalTable): Promise<void> {
  await executor.insertInto('approvals').values(approval).execute();
}

export async function findApproval(executor: Executor, id: string): Promise<ApprovalTable | undefined> {
  return await executor.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the open requests that are not older than `since`, oldest first. */
export async function listOpenApprovals(executor: Executor, since: number): Promise<ApprovalTable[]> {
  return await executor
    .selectFrom('approvals')
    .selectAll()
    .where('state', '=', 'OPEN')
    .where('requested_at', '>', since)
    .orderBy('requested_at')
    .execute();
}

/** Returns the requests since a time that are decided or older than `expired`, newest first. */
export async function listEndedApprovals(
  executor: Executor,
  { since, expired, limit }: { since: number; expired: number; limit: number },
): Promise<ApprovalTable[]> {
  return await executor
    .selectFrom('approvals')
    .selectAll()
    .where('requested_at', '>', since)
    .where((where) => where.or([where('state', '!=', 'OPEN'), where('requested_at', '<=', expired)]))
    .orderBy('requested_at', 'desc')
    .limit(limit)
    .execute();
}

/** Ends an open request. Returns false if it was ended before. */
export async function endApproval(
  executor: Executor,
  id: string,
  changes: Pick<ApprovalTable, 'state' | 'decided_by' | 'decided_at' | 'decision'>,
): Promise<boolean> {
  const result = await executor
    .updateTable('approvals')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
