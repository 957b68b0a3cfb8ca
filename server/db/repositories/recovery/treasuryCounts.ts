import type { Executor } from '../../database.ts';
import { isInRecovery } from './recoveries.ts';

interface TreasuryCount {
  network: string;
  address: string;
  /** Transactions of the treasury that the network has mined */
  mined: number;
}

/**
 * Returns how many transactions of a treasury were acknowledged. The first call stores what was mined before, except in RECOVERY: books
 * that are known to be old can't tell what was sent before them.
 */
export async function readAcknowledged(executor: Executor, { network, address, mined }: TreasuryCount): Promise<number> {
  const stored = await find(executor, network, address);
  if (stored !== undefined) return stored;
  if (await isInRecovery(executor, network)) return 0;
  await executor
    .insertInto('treasury_counts')
    .values({ network, address, acknowledged: mined })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find(executor, network, address)) ?? mined;
}

async function find(executor: Executor, network: string, address: string): Promise<number | undefined> {
  const row = await executor
    .selectFrom('treasury_counts')
    .select('acknowledged')
    .where('network', '=', network)
    .where('address', '=', address)
    .executeTakeFirst();
  return row?.acknowledged;
}

/** Stores that the first `mined` transactions of a treasury are known, unless as many were known already. */
export async function acknowledgeMined(executor: Executor, { network, address, mined }: TreasuryCount): Promise<void> {
  await executor
    .insertInto('treasury_counts')
    .values({ network, address, acknowledged: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await executor
    .updateTable('treasury_counts')
    .set({ acknowledged: mined })
    .where('network', '=', network)
    .where('address', '=', address)
    .where('acknowledged', '<', mined)
    .execute();
}
