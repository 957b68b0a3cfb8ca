import { join } from 'node:path';
import { amount, sum, ZERO, type Decimal } from '../../contract/money.ts';
import { openEmbeddedDatabase } from '../../server/db/database.ts';
import { listLedgerEntries } from '../../server/db/repositories/ledger.ts';
import type { LedgerEntryTable } from '../../server/db/tables/orders.ts';

/**
 * What the ledger of a running site still owes for an order, as "ACCOUNT instrument": what is not zero, of customers and
 * on the way to them. Throws when there is nothing about the order, or a journal is out of balance (D9).
 */
export async function owedFor(dataDirectory: string, orderId: string): Promise<string[]> {
  const database = openEmbeddedDatabase(join(dataDirectory, 'causeway.sqlite'));
  const entries = await listLedgerEntries(database, orderId);
  await database.destroy();
  if (entries.length === 0) throw new Error(`The ledger has nothing about order ${orderId}`);
  const unbalanced = notZero(entries, (entry) => `${entry.journal_id} ${entry.instrument}`);
  if (unbalanced.length > 0) throw new Error(`Out of balance: ${unbalanced.join(', ')}`);
  const debts = entries.filter(({ account }) => ['CUSTOMER', 'IN_TRANSIT', 'UNATTRIBUTED'].includes(account));
  return notZero(debts, (entry) => `${entry.account} ${entry.instrument}`);
}

function notZero(entries: readonly LedgerEntryTable[], keyOf: (entry: LedgerEntryTable) => string): string[] {
  const amounts = new Map<string, Decimal[]>();
  for (const entry of entries) amounts.set(keyOf(entry), [...(amounts.get(keyOf(entry)) ?? []), entry.amount]);
  return [...amounts].filter(([, parts]) => !amount(sum(parts)).eq(ZERO)).map(([key]) => key);
}
