import type { Executor } from '../../db/database.ts';
import { listFillsById } from '../../db/repositories/venues/venueFills.ts';
import { fillJournalId, fillLines } from '../../hedging/venueBooks.ts';
import type { ExpectedJournal } from '../compareJournals.ts';

/** Returns the journals of the trades (D71) that some journal ids name. */
export async function expectedFills(database: Executor, journalIds: readonly string[]): Promise<ExpectedJournal[]> {
  const ids = journalIds.flatMap((id) => /^fill:[^:]+:(?<fill>.+)$/.exec(id)?.groups?.['fill'] ?? []);
  const fills = await listFillsById(database, ids);
  return fills.map((fill) => ({ id: fillJournalId(fill), kind: 'FILL', lines: fillLines(fill) }));
}
