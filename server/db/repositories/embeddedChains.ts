import type { Insertable, Selectable } from 'kysely';
import { amount, toDecimal, ZERO, type Decimal } from '../../../contract/money.ts';
import type { Executor } from '../database.ts';
import type { EmbeddedBalanceTable, EmbeddedNetworkTable, EmbeddedTransferTable } from '../tables/chain.ts';

/** The embedded networks' state (D12). Heights are compared in SQL, amounts never (D2). */

export type EmbeddedNetworkRow = Selectable<EmbeddedNetworkTable>;
export type EmbeddedTransferRow = Selectable<EmbeddedTransferTable>;

/** SQLite takes 32,766 parameters in a statement; far fewer keep the plan simple. */
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

/** Starts the network's clock anew, from a height it has reached already. */
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

/** Every network when none is named. */
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

/** Transfers to the addresses in blocks above `aboveHeight`, or in no block yet; oldest first. */
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

/** What is on its way to the address and in no block at `height` yet. */
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

/** Newest first. */
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

/** Balances that addresses begin with; those that have one already keep it. */
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
 * Writes a balance that was read as `before` (undefined: there was none). False when somebody else wrote it in between:
 * the caller's transaction must then be rolled back.
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
