import type { Decimal } from '../../../contract/money.ts';
import type { Executor } from '../database.ts';
import type { NetworkFeeSampleTable } from '../tables/host.ts';

/** Stores the first sample of each instrument and hour. Later ones of the same hour are ignored. */
export async function insertFeeSamples(executor: Executor, samples: readonly NetworkFeeSampleTable[]): Promise<void> {
  if (samples.length === 0) return;
  await executor
    .insertInto('network_fee_samples')
    .values(samples)
    .onConflict((conflict) => conflict.columns(['instrument', 'hour']).doNothing())
    .execute();
}

/** Returns the samples since an hour (ms since 1970). */
export async function listFeeSamples(executor: Executor, since: number): Promise<{ instrument: string; amount: Decimal }[]> {
  return await executor.selectFrom('network_fee_samples').select(['instrument', 'amount']).where('hour', '>=', since).execute();
}

export async function deleteFeeSamplesBefore(executor: Executor, hour: number): Promise<void> {
  await executor.deleteFrom('network_fee_samples').where('hour', '<', hour).execute();
}
