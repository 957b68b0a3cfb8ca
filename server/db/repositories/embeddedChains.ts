import type { Insertable, Selectable } from 'kysely';
import { amount, toDecimal, ZERO, type Decimal } from '../../../contract/money.ts';
import type { Executor } from '../database.ts';
import type { EmbeddedBalanceTable, EmbeddedNetworkTable, EmbeddedTransferTable } from '../tables/chain.ts';

/** State of the embedded networks (D12). SQL compares heights but never amounts (D2). */

export type EmbeddedNetworkRow = Selectable<EmbeddedNetworkTable>;
export type EmbeddedTransferRow = Selectable<EmbeddedTransferTable>;

/** Well below SQLite's limit of 32,766 parameters per statement. */
const ADDRESSES_PER_QUERY = 500;
const ROWS_PER_STATEMENT = 200;

export function findEmbeddedNetwork(executor: Executor, network: string): Promise<EmbeddedNetworkRow | undefined> {
  return executor.selectFrom('chain_networks').selectAll().where('network', '=', network).executeTakeFirst();
}

export function listEmbeddedNetworks(executor: Executor): Promise<EmbeddedNetworkRow[]> {
  return executor.selectFrom('chain_networks').selectAll().execute();
}

export async function insertEmbeddedNetwork(executor: Executor, row: Insertable<EmbeddedNetworkTable>): Promise<void> {
  await executor.insertInto('chain_networks').values(row).execute();
}

/** Restarts the network's clock at a height that it has reached. */
export async function setEmbeddedClock(
  executor: Executor,
  network: string,
  clock: Pick<EmbeddedNetworkRow, 'base_height' | 'base_at' | 'block_ms'>,
): Promise<void> {
  await executor.updateTable('chain_networks').set(clock).where('network', '=', network).execute();
}

export async function advanceEmbeddedNetwork(executor: Executor, network: string, blocks: number): Promise<void> {
  await executor
    .updateTable('chain_networks')
    .set((eb) => ({ base_height: eb('base_height', '+', blocks) }))
    .where('network', '=', network)
    .execute();
}

/** Sets the failure mode of one network, or of all if none is given. */
export async function setEmbeddedMode(executor: Executor, mode: string, network?: string): Promise<void> {
  const update = executor.updateTable('chain_networks').set({ mode });
  await (network === undefined ? update : update.where('network', '=', network)).execute();
}

export async function insertEmbeddedTransfer(executor: Executor, row: Insertable<EmbeddedTransferTable>): Promise<void> {
  await executor.insertInto('chain_transfers').values(row).execute();
}

export function findEmbeddedTransfer(
  executor: Executor,
  network: string,
  txHash: string,
): Promise<EmbeddedTransferRow | undefined> {
  return executor
    .selectFrom('chain_transfers')
    .selectAll()
    .where('network', '=', network)
    .where('tx_hash', '=', txHash)
    .executeTakeFirst();
}

export function findEmbeddedTransferByKey(
  executor: Executor,
  network: string,
  idempotencyKey: string,
): Promise<EmbeddedTransferRow | undefined> {
  return executor
    .selectFrom('chain_transfers')
    .selectAll()
    .where('network', '=', network)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
}

/** Returns unconfirmed transfers to the addresses and those in blocks above `aboveHeight`, oldest first. */
export async function listEmbeddedTransfersTo(
  executor: Executor,
  network: string,
  addresses: readonly string[],
  aboveHeight: number,
): Promise<EmbeddedTransferRow[]> {
  const rows: EmbeddedTransferRow[] = [];
  for (let start = 0; start < addresses.length; start += ADDRESSES_PER_QUERY) {
    const found = await executor
      .selectFrom('chain_transfers')
      .selectAll()
      .where('network', '=', network)
      .where('to_address', 'in', addresses.slice(start, start + ADDRESSES_PER_QUERY))
      .where('block_height', '>', aboveHeight)
      .execute();
    rows.push(...found);
  }
  return rows.toSorted((left, right) => left.block_height - right.block_height || left.created_at - right.created_at);
}

/** Returns the sum of transfers to the address that no block up to `height` contains. */
export async function sumUnconfirmedTo(
  executor: Executor,
  network: string,
  address: string,
  instrument: string,
  height: number,
): Promise<Decimal> {
  const rows = await executor
    .selectFrom('chain_transfers')
    .select('amount')
    .where('network', '=', network)
    .where('to_address', '=', address)
    .where('block_height', '>', height)
    .where('instrument', '=', instrument)
    .execute();
  return toDecimal(rows.reduce((total, row) => total.plus(amount(row.amount)), ZERO));
}

export async function countUnconfirmed(executor: Executor, network: string, height: number): Promise<number> {
  const { pending } = await executor
    .selectFrom('chain_transfers')
    .select((eb) => eb.fn.countAll<number | string>().as('pending'))
    .where('network', '=', network)
    .where('block_height', '>', height)
    .executeTakeFirstOrThrow();
  return Number(pending);
}

/** Returns transfers of all networks, newest first. */
export function listRecentTransfers(executor: Executor, limit: number): Promise<EmbeddedTransferRow[]> {
  return executor.selectFrom('chain_transfers').selectAll().orderBy('created_at', 'desc').limit(limit).execute();
}

export async function findEmbeddedBalance(
  executor: Executor,
  network: string,
  address: string,
  instrument: string,
): Promise<Decimal | undefined> {
  const row = await executor
    .selectFrom('chain_balances')
    .select('amount')
    .where('network', '=', network)
    .where('address', '=', address)
    .where('instrument', '=', instrument)
    .executeTakeFirst();
  return row?.amount;
}

/** Inserts opening balances. Existing balances stay unchanged. */
export async function openEmbeddedBalances(executor: Executor, balances: readonly EmbeddedBalanceTable[]): Promise<void> {
  for (let start = 0; start < balances.length; start += ROWS_PER_STATEMENT) {
    await executor
      .insertInto('chain_balances')
      .values(balances.slice(start, start + ROWS_PER_STATEMENT))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/**
 * Writes a balance that was read as `before` (undefined if it did not exist). Returns false if it has changed since: the caller
 * must then roll its transaction back.
 */
export async function replaceEmbeddedBalance(
  executor: Executor,
  key: { network: string; address: string; instrument: string },
  before: Decimal | undefined,
  after: Decimal,
): Promise<boolean> {
  if (before === undefined) {
    const inserted = await executor
      .insertInto('chain_balances')
      .values({ ...key, amount: after })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return inserted.numInsertedOrUpdatedRows === 1n;
  }
  const updated = await executor
    .updateTable('chain_balances')
    .set({ amount: after })
    .where('network', '=', key.network)
    .where('address', '=', key.address)
    .where('instrument', '=', key.instrument)
    .where('amount', '=', before)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}
