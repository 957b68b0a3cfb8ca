import type { Executor } from '../../db/database.ts';
import { listVenueTransfersById } from '../../db/repositories/venues/venueTransfers.ts';
import { arrivedJournals, sentJournal } from '../../hedging/transferBooks.ts';
import { reversalOf, type ExpectedJournal } from '../compareJournals.ts';

/** Returns the journals of transfers between the treasury and an exchange (D71) that some journal ids name. */
export async function expectedMoves(database: Executor, journalIds: readonly string[]): Promise<ExpectedJournal[]> {
  const ids = journalIds.flatMap((id) => /^(?:cancelled:)?moved:(?<transfer>[^:]+):/.exec(id)?.groups?.['transfer'] ?? []);
  return (await listVenueTransfersById(database, [...new Set(ids)])).flatMap((row) => {
    const sent = sentJournal(row);
    return [sent, ...arrivedJournals(row), ...(row.state === 'CANCELLED' ? [reversalOf(sent)] : [])];
  });
}
