import type { Executor } from '../../database.ts';

/** Counts one more stored payment. Returns the new count. Payments that are stored at the same time wait for each other. */
export async function countSend(transaction: Executor): Promise<number> {
  const { counter } = await transaction
    .updateTable('send_mark')
    .set((row) => ({ counter: row('counter', '+', 1) }))
    .returning('counter')
    .executeTakeFirstOrThrow();
  return counter;
}

/** Returns how many payments the books have counted. */
export async function readSendCount(executor: Executor): Promise<number> {
  const { counter } = await executor.selectFrom('send_mark').select('counter').executeTakeFirstOrThrow();
  return counter;
}

/** Raises the count of old books to what a host has seen. */
export async function raiseSendCount(executor: Executor, counter: number): Promise<void> {
  await executor.updateTable('send_mark').set({ counter }).where('counter', '<', counter).execute();
}
