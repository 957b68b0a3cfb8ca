import { findMessengerAccount } from '../../db/repositories/accounts/messengerAccounts.ts';
import { answerNotice } from '../../db/repositories/accounts/messengerQueue.ts';
import { findUser, lockUser } from '../../db/repositories/accounts/users.ts';
import type { MessengerNoticeKind } from '../../db/tables/messenger.ts';
import type { FreezeContext } from './context.ts';
import { endAccess } from './freezeAccount.ts';
import { FREEZE_MS } from './freezeLinks.ts';

/** A press of the button below a message of the bot, as the messenger reports it */
export interface FreezePress {
  messengerId: string;
  noticeId: string;
}

/** The messages of the bot with the button: after the others, there is nothing to freeze. */
export const FREEZABLE: readonly MessengerNoticeKind[] = ['DATA_EXPORTED', 'EMAIL_REQUESTED', 'EMAIL_ADDED', 'LINKED'];

/**
 * Freezes the account that this messenger signs in to, as the link of a mail does (D70), once per message and for 7 days after it. It
 * restores nothing: an operator handles a contested account. Returns until when it is frozen; null if the button no longer works.
 */
export async function freezeByMessenger(context: FreezeContext, { messengerId, noticeId }: FreezePress): Promise<number | null> {
  const { database, now } = context;
  const frozenUntil = now() + FREEZE_MS;
  const userId = await database.transaction().execute(async (transaction) => {
    const account = await findMessengerAccount(transaction, messengerId);
    if (!account || !(await lockUser(transaction, account.user_id))) return null;
    const since = now() - FREEZE_MS;
    if (!(await answerNotice(transaction, { id: noticeId, messengerId, since, kinds: FREEZABLE }))) return null;
    const user = await findUser(transaction, account.user_id);
    if (!user) return null;
    await endAccess(transaction, user, { frozen_until: frozenUntil, pending_email: null }, now());
    return user.id;
  });
  if (userId === null) return null;
  await context.stopWithdrawals(userId);
  return frozenUntil;
}
