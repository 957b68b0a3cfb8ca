import { sha256 } from '../common/hashing.ts';
import { parseScopes } from '../../contract/accounts/operatorScopes.ts';
import { listOperators } from '../db/repositories/accounts/users.ts';
import { listActionsAfter, listActionsOf } from '../db/repositories/operatorActions.ts';
import type { OperatorActionTable } from '../db/tables/operator.ts';
import type { ActionRecord } from '../guarantee/records.ts';
import { readSigned } from '../guarantee/verifyStored.ts';
import { alarm, type Difference, type ReconcileContext } from './difference.ts';
import { yieldToHost } from './yieldToHost.ts';

const PAGE = 200;
const ADVICE = 'Somebody changed the database. Stop the host, and compare the table operator_actions with a backup.';

/**
 * Checks the record of operators' acts: no number is missing, each row is as the host signed it, and names the hash of the row before
 * it. What the newest rows would have said is lost without a trace if somebody removes them; docs/decisions/024-operator-acts.md.
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

/** Whether the signed document belongs to the row. `previous` is the hash of the row before; undefined when that is missing. */
function isRecordOf(row: OperatorActionTable, document: object | null, previous: string | null | undefined): boolean {
  if (document === null) return false;
  const { kind, number, subject, previous: named } = document as ActionRecord;
  const isChained = previous === undefined || named === previous;
  return kind === 'action' && number === String(row.number) && subject === row.subject && isChained;
}
