import type { Audit, AuditInput } from '../../contract/console/books.ts';
import { sha256 } from '../common/hashing.ts';
import { listLastActions } from '../db/repositories/operatorActions.ts';
import type { ActionRecord } from '../guarantee/records.ts';
import { LAST_NUMBER, nameOf } from '../operator/acts/audit.ts';
import type { ConsoleContext, Operator } from './context.ts';

const PAGE = 50;
/** An operator without the scope settings sees only the own entries, of so many of the last. */
const MOST_SEARCHED = 2_000;

/** Returns a page of what operators did, newest first. */
export async function readAudit(
  { database }: Pick<ConsoleContext, 'database'>,
  { customer, scopes }: Pick<Operator, 'customer' | 'scopes'>,
  { before, subject }: AuditInput,
): Promise<Audit> {
  const seesAll = scopes.includes('settings');
  const from = before === undefined ? LAST_NUMBER : Number(before);
  const filter = { before: from, limit: seesAll ? PAGE + 1 : MOST_SEARCHED, ...(subject !== undefined && { subject }) };
  const rows = (await listLastActions(database, filter)).map((row) => ({
    row,
    record: JSON.parse(row.document) as ActionRecord,
  }));
  const isOwn = ({ actor }: ActionRecord): boolean => 'userId' in actor && actor.userId === customer.userId;
  const visible = seesAll ? rows : rows.filter(({ record }) => isOwn(record));
  const entries = visible.slice(0, PAGE).map(({ row, record }) => ({
    number: row.number,
    actor: nameOf(record.actor),
    act: record.act,
    subject: record.subject,
    reason: record.reason,
    effect: record.effect,
    session: record.session ?? null,
    approval: record.approval ?? null,
    at: record.at,
    hash: sha256(row.document),
  }));
  return { entries, nextBefore: visible.length > PAGE ? (entries.at(-1)?.number ?? null) : null };
}
