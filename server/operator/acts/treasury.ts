import Type from 'typebox';
import { isDecimal, isPositive } from '../../../contract/money.ts';
import { closed } from '../../../contract/schemas/common.ts';
import { deleteRecovery } from '../../db/repositories/recovery/recoveries.ts';
import { acknowledgeMined } from '../../db/repositories/recovery/treasuryCounts.ts';
import { nextCapitalNumber } from '../../db/repositories/treasury.ts';
import { bookCapital, capitalJournalId } from '../../payments/capital.ts';
import { defineAct, refuse, requireWritten, type Act } from './act.ts';

/** Books our own money that an operator added to the treasury or took from it, with a signed record. Moves nothing. */
const capital = defineAct({
  scope: 'treasury',
  input: Type.Object(
    {
      instrument: Type.String(),
      /** Signed, in the instrument */
      amount: Type.String({ maxLength: 100 }),
      note: Type.String({ minLength: 1, maxLength: 1_000 }),
    },
    closed,
  ),
  plan: async (context, { instrument, amount, note }) => {
    const known = context.catalogue.instruments.get(instrument);
    if (!known || known.type === 'fiat') return refuse('NO_INSTRUMENT');
    const size = amount.replace(/^-/, '');
    if (!isDecimal(size) || !isPositive(size)) return refuse('NOT_AN_AMOUNT');
    const journal = capitalJournalId({ instrument, number: await nextCapitalNumber(context.database) });
    return {
      subject: instrument,
      effect: { instrument, amount, journal },
      versions: [],
      reason: note,
      execute: async (transaction) => {
        const booked = await bookCapital(context, transaction, () => Promise.resolve([{ instrument, amount, note }]));
        requireWritten(booked[0] === journal, journal);
      },
    };
  },
  // Capital that is taken out only on paper would hide a theft.
  needsSecond: ({ amount }) => amount.startsWith('-'),
  movedMoney: ({ amount, instrument }) => ({ amount: amount.replace(/^-/, ''), instrument }),
});

/**
 * Acknowledges transactions that the operator sent from the treasury without the host, so that the host sends again (D73). The number
 * must be the one that the network shows: a transaction that nobody expected may be a payment that a restored backup has forgotten.
 */
const spent = defineAct({
  scope: 'treasury',
  input: Type.Object(
    {
      network: Type.String({ maxLength: 100 }),
      /** How many transactions the operator sent */
      transactions: Type.Integer({ minimum: 1 }),
      note: Type.String({ minLength: 1, maxLength: 1_000 }),
    },
    closed,
  ),
  plan: async ({ gateways }, { network, transactions, note }) => {
    const gateway = gateways.get(network);
    if (!gateway) return refuse('NOT_CONNECTED');
    const { mined, known } = await gateway.records.count();
    if (mined <= known) return refuse('NOTHING_UNKNOWN');
    if (mined - known !== transactions) return refuse('OTHER_NUMBER', { unknown: mined - known });
    const { address } = await gateway.addressAt(gateway.treasury());
    return {
      subject: network,
      effect: { network, address, transactions, first: known },
      versions: [mined, known],
      reason: note,
      execute: async (transaction) => {
        requireWritten(await acknowledgeMined(transaction, { network, address, mined }), `${network} treasury`);
        await deleteRecovery(transaction, network);
      },
    };
  },
  needsSecond: () => true,
});

export const treasuryActs = { capital, spent } satisfies Record<string, Act>;
