import { sha256 } from '../common/hashing.ts';
import { parseScopes } from '../../contract/accounts/operatorScopes.ts';
import { listOperators } from '../db/repositories/accounts/users.ts';
import { listCheckpointsAfter } from '../db/repositories/operator/actionCheckpoints.ts';
import { listActionsAfter, listActionsNumbered, listActionsOf } from '../db/repositories/operatorActions.ts';
import type { ActionCheckpointTable, OperatorActionTable } from '../db/tables/operator.ts';
import type { ActionRecord, CheckpointRecord } from '../guarantee/records.ts';
import { listRowDifferences } from '../guarantee/rowDifferences.ts';
import { readSigned } from '../guarantee/verifyStored.ts';
import { alarm, type Difference, type ReconcileContext } from './difference.ts';
import { yieldToHost } from './yieldToHost.ts';

const PAGE = 200;
const ADVICE = 'Somebody changed the database. Stop the host, and compare the table operator_actions with a backup.';
const CHECKPOINT_ADVICE =
  'Somebody changed the database. Stop the host, and compare the tables operator_actions and action_checkpoints with a backup and with the log.';

/**
 * Checks the record of operators' acts: no number is missing, each row is as the host signed it, and names the hash of the row before
 * it. Whether the newest rows were removed is known from {@link checkCheckpoints}.
 */
export async function checkActions({ database, signer }: Pick<ReconcileContext, 'database' | 'signer'>): Promise<Difference[]> {
  const found: Difference[] = [];
  let last: OperatorActionTable | null = null;
  for (;;) {
    const rows: OperatorActionTable[] = await listActionsAfter(database, last?.number ?? 0, PAGE);
    for (const row of rows) {
      const expected: number = (last?.number ?? 0) + 1;
      const isGap = row.number !== expected;
      // Each gap is reported once, at the row after it.
      if (isGap) found.push(alarm(`act:${expected}`, 'a record of an operator’s act is missing', `record ${expected}`, ADVICE));
      const document = await readSigned(signer.publicKeys, row);
      if (!isRecordOf(row, document, isGap ? undefined : last && sha256(last.document)))
        found.push(alarm(`act:${row.number}`, 'a record of an operator’s act was changed', row.document, ADVICE));
      last = row;
    }
    if (rows.length < PAGE) return found;
    await yieldToHost();
  }
}

/** Checks that the record of acts has all that each checkpoint saw, as it was, and that no checkpoint is missing or changed. */
export async function checkCheckpoints({
  database,
  signer,
}: Pick<ReconcileContext, 'database' | 'signer'>): Promise<Difference[]> {
  const found: Difference[] = [];
  let last: ActionCheckpointTable | null = null;
  for (;;) {
    const rows: ActionCheckpointTable[] = await listCheckpointsAfter(database, last?.number ?? 0, PAGE);
    const documents = await Promise.all(rows.map((row) => readSigned(signer.publicKeys, row)));
    const records = documents.map((document) => document as CheckpointRecord | null);
    const hashes = await hashesOf(database, records);
    for (const [position, row] of rows.entries()) {
      const expected: number = (last?.number ?? 0) + 1;
      const isGap = row.number !== expected;
      const record = records[position] ?? null;
      const previous = isGap ? undefined : last && sha256(last.document);
      if (isGap)
        found.push(
          alarm(
            `checkpoint:${expected}`,
            'a checkpoint of operators’ acts is missing',
            `checkpoint ${expected}`,
            CHECKPOINT_ADVICE,
          ),
        );
      if (!isCheckpointOf(row, record, previous))
        found.push(
          alarm(`checkpoint:${row.number}`, 'a checkpoint of operators’ acts was changed', row.document, CHECKPOINT_ADVICE),
        );
      else if (record.hash !== (hashes.get(Number(record.actions)) ?? null))
        found.push(alarm(`checkpoint:${row.number}`, lostSince(record), `record ${record.actions}`, CHECKPOINT_ADVICE));
      last = row;
    }
    if (rows.length < PAGE) return found;
    await yieldToHost();
  }
}

const lostSince = ({ at }: CheckpointRecord): string =>
  `the record of operators’ acts is no longer what it was at ${at}: its end was removed or written again`;

/** Returns the hashes of the newest acts of the checkpoints, by their numbers. */
async function hashesOf(
  database: ReconcileContext['database'],
  records: readonly (CheckpointRecord | null)[],
): Promise<ReadonlyMap<number, string>> {
  const numbers = new Set(records.flatMap((record) => (record ? [Number(record.actions)] : [])));
  const actions = await listActionsNumbered(database, [...numbers]);
  return new Map(actions.map(({ number, document }) => [number, sha256(document)]));
}

function isCheckpointOf(
  row: ActionCheckpointTable,
  record: CheckpointRecord | null,
  previous: string | null | undefined,
): record is CheckpointRecord {
  const isChained = previous === undefined || record?.previous === previous;
  return record?.kind === 'checkpoint' && record.number === String(row.number) && isChained;
}

/** Compares the scopes of operators with the last act about each. Closing an account takes its scopes away. */
export async function checkScopes({ database }: Pick<ReconcileContext, 'database'>): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const { id, operator_scopes: text } of await listOperators(database)) {
    const acts = await listActionsOf(database, `customer ${id}`);
    // Other acts about the customer, such as a freeze, say nothing about scopes.
    const effects = acts.map(({ document }) => (JSON.parse(document) as { effect: { scopes?: readonly string[] } }).effect);
    const granted = new Set(effects.findLast(({ scopes }) => scopes !== undefined)?.scopes);
    const added = parseScopes(text).filter((scope) => !granted.has(scope));
    if (added.length === 0) continue;
    const advice = `Somebody changed the database. Take them away: npm run operator -- revoke ${id}.`;
    found.push(
      alarm(`operator:${id}`, 'an operator has scopes that nobody granted', `${added.join(', ')} of customer ${id}`, advice),
    );
  }
  return found;
}

const ROW_ADVICE =
  'Somebody changed the database. What operators did still applies. Find out who can write it, then run: npm run operator -- repair-rows.';

/** Compares the settings, switches, blacklist, thresholds, notices and requests with the signed acts of operators (D79). */
export async function checkRows(context: Pick<ReconcileContext, 'database' | 'signer'>): Promise<Difference[]> {
  return (await listRowDifferences(context)).map(({ table, key, found, signed }) => {
    const [is, shouldBe] = [found, signed].map((row) => (row ? JSON.stringify(row) : 'no row'));
    return alarm(`row:${table} ${key}`, 'a row is not what operators did', `${is} instead of ${shouldBe}`, ROW_ADVICE);
  });
}

/** Whether the signed document belongs to the row. `previous` is the hash of the row before; undefined when that is missing. */
function isRecordOf(row: OperatorActionTable, document: object | null, previous: string | null | undefined): boolean {
  if (document === null) return false;
  const { kind, number, subject, previous: named } = document as ActionRecord;
  const isChained = previous === undefined || named === previous;
  return kind === 'action' && number === String(row.number) && subject === row.subject && isChained;
}
