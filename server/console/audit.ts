import type { Audit, AuditExport, AuditInput } from '../../contract/console/books.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { writeCsv } from '../../contract/tables/csv.ts';
import { sha256 } from '../common/hashing.ts';
import type { Executor } from '../db/database.ts';
import { findLastCheckpoint } from '../db/repositories/operator/actionCheckpoints.ts';
import { findLastAction, listActionsNumbered, listLastActions } from '../db/repositories/operatorActions.ts';
import { findReconcileState, listFindings } from '../db/repositories/reconcile.ts';
import { nameOf, type ActionRecord, type CheckpointRecord } from '../guarantee/records.ts';
import { LAST_NUMBER } from '../operator/acts/audit.ts';
import { recordAtConsole } from './acts.ts';
import type { ConsoleContext, Operator } from './context.ts';

type Reader = Pick<Operator, 'customer' | 'scopes'>;
type Entry = Audit['entries'][number];

const PAGE = 50;
/** Rows that one call reads: what a filter looks for may be rare. The answer says where to go on. */
const MOST_SEARCHED = 2_000;
const MOST_EXPORTED = 50_000;
const DAY_MS = 24 * 3_600_000;

/** Returns a page of what operators did, newest first, and the state of the record. */
export async function readAudit(context: ConsoleContext, operator: Reader, input: AuditInput): Promise<Audit> {
  const { database } = context;
  const [last, checkpoint, state] = [
    await findLastAction(database),
    await findLastCheckpoint(database),
    await findReconcileState(database),
  ];
  const faults = (await listFindings(database)).filter(({ object }) => object === 'acts');
  return {
    ...(await find(context, operator, input, { most: PAGE, searched: MOST_SEARCHED })),
    count: last?.number ?? 0,
    checkpointAt: checkpoint ? (JSON.parse(checkpoint.document) as CheckpointRecord).at : null,
    faults: faults.map(({ what, how_much: howMuch }) => `${what}: ${howMuch}`),
    checkedAt: state ? isoTime(Number(state.ended_at)) : null,
  };
}

/** Returns what the filters find as a CSV file. The audit keeps who took it. */
export async function exportAudit(context: ConsoleContext, operator: Operator, input: AuditInput): Promise<AuditExport> {
  const { entries } = await find(context, operator, input, { most: MOST_EXPORTED, searched: MOST_EXPORTED });
  await recordAtConsole(context, operator, { act: 'export', subject: 'audit', effect: { ...input, rows: entries.length } });
  const rows = entries.map(({ number, at, actor, act, subject, reason, effect, approval, hash }) => [
    String(number),
    at,
    actor,
    act,
    subject,
    reason ?? '',
    JSON.stringify(effect),
    approval ? `customer ${approval.requestedBy}` : '',
    hash,
  ]);
  return { text: writeCsv([[...COLUMNS], ...rows]) };
}

const COLUMNS = ['number', 'at', 'actor', 'act', 'subject', 'reason', 'effect', 'asked by', 'hash'] as const;

interface Limits {
  most: number;
  searched: number;
}

/** Finds entries, newest first. Operators without the scope settings see their own only. */
async function find(
  { database }: Pick<ConsoleContext, 'database'>,
  { customer, scopes }: Reader,
  { before, subject, actor, act, day }: AuditInput,
  { most, searched }: Limits,
): Promise<Pick<Audit, 'entries' | 'nextBefore'>> {
  const isVisible = scopes.includes('settings')
    ? () => true
    : (record: ActionRecord) => 'userId' in record.actor && record.actor.userId === customer.userId;
  const end = day === undefined ? LAST_NUMBER : await firstNumberFrom(database, Date.parse(day) + DAY_MS);
  const from = Math.min(end, before === undefined ? LAST_NUMBER : Number(before));
  const rows = await listLastActions(database, { before: from, limit: searched, ...(subject !== undefined && { subject }) });
  const entries: Entry[] = [];
  for (const row of rows) {
    const record = JSON.parse(row.document) as ActionRecord;
    if (day !== undefined && record.at < day) return { entries, nextBefore: null };
    const isWanted = (actor ?? nameOf(record.actor)) === nameOf(record.actor) && (act ?? record.act) === record.act;
    if (!isWanted || !isVisible(record)) continue;
    entries.push(present(row, record));
    if (entries.length === most) break;
  }
  const reached = entries.length === most ? entries.at(-1) : rows.at(-1);
  const isMore = entries.length === most || rows.length === searched;
  return { entries, nextBefore: isMore && reached && reached.number > 1 ? reached.number : null };
}

/** Returns the number of the first act at or after a time in ms. Numbers have no gaps, and times rise with them. */
async function firstNumberFrom(executor: Executor, time: number): Promise<number> {
  let [low, high] = [1, ((await findLastAction(executor))?.number ?? 0) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [row] = await listActionsNumbered(executor, [middle]);
    // A row that somebody removed counts as an early one.
    const isEarlier = !row || Date.parse((JSON.parse(row.document) as ActionRecord).at) < time;
    [low, high] = isEarlier ? [middle + 1, high] : [low, middle];
  }
  return low;
}

function present(row: { number: number; document: string }, record: ActionRecord): Entry {
  const { actor, act, subject, reason, effect, session = null, approval = null, at, previous } = record;
  const hash = sha256(row.document);
  return { number: row.number, actor: nameOf(actor), act, subject, reason, effect, session, approval, at, hash, previous };
}
