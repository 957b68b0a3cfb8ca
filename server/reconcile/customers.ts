import { compare, sum } from '../../contract/money.ts';
import { EARNINGS_INSTRUMENT } from '../affiliates/affiliateRules.ts';
import { readCustomerBooks, type CustomerBooks } from '../db/repositories/accounts/customerBooks.ts';
import { negate } from '../payments/ledger.ts';
import { accrualLines, forfeitJournalId } from '../affiliates/earningBooks.ts';
import { withdrawalJournalId, withdrawalLines } from '../withdrawals/withdrawalBooks.ts';
import { findReferralFault } from '../affiliates/signedReferrals.ts';
import { findUnsignedWithdrawals } from '../withdrawals/owner.ts';
import { compareJournals, reversalOf, type ExpectedJournal, type JournalEntries } from './compareJournals.ts';
import { alarm, type Difference, type ReconcileContext } from './difference.ts';
import { checkLevel } from './earnings/levels.ts';
import { expectedSendJournals } from './sendJournals.ts';

const WRITTEN_BY_HAND = 'The host can’t write this. Find out what else writes to the database.';

/**
 * Compares what a customer can withdraw with the ledger, and each withdrawal with its journals, its send and what the host signed.
 * Compares its referrer and its cashback level with what the host signed (D68). A closed account must have forfeited what was left
 * (D60). Returns no difference for a customer without records.
 */
export async function checkCustomer(
  context: Pick<ReconcileContext, 'database' | 'catalogue' | 'signer'>,
  userId: number,
): Promise<Difference[]> {
  const books = await readCustomerBooks(context.database, userId, [forfeitJournalId(userId)]);
  const actual = Map.groupBy(books.entries, (entry) => entry.journal_id);
  const sends = books.withdrawals.flatMap(({ send }) => send ?? []);
  const unsigned = await findUnsignedWithdrawals(context, sends);
  return [
    ...(await checkReferral(context, books)),
    ...(isClosed(books) ? [] : checkLevel(books)),
    ...checkBalances(books),
    ...checkSends(books),
    ...[...unsigned].map(([id, what]) =>
      alarm(`customer:${userId}:${id}`, 'a withdrawal differs from what was asked for', what, WRITTEN_BY_HAND),
    ),
    ...compareJournals([...expectedJournals(context, books, actual), ...forfeits(books)], actual),
  ];
}

const isClosed = ({ user }: CustomerBooks): boolean => (user?.closed_at ?? null) !== null;

async function checkReferral(
  { signer }: Pick<ReconcileContext, 'signer'>,
  { userId, user, referral }: CustomerBooks,
): Promise<Difference[]> {
  const fault = user ? await findReferralFault(signer.publicKeys, user, referral) : null;
  if (fault === null) return [];
  return [alarm(`customer:${userId}:referrer`, 'the referrer of a customer is not the signed one', fault, WRITTEN_BY_HAND)];
}

function checkBalances({ userId, balances, earned }: CustomerBooks): Difference[] {
  const held = new Map(balances.map(({ instrument, amount }) => [instrument, amount]));
  return [...new Set([...held.keys(), ...earned.keys()])].flatMap((instrument): Difference[] => {
    const [balance, booked] = [held.get(instrument) ?? '0', earned.get(instrument) ?? '0'];
    if (compare(balance, booked) === 0) return [];
    const howMuch = `${balance} instead of ${booked} ${instrument}`;
    return [alarm(`customer:${userId}:balance:${instrument}`, 'a balance differs from the ledger', howMuch, WRITTEN_BY_HAND)];
  });
}

function checkSends({ userId, withdrawals }: CustomerBooks): Difference[] {
  return withdrawals
    .filter(({ send }) => send === null)
    .map(({ withdrawal }) =>
      alarm(
        `customer:${userId}:WITHDRAWAL:${withdrawal.id}`,
        'the outbox row of a withdrawal is missing',
        `${withdrawal.amount} ${withdrawal.instrument} to ${withdrawal.to_address}`,
        'The host never deletes it. Look for it in a backup, and find out what else writes to the database.',
      ),
    );
}

/** Returns the journals that the withdrawals must have. */
function expectedJournals(
  context: Pick<ReconcileContext, 'catalogue'>,
  { withdrawals }: CustomerBooks,
  actual: JournalEntries,
): ExpectedJournal[] {
  return withdrawals.flatMap(({ withdrawal, send }): ExpectedJournal[] => {
    if (!send) return [];
    const booked = {
      id: withdrawalJournalId(withdrawal),
      kind: 'WITHDRAWAL',
      source: { withdrawal_id: withdrawal.id },
      lines: withdrawalLines(withdrawal),
    } as const;
    const returned = send.state === 'CANCELLED' ? [reversalOf(booked)] : [];
    return [booked, ...returned, ...expectedSendJournals(context, send, actual)];
  });
}

/** Returns the journal of a closed account: it takes all that the other journals gave the customer. */
function forfeits(books: CustomerBooks): ExpectedJournal[] {
  if (!isClosed(books)) return [];
  const { userId, earned, entries } = books;
  const id = forfeitJournalId(userId);
  const own = entries.filter((entry) => entry.journal_id === id && entry.user_id === userId);
  const left = sum([earned.get(EARNINGS_INSTRUMENT) ?? '0', ...own.map(({ amount }) => amount)]);
  return [
    { id, kind: 'FORFEIT', lines: accrualLines({ instrument: EARNINGS_INSTRUMENT, amount: negate(left), user_id: userId }) },
  ];
}
