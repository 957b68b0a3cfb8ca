import type { Database } from '../db/database.ts';
import { findRecovery, insertTreasuryTransactions, updateRecovery } from '../db/repositories/recovery/treasuryTransactions.ts';
import type { RecoveryTable, TreasuryTransactionTable } from '../db/tables/recovery.ts';
import type { ChainGateway, RecordedTransaction } from '../ports/chain/chainGateway.ts';

/**
 * Lists some more of what left the treasury of a network in RECOVERY and that the books don't know. What leaves later is listed too, and
 * then the list must be confirmed again. Throws what the gateway throws.
 */
export async function readTreasury(
  { database, now }: { database: Database; now: () => number },
  { networkSlug: network, records }: Pick<ChainGateway, 'networkSlug' | 'records'>,
): Promise<void> {
  const { mined, pending, known } = await records.count();
  const row = await findRecovery(database, network);
  if (!row) return;
  const from = row.read_to ?? known;
  const found = from < mined ? await records.list(from) : [];
  const read_to = (found.at(-1)?.position ?? from - 1) + 1;
  const changes = {
    read_to,
    ...(row.read_from === null && { read_from: from }),
    state: stateAfter(row, {
      isComplete: read_to >= mined && read_to >= pending,
      hasFound: found.some(({ isKnown }) => !isKnown),
    }),
  };
  await database.transaction().execute(async (transaction) => {
    // Another host may have stored the same.
    if (!(await updateRecovery(transaction, row, changes)) || found.length === 0) return;
    await insertTreasuryTransactions(
      transaction,
      found.map((one) => asRow(network, one, now())),
    );
  });
}

function stateAfter(
  { state }: RecoveryTable,
  { isComplete, hasFound }: { isComplete: boolean; hasFound: boolean },
): RecoveryTable['state'] {
  if (!isComplete) return 'READING';
  return state === 'CONFIRMED' && !hasFound ? 'CONFIRMED' : 'EXPLAINING';
}

/** Returns the row of a transaction. Nobody has explained it, unless the books hold it as a payment. */
export function asRow(network: string, transaction: RecordedTransaction, now: number): TreasuryTransactionTable {
  const { position, txHash, transfers, fee, isKnown } = transaction;
  return {
    network,
    position,
    tx_hash: txHash,
    transfers: JSON.stringify(transfers),
    fee,
    found_at: now,
    explanation: isKnown ? 'PAYMENT' : null,
    send_ids: JSON.stringify(transfers.map(() => null)),
    explained_by: null,
    explained_at: isKnown ? now : null,
  };
}
