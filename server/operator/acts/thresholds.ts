import Type from 'typebox';
import { isDecimal, isPositive } from '../../../contract/money.ts';
import { closed } from '../../../contract/schemas/common.ts';
import { deleteReserveThreshold, writeReserveThreshold } from '../../db/repositories/alerts.ts';
import { readSignedRows } from '../../guarantee/signedRows.ts';
import { defineAct, refuse, type Act } from './act.ts';

/** Sets below which free reserve of a coin operators are alerted, or removes it. Changes nothing for customers. */
const threshold = defineAct({
  scope: 'treasury',
  input: Type.Object(
    {
      instrument: Type.String({ maxLength: 100 }),
      /** In the instrument; null: no alert */
      amount: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
    },
    closed,
  ),
  plan: async (context, { instrument, amount }) => {
    const { catalogue, now } = context;
    const known = catalogue.instruments.get(instrument);
    if (!known || known.type === 'fiat') return refuse('NO_INSTRUMENT');
    if (amount !== null && !(isDecimal(amount) && isPositive(amount))) return refuse('NOT_AN_AMOUNT');
    const before = (await readSignedRows(context)).reserve_thresholds.get(instrument);
    if (amount === null && !before) return refuse('NO_THRESHOLD');
    return {
      subject: instrument,
      effect: { instrument, amount, before: before?.amount ?? null },
      versions: [before?.set_at ?? null],
      execute: async (transaction, operator) => {
        // The row may be missing: its act decides (D79).
        if (amount === null) await deleteReserveThreshold(transaction, instrument);
        else await writeReserveThreshold(transaction, { instrument, amount, set_by: operator, set_at: now() });
      },
    };
  },
});

export const thresholdActs = { threshold } satisfies Record<string, Act>;
