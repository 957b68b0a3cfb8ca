import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';
import { amount, sum, ZERO, type Decimal } from '../../contract/money.ts';
import { nodeArguments } from '../../scripts/commands.mjs';
import { openEmbeddedDatabase } from '../../server/db/database.ts';
import { listUnattributedDeposits } from '../../server/db/repositories/deposits.ts';
import { listLedgerEntries } from '../../server/db/repositories/ledger.ts';
import type { LedgerEntryTable } from '../../server/db/tables/payments.ts';
import { PATIENCE } from './chainPatience.ts';
import { ownEnvironment } from './ownEnvironment.ts';
import { SITE_SPEED } from './browser/site.ts';
import { untilQuiet } from './untilQuiet.ts';

/**
 * Returns the customer accounts of an order that are not zero in the ledger of a running site, as "ACCOUNT instrument".
 *
 * @throws if the ledger has no entry of the order, or a journal is out of balance (D9)
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

/** Waits until a running site has booked a payment as unattributed: it has all confirmations and belongs to no order. */
export async function untilUnattributed(
  dataDirectory: string,
  { network, txHash }: { network: string; txHash: string },
): Promise<void> {
  const database = openEmbeddedDatabase(join(dataDirectory, 'causeway.sqlite'));
  const isBooked = async () => {
    const found = await listUnattributedDeposits(database, network, [txHash]);
    return found.some((deposit) => deposit.booked_at !== null);
  };
  await vi.waitFor(async () => expect(await isBooked()).toBe(true), PATIENCE);
  await database.destroy();
}

/** Runs `npm run reconcile` while a site runs. Rejects with its output if something differs or a network does not answer. */
export async function reconciled(dataDirectory: string): Promise<void> {
  const database = openEmbeddedDatabase(join(dataDirectory, 'causeway.sqlite'));
  await untilQuiet(database);
  await database.destroy();
  const env = { ...ownEnvironment(), DATA_DIR: dataDirectory, EMBEDDED_CHAIN_SPEED: SITE_SPEED, LOG_LEVEL: 'silent' };
  await promisify(execFile)(process.execPath, nodeArguments('reconcile'), { env });
}

function notZero(entries: readonly LedgerEntryTable[], keyOf: (entry: LedgerEntryTable) => string): string[] {
  const amounts = new Map<string, Decimal[]>();
  for (const entry of entries) amounts.set(keyOf(entry), [...(amounts.get(keyOf(entry)) ?? []), entry.amount]);
  return [...amounts].filter(([, parts]) => !amount(sum(parts)).eq(ZERO)).map(([key]) => key);
}
