import Type from 'typebox';
import { closed } from '../../../contract/schemas/common.ts';
import { accept as acceptDifference } from '../../reconcile/accept.ts';
import { readBooks } from '../../reconcile/books.ts';
import { defineAct, refuse, type Act } from './act.ts';

/** Every unread object counts as a difference: an operator may explain one before it is an alarm. */
const UNREAD_MS = 0;

/** Hides a difference of the books that an operator has explained, until its key or amount changes. Books nothing. */
const accept = defineAct({
  scope: 'treasury',
  input: Type.Object(
    {
      key: Type.String({ minLength: 1, maxLength: 400 }),
      note: Type.String({ minLength: 1, maxLength: 1_000 }),
    },
    closed,
  ),
  plan: async (context, { key, note }) => {
    // That of a treasury or an exchange is booked: otherwise the next one would hide behind it.
    if (/^(?:treasury|venue):/.test(key)) return refuse('BOOK_CAPITAL');
    const { differences } = await readBooks(context, UNREAD_MS);
    const found = differences.find((one) => one.key === key);
    if (!found) return refuse('NO_DIFFERENCE');
    const { severity, what, howMuch } = found;
    return {
      subject: `difference ${key}`,
      effect: { key, severity, what, howMuch },
      versions: [],
      reason: note,
      execute: async (transaction) => await acceptDifference({ ...context, database: transaction }, found, note),
    };
  },
  needsSecond: () => true,
});

export const bookActs = { accept } satisfies Record<string, Act>;
