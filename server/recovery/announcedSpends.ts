import { compare } from '../../contract/money.ts';
import { ConcurrentUpdateError } from '../common/retryOnConflict.ts';
import type { Executor } from '../db/database.ts';
import { closeAnnouncedSpend, listOpenSpends } from '../db/repositories/recovery/announcedSpends.ts';
import {
  explainTransaction,
  insertTreasuryTransactions,
  listUnexplained,
} from '../db/repositories/recovery/treasuryTransactions.ts';
import type { AnnouncedSpendTable, TreasuryTransactionTable } from '../db/tables/recovery.ts';
import { sameAddress } from '../instruments/addresses/index.ts';
import type { ChainGateway, RecordedTransaction, TreasuryCount } from '../ports/chain/chainGateway.ts';
import { amountsLeft, bookLeft } from './amountsLeft.ts';
import { bookLeftForVenue } from '../hedging/transferBooks.ts';
import { transactionOf } from '../payments/listedTransaction.ts';
import { asRow } from './readTreasury.ts';
import type { RecoveryContext } from './recoveryContext.ts';

/** Spending that does not happen within this time has to be announced again. */
const ANNOUNCED_MS = 7 * 24 * 3_600_000;

/** Returns the announcements of a network that count at present. */
async function listAnnounced({ database, now }: RecoveryContext, network: string): Promise<AnnouncedSpendTable[]> {
  return await listOpenSpends(database, network, now() - ANNOUNCED_MS);
}

/**
 * Acknowledges what left the treasury if operators announced all of it that the books do not hold (D73): the network then needs no
 * RECOVERY. WAIT: all that is final was announced, and more is not final yet. Throws what the gateway throws.
 */
export async function acknowledgeAnnounced(
  context: RecoveryContext,
  { networkSlug: network, records }: Pick<ChainGateway, 'networkSlug' | 'records'>,
  { mined, known }: Pick<TreasuryCount, 'mined' | 'known'>,
): Promise<'ACKNOWLEDGED' | 'WAIT' | 'NOT_ANNOUNCED'> {
  const announced = await listAnnounced(context, network);
  if (announced.length === 0) return 'NOT_ANNOUNCED';
  const found: RecordedTransaction[] = [];
  const listUnknown = () => found.filter(({ isKnown }) => !isKnown);
  for (let position = known; position < mined; position = (found.at(-1)?.position ?? mined) + 1) {
    const listed = await records.list(position);
    if (listed.length === 0) break;
    found.push(...listed);
    if (listUnknown().length > announced.length) return 'NOT_ANNOUNCED';
  }
  const matched = match(
    context,
    listUnknown().map((one) => asRow(network, one, context.now())),
    announced,
  );
  if (matched.some(({ spend }) => spend === null)) return 'NOT_ANNOUNCED';
  if ((found.at(-1)?.position ?? known - 1) + 1 < mined) return 'WAIT';
  await context.database.transaction().execute(async (transaction) => {
    await insertTreasuryTransactions(
      transaction,
      matched.map(({ row }) => row),
    );
    for (const { row, spend } of matched) if (spend) await explain(context, transaction, row, spend);
    await records.acknowledge(transaction, mined);
  });
  return 'ACKNOWLEDGED';
}

/** Explains the listed transactions of a network in RECOVERY that operators announced. */
export async function explainAnnounced(context: RecoveryContext, network: string): Promise<void> {
  const open = await listUnexplained(context.database, network);
  if (open.length === 0) return;
  for (const { row, spend } of match(context, open, await listAnnounced(context, network))) {
    if (!spend) continue;
    await context.database.transaction().execute(async (transaction) => await explain(context, transaction, row, spend));
  }
}

/** Returns each transaction with the announcement that it equals in recipient, coin and amount; each announcement once. */
function match(
  { catalogue }: RecoveryContext,
  rows: readonly TreasuryTransactionTable[],
  announced: readonly AnnouncedSpendTable[],
): { row: TreasuryTransactionTable; spend: AnnouncedSpendTable | null }[] {
  const left = [...announced];
  return rows.map((row) => {
    const network = catalogue.networks.get(row.network);
    const [transfer, ...others] = transactionOf(row).transfers;
    const index = left.findIndex(
      (spend) =>
        network !== undefined &&
        transfer !== undefined &&
        others.length === 0 &&
        transfer.instrumentSlug === spend.instrument &&
        compare(transfer.amount, spend.amount) === 0 &&
        sameAddress(network, transfer.toAddress, network, spend.to_address),
    );
    const [spend = null] = index === -1 ? [] : left.splice(index, 1);
    return { row, spend };
  });
}

async function explain(
  context: RecoveryContext,
  transaction: Executor,
  row: TreasuryTransactionTable,
  { id, note, announced_by, venue }: AnnouncedSpendTable,
): Promise<void> {
  const explained = { explanation: 'OWN', explained_by: announced_by, explained_at: context.now() } as const;
  const isFirst = await closeAnnouncedSpend(transaction, id, row.tx_hash);
  if (!isFirst || !(await explainTransaction(transaction, row, explained))) throw new ConcurrentUpdateError(row.tx_hash);
  if (venue !== null) return await bookLeftForVenue(context, transaction, transactionOf(row), venue);
  await bookLeft(context, transaction, amountsLeft(context, row), `${note} (${row.tx_hash})`);
}
