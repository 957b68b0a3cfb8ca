import { ApiError } from '../../../contract/errors.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import type { FreezeOutput } from '../../../contract/schemas/accountFreeze.ts';
import { shortenedEmail } from '../../../contract/shortened.ts';
import type { Executor } from '../../db/database.ts';
import { deleteSignInCodes, setAccountCodeData } from '../../db/repositories/accounts/accountCodes.ts';
import { deactivateApiKeys } from '../../db/repositories/accounts/apiKeys.ts';
import { deleteMessengerAccount, findMessengerAccountOf } from '../../db/repositories/accounts/messengerAccounts.ts';
import { endSessionsOf } from '../../db/repositories/accounts/sessions.ts';
import { findUser, lockUser, updateUser } from '../../db/repositories/accounts/users.ts';
import type { UserRow } from '../../db/tables/accounts.ts';
import { queueAccountMail } from '../../mail/accountMail.ts';
import { userChanged } from '../emailKey.ts';
import type { FreezeContext } from './context.ts';
import { findFreezeLink, FREEZE_MS, frozenData, type FreezeLink, type Snapshot } from './freezeLinks.ts';

/**
 * Freezes the account of a link (D70): ends all sessions, a change of the e-mail that is not confirmed, the link to a messenger that was added since and every code that signs in,
 * switches the API keys off, stops what was not sent, and blocks withdrawals for 7 days. Later calls with the same link only try again to
 * stop what could not be stopped. A link of the kind `stopsOnly` stops what was not sent, at each call until it ends, and changes nothing
 * else (D80). Throws ERR_NOT_FOUND for a link that is used, expired or forged.
 */
export async function freezeAccount(
  context: FreezeContext,
  token: string,
  { origin }: { origin: string },
): Promise<FreezeOutput> {
  const { database, now } = context;
  const { userId, until, snapshot, stopsOnly } = await database.transaction().execute(async (transaction) => {
    const found = await lockLink(context, transaction, token);
    const { user, link } = found;
    const { stopsOnly = false } = link;
    const result = { userId: user.id, snapshot: link.snapshot, stopsOnly };
    const endsAt = link.createdAt + FREEZE_MS;
    if (link.frozenAt !== null) return { ...result, until: stopsOnly ? endsAt : (user.frozen_until ?? now()) };
    const until = stopsOnly ? endsAt : now() + FREEZE_MS;
    if (!stopsOnly) await endAccess(transaction, user, { frozen_until: until, pending_email: null }, now());
    if (link.snapshot) await unlinkLaterMessenger(transaction, user.id, link.snapshot);
    await setAccountCodeData(transaction, link.id, frozenData(context, link));
    for (const to of addressesOf(found)) {
      await queueAccountMail(transaction, {
        kind: 'ACCOUNT_FROZEN',
        data: { until, ...(stopsOnly && { stopsOnly }) },
        userId: user.id,
        to,
        origin,
        now: now(),
      });
    }
    return { ...result, until };
  });
  const left = await context.stopWithdrawals(userId);
  return {
    frozenUntil: isoTime(until),
    withdrawalsLeft: left,
    ...(stopsOnly && { stopsOnly }),
    restore: snapshot && {
      email: shortenedEmail(snapshot.email),
      proof: snapshot.proof === null ? 'password' : 'secondFactor',
      hasApp: snapshot.proof !== null && snapshot.proof.totp !== null,
    },
  };
}

/** Returns a link and its customer, who stays locked until the end of the transaction. Throws ERR_NOT_FOUND. */
export async function lockLink(
  context: FreezeContext,
  transaction: Executor,
  token: string,
): Promise<{ link: FreezeLink; user: UserRow }> {
  const { userId } = (await findFreezeLink(context, transaction, token)) ?? {};
  if (userId === undefined || !(await lockUser(transaction, userId))) throw uselessLink();
  // Another request may have used it before the customer was locked.
  const link = await findFreezeLink(context, transaction, token);
  const user = await findUser(transaction, userId);
  if (!link || !user) throw uselessLink();
  return { link, user };
}

/** Changes a customer, ends all sessions and sign-ins that are under way, and switches the API keys off. */
export async function endAccess(
  transaction: Executor,
  user: UserRow,
  change: Parameters<typeof updateUser>[2],
  at: number,
): Promise<void> {
  if (!(await updateUser(transaction, user, change))) throw userChanged();
  await endSessionsOf(transaction, { userId: user.id, exceptId: null }, 'FROZEN', at);
  await deleteSignInCodes(transaction, user.id);
  await deactivateApiKeys(transaction, user.id);
}

/** Unlinks an account of the messenger that was linked since, because it signs in. */
export async function unlinkLaterMessenger(transaction: Executor, userId: number, { messengerId }: Snapshot): Promise<void> {
  const current = await findMessengerAccountOf(transaction, userId);
  if (current && current.messenger_id !== messengerId) await deleteMessengerAccount(transaction, userId);
}

/** Returns the e-mail of an account, and the one that a link restores if it is another. */
export function addressesOf({ user, link }: { user: UserRow; link: FreezeLink }): string[] {
  const restored = link.snapshot?.email ?? '';
  return [...new Set([user.email ?? '', restored])].filter((address) => address !== '');
}

export function uselessLink(): ApiError {
  return new ApiError(
    'ERR_NOT_FOUND',
    'This link was used or has expired. Open the link of the newest mail, or write to support.',
  );
}
