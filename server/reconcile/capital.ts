import { add, compare, type Decimal } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { listJournals } from '../db/repositories/audit.ts';
import { listAccountInstruments } from '../db/repositories/ledger.ts';
import { listCapitalRecords } from '../db/repositories/treasury.ts';
import type { LedgerEntryTable } from '../db/tables/payments.ts';
import type { CapitalRecordTable } from '../db/tables/reconcile.ts';
import type { CapitalRecord } from '../guarantee/records.ts';
import { readSigned } from '../guarantee/verifyStored.ts';
import { capitalJournalId, capitalLines } from '../payments/capital.ts';
import { negate } from '../payments/ledger.ts';
import { alarm, type Difference, type ReconcileContext } from './difference.ts';

const ADVICE = 'Somebody changed the database. Stop the host, compare it with a backup, and count the treasury.';

/**
 * Returns the differences between the signed records of capital and the ledger. `booked` returns an account's balance in the
 * ledger by instrument. Without this check, a thief with access to the database could lower the capital by what was taken.
 */
export async function checkCapital(
  { database, signer }: Pick<ReconcileContext, 'database' | 'signer'>,
  booked: (account: CapitalRecord['account'] | 'TREASURY') => Promise<ReadonlyMap<string, Decimal>>,
): Promise<Difference[]> {
  const records = await listCapitalRecords(database);
  const found: Difference[] = [];
  const documents: CapitalRecord[] = [];
  for (const [place, record] of records.entries()) {
    const document = (await readSigned(signer.publicKeys, record)) === null ? null : readRecord(record);
    // Each gap is reported once, at the record after it.
    if (record.number !== (records[place - 1]?.number ?? -1) + 1) {
      found.push(alarm(`capital:${record.number - 1}`, 'a record of capital is missing', `record ${record.number - 1}`, ADVICE));
    }
    if (document?.kind === 'capital' && document.number === String(record.number)) documents.push(document);
    else found.push(alarm(`capital:${record.number}`, 'a record of capital has no valid signature', record.document, ADVICE));
  }
  const journals = documents.map(capitalJournalId);
  const entries = Map.groupBy(await listJournals(database, journals), (entry) => entry.journal_id);
  for (const document of documents) {
    const lines = entries.get(capitalJournalId(document)) ?? [];
    if (!isBooked(document, lines)) {
      const actual = lines.map(({ account, amount }) => `${account} ${amount}`).join(', ') || 'nothing';
      const howMuch = `${actual} instead of ${document.amount} ${document.instrument}`;
      found.push(alarm(capitalJournalId(document), 'the ledger does not have the capital of a signed record', howMuch, ADVICE));
    }
  }
  return [...found, ...(await checkAccounts(documents, booked))];
}

async function checkAccounts(
  documents: readonly CapitalRecord[],
  booked: (account: CapitalRecord['account'] | 'TREASURY') => Promise<ReadonlyMap<string, Decimal>>,
): Promise<Difference[]> {
  const differing: Difference[] = [];
  for (const account of ['CAPITAL', 'VENUE_RESULT'] as const) {
    const signed = new Map<string, Decimal>();
    for (const { instrument, amount, ...document } of documents)
      if (document.account === account) signed.set(instrument, add(signed.get(instrument) ?? '0', amount));
    const held = await booked(account);
    for (const instrument of new Set([...signed.keys(), ...held.keys()])) {
      const [actual, expected] = [negate(held.get(instrument) ?? '0'), signed.get(instrument) ?? '0'];
      if (compare(actual, expected) === 0) continue;
      const [key, what] =
        account === 'CAPITAL' ? [`capital:${instrument}`, 'capital'] : [`capital:${instrument}:result`, 'result of the exchange'];
      const howMuch = `${actual} instead of ${expected} ${instrument}`;
      differing.push(alarm(key, `the ${what} in the ledger differs from its signed records`, howMuch, ADVICE));
    }
  }
  const [capital, recorded] = [await booked('CAPITAL'), new Set(documents.map(({ instrument }) => instrument))];
  const uncounted = [...(await booked('TREASURY')).keys()].filter(
    (instrument) => !recorded.has(instrument) && !capital.has(instrument),
  );
  return [
    ...differing,
    ...uncounted.map((instrument) =>
      alarm(
        `capital:${instrument}`,
        'the treasury of this coin has no record of its opening capital',
        instrument,
        `If it was never counted, because its network was down at the first start: npm run operator -- capital ${instrument} AMOUNT NOTE. ${ADVICE}`,
      ),
    ),
  ];
}

/** Returns the instruments whose opening capital is recorded or can't be counted any more, because the ledger has moved them. */
export async function listCountedInstruments({ database }: { database: Executor }): Promise<string[]> {
  const recorded = (await listCapitalRecords(database)).flatMap((record) => readRecord(record)?.instrument ?? []);
  return [...recorded, ...(await listAccountInstruments(database, 'TREASURY'))];
}

/** This host wrote the records, so their shape is not validated again. */
function readRecord({ document }: CapitalRecordTable): CapitalRecord | null {
  try {
    return JSON.parse(document) as CapitalRecord;
  } catch {
    return null;
  }
}

function isBooked(document: CapitalRecord, lines: readonly LedgerEntryTable[]): boolean {
  const expected = capitalLines(document).filter(({ amount }) => compare(amount, '0') !== 0);
  return (
    lines.length === expected.length &&
    expected.every(({ account, instrument, amount }) =>
      lines.some((line) => line.account === account && line.instrument === instrument && compare(line.amount, amount) === 0),
    )
  );
}
