import { ApiError } from '../../contract/errors.ts';
import type { ChangeEmailInput, ConfirmEmailInput, ConfirmEmailOutput } from '../../contract/schemas/users.ts';
import type { Executor } from '../db/database.ts';
import { deleteSignInCodes, isEmailHeld } from '../db/repositories/accounts/accountCodes.ts';
import { queueMessengerNotice } from '../db/repositories/accounts/messengerQueue.ts';
import { endEarlierProofs } from '../db/repositories/accounts/secondFactors.ts';
import { findUser, findUserByEmail, updateUser } from '../db/repositories/accounts/users.ts';
import type { UserRow } from '../db/tables/accounts.ts';
import { checkNewEmail } from '../common/checkNewEmail.ts';
import { queueAccountMail } from '../mail/accountMail.ts';
import type { AccountMailValues } from '../mail/accountMailValues.ts';
import { createEmailToken, EMAIL_LINK_MS, redeemEmailToken } from './accountCodes.ts';
import type { Customer } from './authentication.ts';
import type { AccountContext, Client } from './context.ts';
import { emailKey, userChanged } from './emailKey.ts';
import { withdrawalsAfter } from './firstEmail.ts';
import { createFreezeLink, createFreezeOnlyLink, createStopLink, heldEmail } from './freeze/freezeLinks.ts';
import { confirmPassword } from './passwordChanges.ts';

export interface EmailChanges {
  /** Sends a link that confirms the customer's e-mail, or the new one of a change. Without effect for a confirmed e-mail. */
  requestConfirmation(customer: Customer, client: Client): Promise<void>;
  /**
   * Sends a link to a new e-mail, or to the first one (D74), which takes effect once it is confirmed, and notifies the old one. The answer does not say
   * whether another customer has the new e-mail.
   *
   * @throws ERR_VALIDATION (field `email`), ERR_INVALID_CREDENTIALS (field `password`), ERR_TOO_MANY_REQUESTS
   */
  change(input: ChangeEmailInput, customer: Customer, client: Client): Promise<void>;
  /** Confirms the e-mail of a link. Throws ERR_NOT_FOUND for a link that is used, expired, forged or out of date. */
  confirm(input: ConfirmEmailInput, client: Client): Promise<ConfirmEmailOutput>;
}

export function createEmailChanges(context: AccountContext): EmailChanges {
  const { database, now } = context;

  return {
    requestConfirmation: async ({ userId }, client) => {
      await database.transaction().execute(async (transaction) => {
        const user = await findUser(transaction, userId);
        if (user?.pending_email) {
          await sendEmailLink(context, transaction, 'CONFIRM_NEW_EMAIL', { userId, to: user.pending_email, client });
        } else if (user?.email && user.email_confirmed_at === null) {
          await sendEmailLink(context, transaction, 'WELCOME', { userId, to: user.email, client });
        }
      });
    },

    change: async ({ email, password }, { userId }, client) => {
      checkNewEmail('email', email);
      const user = await confirmPassword(context, userId, { password, field: 'password' }, client);
      if (emailKey(email) === user.email_key) return;
      await database.transaction().execute(async (transaction) => {
        const freeze = await createFreezeLink(context, transaction, user);
        if (!(await updateUser(transaction, user, { pending_email: email }))) throw userChanged();
        await report(transaction, user, { newEmail: email, isConfirmed: false, ...freeze }, client);
        if (user.email === null) await queueMessengerNotice(transaction, { userId, kind: 'EMAIL_REQUESTED', now: now() });
        await sendEmailLink(context, transaction, 'CONFIRM_NEW_EMAIL', { userId, to: email, client });
      });
    },

    confirm: async ({ token }, client) =>
      await database.transaction().execute(async (transaction) => {
        const confirmed = await redeemEmailToken(context, transaction, token);
        const user = confirmed && (await findUser(transaction, confirmed.userId));
        if (!user) throw invalidLink();
        const { email } = confirmed;
        if (email === user.email) await confirmEmail(transaction, user);
        else if (email === user.pending_email) await replaceEmail(transaction, user, email, client);
        else throw invalidLink();
        return { email };
      }),
  };

  async function confirmEmail(transaction: Executor, user: UserRow): Promise<void> {
    if (user.email_confirmed_at !== null) return;
    const at = now();
    const changes = { email_confirmed_at: at, ...withdrawalsAfter(context.firstEmail, user, at) };
    if (!(await updateUser(transaction, user, changes))) throw userChanged();
  }

  async function replaceEmail(transaction: Executor, user: UserRow, email: string, client: Client): Promise<void> {
    if ((await findUserByEmail(transaction, emailKey(email))) !== undefined) throw invalidLink();
    const at = now();
    if (await isEmailHeld(transaction, heldEmail(email), { userId: user.id, now: at })) throw invalidLink();
    const freeze =
      user.email !== null && user.email_confirmed_at === null
        ? await createStopLink(context, transaction, user.id)
        : await createFreezeLink(context, transaction, user);
    const isReplaced = await updateUser(transaction, user, {
      email,
      email_key: emailKey(email),
      pending_email: null,
      email_confirmed_at: at,
      credentials_changed_at: at,
      ...withdrawalsAfter(context.firstEmail, user, at),
    });
    if (!isReplaced) throw userChanged();
    // What was proved with the messenger must not count as the proof of a mailbox.
    if (user.email === null) {
      await endEarlierProofs(transaction, { userId: user.id, sessionId: '' });
      await queueMessengerNotice(transaction, { userId: user.id, kind: 'EMAIL_ADDED', now: at });
    }
    // A code that restores the password is in the mailbox of the old e-mail.
    await deleteSignInCodes(transaction, user.id);
    await report(transaction, user, { newEmail: email, isConfirmed: true, ...freeze }, client);
    const onlyFreeze = await createFreezeOnlyLink(context, transaction, user.id);
    await report(transaction, { ...user, email }, { newEmail: email, isConfirmed: true, isToNew: true, ...onlyFreeze }, client);
  }

  /** Mails what happens to the e-mail to the one that `user` has here. */
  async function report(
    transaction: Executor,
    { id: userId, email: to }: Pick<UserRow, 'id' | 'email'>,
    data: AccountMailValues['EMAIL_CHANGED'],
    { origin }: Client,
  ): Promise<void> {
    if (to === null) return;
    await queueAccountMail(transaction, {
      kind: 'EMAIL_CHANGED',
      data,
      userId,
      to,
      origin,
      sealing: context.sealing,
      now: now(),
    });
  }
}

/**
 * Sends a link that confirms an e-mail: of a new customer, or the new one of a change. A new e-mail that another customer has gets
 * none: the mail worker decides that, because the answer and its duration must not tell (D20).
 */
export async function sendEmailLink(
  context: Pick<AccountContext, 'tokenKey' | 'sealing' | 'now'>,
  executor: Executor,
  kind: 'WELCOME' | 'CONFIRM_NEW_EMAIL',
  { userId, to, client }: { userId: number; to: string; client: Client },
): Promise<void> {
  const token = await createEmailToken(context, executor, { userId, email: to });
  await queueAccountMail(executor, {
    kind,
    data: { token, validMs: EMAIL_LINK_MS },
    userId,
    to,
    origin: client.origin,
    clientAddress: client.address,
    sealing: context.sealing,
    now: context.now(),
  });
}

function invalidLink(): ApiError {
  return new ApiError('ERR_NOT_FOUND', 'This link was used, has expired, or a newer one replaced it. Request a new one.');
}
