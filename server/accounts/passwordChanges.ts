import { ApiError } from '../../contract/errors.ts';
import type {
  ChangePasswordInput,
  RequestPasswordResetInput,
  RequestPasswordResetOutput,
  ResetPasswordInput,
} from '../../contract/schemas/users.ts';
import type { Executor } from '../db/database.ts';
import { deleteSignInCodes, useAccountCode } from '../db/repositories/accounts/accountCodes.ts';
import { deactivateApiKeys } from '../db/repositories/accounts/apiKeys.ts';
import { deleteMessengerAccount, findMessengerAccountOf } from '../db/repositories/accounts/messengerAccounts.ts';
import { hasCreatedOrder } from '../db/repositories/accounts/orderOwners.ts';
import { endSessionsOf } from '../db/repositories/accounts/sessions.ts';
import { deleteReferral } from '../db/repositories/earnings/referrals.ts';
import { findUser, findUserByEmail, updateUser } from '../db/repositories/accounts/users.ts';
import { deleteAllTries } from '../db/repositories/allowances.ts';
import type { UserRow } from '../db/tables/accounts.ts';
import { queueAccountMail, queueNoMail } from '../mail/accountMail.ts';
import { checkResetCode, resetTriesOf, sendResetCode, RESET_CODE_MS } from './accountCodes.ts';
import type { Customer } from './authentication.ts';
import type { AccountContext, Client } from './context.ts';
import { emailKey, emailMissing, userChanged } from './emailKey.ts';
import { withdrawalsAfter } from './firstEmail.ts';
import { createFreezeLink } from './freeze/freezeLinks.ts';
import { isKnownNetwork } from './knownNetwork.ts';
import { checkNewPassword } from './passwordRules.ts';
import { forgetCodeTries } from './secondFactor/codeTries.ts';
import { requireStepUp } from './secondFactor/freshFactor.ts';
import { countPasswordTry, endPasswordPauses, forgivePasswordTries } from './passwordTries.ts';
import { sessionEnded } from './sessions.ts';

export interface PasswordChanges {
  /** Sends a code to the e-mail if it has an account. Neither the answer nor its duration says whether it has (D20). */
  requestReset(input: RequestPasswordResetInput, client: Client): Promise<RequestPasswordResetOutput>;
  /**
   * Sets a new password with a code, confirms the e-mail that received it, and ends all sessions, an unconfirmed change of the e-mail
   * and every pause of sign-ins with this e-mail. Switches the API keys off, unlinks a messenger that was linked later than the account was created, and forgets the referrer if the customer has created no
   * order (D70).
   *
   * @throws ERR_INVALID_PASSWORD_RESET_CODE, ERR_VALIDATION (field `password`), ERR_TOO_MANY_REQUESTS
   */
  reset(input: ResetPasswordInput, client: Client): Promise<void>;
  /**
   * Changes the password of a signed-in customer, or sets the first one, which needs an e-mail and a fresh proof (D74). Ends the other
   * sessions and an unconfirmed change of the e-mail.
   *
   * @throws ERR_NOT_ACCEPTABLE (no e-mail), ERR_SECOND_FACTOR_REQUIRED (no password, and no fresh proof), ERR_INVALID_CREDENTIALS (field `currentPassword`), ERR_VALIDATION (field `password`), ERR_TOO_MANY_REQUESTS
   */
  change(input: ChangePasswordInput, customer: Customer, client: Client): Promise<void>;
}

