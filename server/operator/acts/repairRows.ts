import Type from 'typebox';
import { closed } from '../../../contract/schemas/common.ts';
import { replaceRow } from '../../db/repositories/operatorActions.ts';
import type { Tables } from '../../db/tables.ts';
import { listRowDifferences, type RowDifference } from '../../guarantee/rowDifferences.ts';
import { keyColumnsOf } from '../../guarantee/signedRows.ts';
import { defineAct, refuse, type Act } from './act.ts';

/** Gives every row that somebody changed the content that the signed acts of operators explain (D79). Nothing that applies changes. */
const repairRows = defineAct({
  scope: 'settings',
  isCommandOnly: true,
  input: Type.Object({}, closed),
  plan: async (context) => {
    const differences = await listRowDifferences(context);
    if (differences.length === 0) return refuse('NO_DIFFERENCE');
    return {
      subject: 'rows of acts',
      effect: { rows: differences.map(({ table, key }) => `${table} ${key}`) },
      versions: differences,
      execute: async (transaction) => {
        for (const one of differences) await replaceRow(transaction, one.table, keyOf(one), rowOf(one));
      },
    };
  },
});

function keyOf({ table, found, signed }: RowDifference): Record<string, unknown> {
  return Object.fromEntries(keyColumnsOf(table).map((column) => [column, (found ?? signed)?.[column]]));
}

/** A request is restored without an input that nobody signed: its digest shows another one, and nobody can approve it. */
function rowOf({ table, found, signed }: RowDifference): Tables[RowDifference['table']] | null {
  const input = table === 'approvals' && { input: found?.['input'] ?? '{}' };
  // The rows of a table have its columns.
  return signed && ({ ...signed, ...input } as unknown as Tables[RowDifference['table']]);
}

export const rowActs = { 'repair-rows': repairRows } satisfies Record<string, Act>;
