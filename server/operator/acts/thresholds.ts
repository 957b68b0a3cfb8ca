import Type from 'typebox';
import { isDecimal, isPositive } from '../../../contract/money.ts';
import { closed } from '../../../contract/schemas/common.ts';
import { deleteReserveThreshold, findReserveThreshold, writeReserveThreshold } from '../../db/repositories/alerts.ts';
import { defineAct, refuse, requireWritten, type Act } from './act.ts';

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
  plan: async ({ database, catalogue, now }, { instrument, amount }) => {
    const known = catalogue.instruments.get(instrument);
    if (!known || known.type === 'fiat') return refuse('NO_INSTRUMENT');
    if (amount !== null && !(isDecimal(amount) && isPositive(amount))) return refuse('NOT_AN_AMOUNT');
    const before = await findReserveThreshold(database, instrument);
    if (amount === null && !before) return refuse('NO_THRESHOLD');
    return {
      subject: instrument,
      effect: { instrument, amount, before: before?.amount ?? null },
      versions: [before?.set_at ?? null],
      execute: async (transaction, operator) => {
        if (amount === null) requireWritten(await deleteReserveThreshold(transaction, instrument), instrument);
        else await writeReserveThreshold(transaction, { instrument, amount, set_by: operator, set_at: now() });
      },
    };
  },
});

export const thresholdActs = { threshold } satisfies Record<string, Act>;
