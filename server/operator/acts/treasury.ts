import Type from 'typebox';
import { isDecimal, isPositive } from '../../../contract/money.ts';
import { closed } from '../../../contract/schemas/common.ts';
import { nextCapitalNumber } from '../../db/repositories/treasury.ts';
import { findVenue } from '../../db/repositories/venues/venues.ts';
import { bookCapital, capitalJournalId } from '../../payments/capital.ts';
import { parseVenueInstrument } from '../../payments/venueInstrument.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { defineAct, refuse, requireWritten, type Act } from './act.ts';

/**
 * Books our own money that an operator added to the treasury or to an exchange, or took from it, or what an exchange credited or took by
 * itself, with a signed record. Moves nothing.
 */
const capital = defineAct({
  scope: 'treasury',
  input: Type.Object(
    {
      instrument: Type.String(),
      /** Signed, in the instrument */
      amount: Type.String({ maxLength: 100 }),
      note: Type.String({ minLength: 1, maxLength: 1_000 }),
      /** What an exchange credited or took, such as interest: income or cost, and no capital */
      isResult: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
  plan: async (context, { instrument, amount, note, isResult = false }) => {
    if (!(await isCounted(context, instrument))) return refuse('NO_INSTRUMENT');
    if (isResult && parseVenueInstrument(instrument) === null) return refuse('NO_EXCHANGE');
    const size = amount.replace(/^-/, '');
    if (!isDecimal(size) || !isPositive(size)) return refuse('NOT_AN_AMOUNT');
    const journal = capitalJournalId({ instrument, number: await nextCapitalNumber(context.database) });
    return {
      subject: instrument,
      effect: { instrument, amount, journal, isResult },
      versions: [],
      reason: note,
      execute: async (transaction) => {
        const booked = await bookCapital(context, transaction, () => Promise.resolve([{ instrument, amount, note, isResult }]));
        requireWritten(booked[0] === journal, journal);
      },
    };
  },
  // Capital that is taken out only on paper would hide a theft.
  needsSecond: ({ amount }) => amount.startsWith('-'),
  movedMoney: ({ amount, instrument }) => ({ amount: amount.replace(/^-/, ''), instrument }),
});

/** Returns whether the treasury, or our account at a known exchange, may hold the instrument. */
async function isCounted({ catalogue, database }: OperatorContext, instrument: string): Promise<boolean> {
  const held = parseVenueInstrument(instrument);
  if (held === null) return (catalogue.instruments.get(instrument)?.type ?? 'fiat') !== 'fiat';
  const isCoin = [...catalogue.instruments.values()].some(({ marketSymbol }) => marketSymbol === held.coin);
  return isCoin && (await findVenue(database, held.venue)) !== undefined;
}

export const treasuryActs = { capital } satisfies Record<string, Act>;
