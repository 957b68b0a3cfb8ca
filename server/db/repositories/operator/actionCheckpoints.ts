import type { Executor } from '../../database.ts';
import type { ActionCheckpointTable } from '../../tables/operator.ts';

/** Rejects with the database's error if the number is taken. */
export async function insertActionCheckpoint(executor: Executor, checkpoint: ActionCheckpointTable): Promise<void> {
  await executor.insertInto('action_checkpoints').values(checkpoint).execute();
}

export async function findLastCheckpoint(executor: Executor): Promise<ActionCheckpointTable | undefined> {
  return await executor.selectFrom('action_checkpoints').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst();
}

/** Returns up to `limit` checkpoints with a larger number than `after`, oldest first. */
export async function listCheckpointsAfter(executor: Executor, after: number, limit: number): Promise<ActionCheckpointTable[]> {
  return await executor
    .selectFrom('action_checkpoints')
    .selectAll()
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute();
}
