import Type from 'typebox';
import { subtract } from '../../../contract/money.ts';
import { closed } from '../../../contract/schemas/common.ts';
import { listVenueTransfersById } from '../../db/repositories/venues/venueTransfers.ts';
import { bookCancelled } from '../../hedging/transferBooks.ts';
import { bookCapital } from '../../payments/capital.ts';
import { defineAct, refuse, type Act } from './act.ts';

/**
 * Gives up a transfer between the treasury and an exchange that the host can't match: what left the sender, with its fee, is booked as
 * capital taken out, with a signed record. What arrived after all is capital that an operator books.
 */
const loseTransfer = defineAct({
  scope: 'treasury',
  input: Type.Object(
    { id: Type.String({ minLength: 1, maxLength: 100 }), note: Type.String({ minLength: 1, maxLength: 1_000 }) },
    closed,
  ),
  plan: async (context, { id, note }) => {
    const [row] = await listVenueTransfersById(context.database, [id]);
    if (row?.state !== 'SENT') return refuse('NOT_ON_ITS_WAY');
    const { instrument_from: instrument, amount, fee, fee_instrument: feeInstrument } = row;
    return {
      subject: instrument,
      effect: { transfer: id, instrument, amount, fee: { instrument: feeInstrument, amount: fee } },
      versions: [{ id, state: row.state }],
      reason: note,
      execute: async (transaction) => {
        await bookCancelled(transaction, row, context.now());
        const left = [
          { instrument, amount: subtract('0', amount), note },
          { instrument: feeInstrument, amount: subtract('0', fee), note },
        ];
        await bookCapital(context, transaction, () => Promise.resolve(left));
      },
    };
  },
  // Capital that is taken out only on paper would hide a theft.
  needsSecond: () => true,
  movedMoney: ({ amount, instrument }) => ({ amount, instrument }),
});

export const transferActs = { 'lose-transfer': loseTransfer } satisfies Record<string, Act>;
