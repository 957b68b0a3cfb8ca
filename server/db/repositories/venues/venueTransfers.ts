import type { Executor } from '../../database.ts';
import type { VenueTransferRow } from '../../tables/venues.ts';

/** Inserts a transfer that was sent. Returns false if one with its id at the exchange is known. */
export async function insertVenueTransfer(executor: Executor, row: VenueTransferRow): Promise<boolean> {
  const inserted = await executor
    .insertInto('venue_transfers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['venue', 'venue_transfer_id']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Returns the transfers that are on their way, oldest first. */
export async function listSentVenueTransfers(executor: Executor): Promise<VenueTransferRow[]> {
  return await executor
    .selectFrom('venue_transfers')
    .selectAll()
    .where('state', '=', 'SENT')
    .orderBy('sent_at')
    .orderBy('id')
    .execute();
}

/** Returns which ids of an exchange are known. */
export async function listKnownTransferIds(executor: Executor, venue: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await executor
    .selectFrom('venue_transfers')
    .select('venue_transfer_id')
    .where('venue', '=', venue)
    .where('venue_transfer_id', 'in', ids)
    .execute();
  return new Set(rows.flatMap(({ venue_transfer_id: id }) => id ?? []));
}

export async function listVenueTransfersById(executor: Executor, ids: readonly string[]): Promise<VenueTransferRow[]> {
  if (ids.length === 0) return [];
  return await executor.selectFrom('venue_transfers').selectAll().where('id', 'in', ids).execute();
}

/** Returns how many transfers of a coin a transaction makes, as far as is known. */
export async function countTransfersOf(
  executor: Executor,
  { instrument_from, tx_hash }: { instrument_from: string; tx_hash: string },
): Promise<number> {
  const rows = await executor
    .selectFrom('venue_transfers')
    .select('id')
    .where('instrument_from', '=', instrument_from)
    .where('tx_hash', '=', tx_hash)
    .execute();
  return rows.length;
}

/** Changes a transfer that is on its way. Returns false if it has ended. */
export async function updateSentVenueTransfer(
  executor: Executor,
  id: string,
  changes: Partial<
    Pick<VenueTransferRow, 'state' | 'tx_hash' | 'instrument_to' | 'venue_transfer_id' | 'arrival_fee' | 'ended_at'>
  >,
): Promise<boolean> {
  const updated = await executor
    .updateTable('venue_transfers')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', 'SENT')
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}
