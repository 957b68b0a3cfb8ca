import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** What a check of a copy reads of a ledger entry. */
export interface LedgerAmount {
  journal_id: string;
  instrument: string;
  amount: string;
}

/**
 * Copies an embedded database that hosts may be writing, as of one moment. Blocks this process, so a host never calls it. `to` must not
 * exist.
 */
export function copyEmbeddedDatabase(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    source.exec('PRAGMA busy_timeout=5000');
    source.prepare('VACUUM INTO ?').run(to);
  } finally {
    source.close();
  }
  chmodSync(to, 0o600);
}

/** Returns the ledger entries of a copy. Throws if SQLite finds the file damaged. */
export function* readEmbeddedLedger(path: string): Generator<LedgerAmount> {
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    const [first] = copy.prepare('PRAGMA quick_check').all();
    if (first?.['quick_check'] !== 'ok') throw new Error(`The copy is damaged: ${String(first?.['quick_check'])}`);
    const entries = copy.prepare('SELECT journal_id, instrument, amount FROM ledger_entries ORDER BY journal_id');
    for (const entry of entries.iterate()) yield entry as unknown as LedgerAmount;
  } finally {
    copy.close();
  }
}