export function createPasswordChanges(context: AccountContext): PasswordChanges {
  const { database, passwords, now } = context;

  /** Stores a hash in the transaction of everything that follows from it. */
  const store = async (
    transaction: Executor,
    user: UserRow,
    { hash, keptSession, client }: { hash: string; keptSession: string | null; client: Client },
  ): Promise<void> => {
    const at = now();
    // A thief with the old password may have requested a change of the e-mail.
    const changes = { password_hash: hash, password_changed_at: at, credentials_changed_at: at, pending_email: null };
    const isReset = keptSession === null;
    // Somebody else may have registered with this e-mail, and chosen who earns from its orders (D70).
    const isReferrerForgotten = isReset && !(await hasCreatedOrder(transaction, user.id));
    const freeze = await createFreezeLink(context, transaction, user);
    const isStored = await updateUser(transaction, user, {
      ...changes,
      // The code was in the mailbox.
      ...(isReset && { restored_at: null }),
      ...(isReset &&
        user.email_confirmed_at === null && { email_confirmed_at: at, ...withdrawalsAfter(context.firstEmail, user, at) }),
      ...(isReferrerForgotten && { referrer_user_id: null, referrer_code: null }),
    });
    if (!isStored) throw userChanged();
    if (isReferrerForgotten) await deleteReferral(transaction, user.id);
    await endSessionsOf(transaction, { userId: user.id, exceptId: keptSession }, 'PASSWORD', at);
    await deleteSignInCodes(transaction, user.id);
    const areKeysOff = isReset && (await deactivateApiKeys(transaction, user.id));
    // Who knew the password may have linked a messenger. One that the account was created with stays.
    const messenger = isReset ? await findMessengerAccountOf(transaction, user.id) : undefined;
    const isMessengerOff = messenger !== undefined && messenger.linked_at > user.created_at;
    if (isMessengerOff) await deleteMessengerAccount(transaction, user.id);
    await queueAccountMail(transaction, {
      kind: 'PASSWORD_CHANGED',
      data: {
        ...freeze,
        ...(user.restored_at !== null && { isRestored: true }),
        ...(areKeysOff && { areKeysOff }),
        ...(isMessengerOff && { isMessengerOff }),
      },
      userId: user.id,
      origin: client.origin,
      sealing: context.sealing,
      now: at,
    });
  };

  return {
    requestReset: async ({ email }, { address, origin }) => {
      const user = await findUserByEmail(database, emailKey(email));
      const resetRequestId = await database.transaction().execute(async (transaction) => {
        const isKnown = await isKnownNetwork(transaction, user?.id ?? null, address);
        const mail = { kind: 'RESET_CODE', clientAddress: address, isKnownNetwork: isKnown, now: now() } as const;
        return await sendResetCode(context, transaction, user?.id ?? null, async (code) => {
          if (!user) return await queueNoMail(transaction, { ...mail, to: email });
          const data = { code, validMs: RESET_CODE_MS };
          return await queueAccountMail(transaction, { ...mail, data, userId: user.id, origin, sealing: context.sealing });
        });
      });
      return { resetRequestId };
    },

    reset: async ({ email, password, resetCode, resetRequestId }, client) => {
      await checkNewPassword(password, email);
      const user = await findUserByEmail(database, emailKey(email));
      const codeId = await checkResetCode(context, database, {
        typed: resetCode,
        emailKey: emailKey(email),
        userId: user?.id ?? null,
        requestId: resetRequestId,
        address: client.address,
      });
      if (!user || codeId === null) throw invalidResetCode();
      const hash = await passwords.hash(password);
      await database.transaction().execute(async (transaction) => {
        if (!(await useAccountCode(transaction, codeId, now()))) throw invalidResetCode();
        await store(transaction, user, { hash, keptSession: null, client });
        await endPasswordPauses(transaction, emailKey(email));
        await deleteAllTries(transaction, resetTriesOf(emailKey(email)));
        await forgetCodeTries(transaction, user.id, now());
      });
    },

    change: async ({ currentPassword, password }, customer, client) => {
      const { userId, sessionId } = customer;
      const user = await confirmPassword(context, userId, { password: currentPassword, field: 'currentPassword' }, client);
      if (user.email === null) throw emailMissing();
      // Without an old password, the mailbox or the second factor says who it is.
      if (user.password_hash === null) requireStepUp(customer, now());
      await checkNewPassword(password, user.email);
      const hash = await passwords.hash(password);
      await database.transaction().execute(async (transaction) => {
        await store(transaction, user, { hash, keptSession: sessionId, client });
      });
    },
  };
}

/**
 * Returns a signed-in customer whose password was typed again in `field`. An account without a password (D74) needs none: the caller
 * requires another proof.
 *
 * @throws ERR_INVALID_CREDENTIALS (`details.field`), ERR_TOO_MANY_REQUESTS
 */
export async function confirmPassword(
  context: Pick<AccountContext, 'database' | 'passwords' | 'now'>,
  userId: number,
  { password, field }: { password: string | undefined; field: string },
  { address }: Client,
): Promise<UserRow> {
  const { database, passwords } = context;
  const user = await findUser(database, userId);
  if (!user || user.closed_at !== null) throw sessionEnded();
  if (user.password_hash === null) return user;
  if (user.email_key === null) throw sessionEnded();
  const tried = { emailKey: user.email_key, userId, address };
  await countPasswordTry(context, tried);
  if (!(await passwords.verify(password ?? '', user.password_hash))) {
    throw new ApiError('ERR_INVALID_CREDENTIALS', 'The password is wrong.', { field });
  }
  await database.transaction().execute(async (transaction) => await forgivePasswordTries(transaction, tried));
  return user;
}

function invalidResetCode(): ApiError {
  return new ApiError('ERR_INVALID_PASSWORD_RESET_CODE', 'This code is wrong or no longer valid. Request a new one.');
}
