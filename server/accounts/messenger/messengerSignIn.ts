import { ApiError } from '../../../contract/errors.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { REFERRAL_PATTERN } from '../../../contract/limits.ts';
import { deepLinkPath } from '../../../contract/paths/deepLinks.ts';
import type { InitDataInput, LinkMessengerInput, UnlinkMessengerInput } from '../../../contract/schemas/messenger.ts';
import type { CreateUserOutput } from '../../../contract/schemas/users.ts';
import type { Executor } from '../../db/database.ts';
import {
  deleteMessengerAccount,
  findMessengerAccount,
  findMessengerAccountOf,
  findUserOfMessenger,
  insertMessengerAccount,
  setMessengerWriting,
} from '../../db/repositories/accounts/messengerAccounts.ts';
import { deleteSignInCodes } from '../../db/repositories/accounts/accountCodes.ts';
import { queueMessengerNotice } from '../../db/repositories/accounts/messengerQueue.ts';
import { noteCredentialChange } from '../../db/repositories/accounts/secondFactors.ts';
import { endSessionsOf } from '../../db/repositories/accounts/sessions.ts';
import { findFrozenUntil, findUser, lockUser, lockUserWithPassword } from '../../db/repositories/accounts/users.ts';
import { countTry } from '../../db/repositories/allowances.ts';
import type { UserRow } from '../../db/tables/accounts.ts';
import { queueAccountMail } from '../../mail/accountMail.ts';
import type { SignIn } from '../accountService.ts';
import type { Customer } from '../authentication.ts';
import { beginSession } from '../beginSession.ts';
import type { AccountContext, Client } from '../context.ts';
import { userChanged } from '../emailKey.ts';
import { closeUnusedAccount } from '../end/closeAccount.ts';
import { createFreezeLink } from '../freeze/freezeLinks.ts';
import { confirmPassword } from '../passwordChanges.ts';
import { insertCustomer, limitMessengerRegistrations } from '../registration.ts';
import { requireStepUp } from '../secondFactor/freshFactor.ts';
import { sessionEnded } from '../sessions.ts';
import { CLOCK_AHEAD_MS, SIGN_IN_AGE_MS, type InitData, type VerifyInitData } from './initData.ts';

/** Longer than any init data is valid */
const USED_MS = SIGN_IN_AGE_MS + CLOCK_AHEAD_MS;
/** A page that is reloaded signs in again with the same init data. Who has stolen them can't do so without end. */
const SIGN_INS = 20;

/**
 * Sign-in with an account of the messenger, which is a first factor only (D64). Every method throws ERR_INVALID_CREDENTIALS with
 * `details.reason` if the messenger did not sign the init data, or too long ago.
 */
export interface MessengerSignIn {
  /** Throws ERR_NOT_FOUND if no customer has this account of the messenger. */
  authenticate(input: InitDataInput, client: Client): Promise<SignIn>;
  /** Registers a customer without e-mail and password (D74). Throws ERR_USER_ALREADY_REGISTERED, ERR_TOO_MANY_REQUESTS. */
  create(input: InitDataInput): Promise<CreateUserOutput>;
  /**
   * Links an account of the messenger to a signed-in customer, and notifies the customer by e-mail. Closes the account that the messenger
   * signed in to before if nobody has used it.
   *
   * @throws ERR_INVALID_CREDENTIALS (field `password`), ERR_SECOND_FACTOR_REQUIRED, ERR_NOT_ACCEPTABLE (`details.reason`)
   */
  link(input: LinkMessengerInput, customer: Customer, client: Client): Promise<void>;
  /** Ends the link and the customer's other sessions. Throws as {@link link} does, ERR_NOT_FOUND without a link. */
  unlink(input: UnlinkMessengerInput, customer: Customer, client: Client): Promise<void>;
}

export function createMessengerSignIn(context: AccountContext, verify: VerifyInitData): MessengerSignIn {
  const { database, now } = context;

  return {
    authenticate: async ({ initData }, client) => {
      const data = verify(initData, SIGN_IN_AGE_MS);
      await countUse(database, data, 'sign-in', SIGN_INS);
      const user = await findUserOfMessenger(database, data.messengerId);
      if (!user) throw noAccount();
      if (user.has_second_factor === 1) {
        if (!context.secondFactor) throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'This host can’t verify your second factor.');
        return { secondFactor: await context.secondFactor.startSignIn(user, client) };
      }
      return await database.transaction().execute(async (transaction) => {
        // As for a password: what ended all sessions meanwhile must end this one too.
        if (!(await lockUserWithPassword(transaction, user))) throw userChanged();
        const account = await findMessengerAccount(transaction, data.messengerId);
        if (account?.user_id !== user.id) throw noAccount();
        if (data.mayWrite) await setMessengerWriting(transaction, data.messengerId, { canWrite: true, at: data.signedAt });
        const session = { userId: user.id, kind: 'HEADER', browserFingerprint: null, secondFactorAt: null } as const;
        return { tokens: await beginSession(context, transaction, { ...session, client: { ...client, sessionToken: null } }) };
      });
    },

    create: async ({ initData }) => {
      const data = verify(initData, SIGN_IN_AGE_MS);
      await limitMessengerRegistrations(context, data.messengerId);
      return await database.transaction().execute(async (transaction) => {
        await countUse(transaction, data, 'create', 1);
        const at = now();
        const referral = await findReferral(transaction, data);
        const customer = { email: null, passwordHash: null, locale: data.locale, referral };
        const userId = await insertCustomer(context, transaction, customer, at);
        if (userId === null || !(await insertLink(transaction, data, userId, at))) {
          throw new ApiError('ERR_USER_ALREADY_REGISTERED', 'This account of the messenger has an account here. Sign in.');
        }
        return { userId };
      });
    },

    link: async ({ initData, password }, customer, client) => {
      const user = await confirm(customer, password, client);
      const data = verify(initData, SIGN_IN_AGE_MS);
      await database.transaction().execute(async (transaction) => {
        await lock(transaction, user, customer);
        await checkUnfrozen(transaction, user.id);
        const current = await findMessengerAccountOf(transaction, user.id);
        if (current?.messenger_id === data.messengerId) return;
        if (current)
          throw refused('OTHER_LINKED', 'Your account is linked to another account of the messenger. Unlink it first.');
        await countUse(transaction, data, 'link', 1);
        const freeze = await createFreezeLink(context, transaction, user);
        const mayWrite = await endUnusedAccount(transaction, data);
        if (!(await insertLink(transaction, { ...data, mayWrite }, user.id, now()))) {
          throw refused(
            'TAKEN',
            'This account of the messenger signs in to another account, which was used. Close that account, or unlink it there.',
          );
        }
        await report(transaction, user.id, { isLinked: true, ...freeze }, client);
        await queueMessengerNotice(transaction, { userId: user.id, kind: 'LINKED', now: now() });
      });
    },

    unlink: async ({ password }, customer, client) => {
      const user = await confirm(customer, password, client);
      if (user.password_hash === null) {
        throw refused('LAST_SIGN_IN', 'The messenger is the only way to sign in. Set a password first.');
      }
      await database.transaction().execute(async (transaction) => {
        await lock(transaction, user, customer);
        const freeze = await createFreezeLink(context, transaction, user);
        if (!(await deleteMessengerAccount(transaction, user.id))) {
          throw new ApiError('ERR_NOT_FOUND', 'Your account is not linked to the messenger.');
        }
        await endSessionsOf(transaction, { userId: user.id, exceptId: customer.sessionId }, 'REVOKED', now());
        await deleteSignInCodes(transaction, user.id);
        await report(transaction, user.id, { isLinked: false, ...freeze }, client);
      });
    },
  };

  /** Init data stay valid for a while, so the host counts the uses. Throws ERR_INVALID_CREDENTIALS. */
  async function countUse(
    executor: Executor,
    { hash }: InitData,
    purpose: 'sign-in' | 'create' | 'link',
    most: number,
  ): Promise<void> {
    const limit = { name: `init-data:${purpose}:${hash}`, most, windowMs: USED_MS };
    if ((await countTry(executor, limit, now())) === 0) return;
    throw new ApiError('ERR_INVALID_CREDENTIALS', 'Open the app again from the chat.', { reason: 'INIT_DATA_USED' });
  }

  async function findReferral(executor: Executor, { startParameter }: InitData) {
    const code = referralIn(startParameter);
    const userId = code === null ? null : await context.referrals.find(executor, code);
    return code === null || userId === null ? null : { userId, code };
  }

  /** Closes the account of this messenger if nobody has used it. Returns whether the bot may write. */
  async function endUnusedAccount(transaction: Executor, { messengerId, mayWrite }: InitData): Promise<boolean> {
    const current = await findMessengerAccount(transaction, messengerId);
    const isClosed = current !== undefined && (await closeUnusedAccount(transaction, current.user_id, now()));
    return mayWrite || (isClosed && current.can_write === 1);
  }

  async function insertLink(executor: Executor, data: InitData, userId: number, at: number): Promise<boolean> {
    const can_write = data.mayWrite ? 1 : 0;
    return await insertMessengerAccount(executor, { messenger_id: data.messengerId, user_id: userId, can_write, linked_at: at });
  }

  /** Returns a customer who gave the second factor or, without one, the password. */
  async function confirm(customer: Customer, password: string | undefined, client: Client): Promise<UserRow> {
    const { userId, hasSecondFactor } = customer;
    if (!hasSecondFactor) {
      const user = await confirmPassword(context, userId, { password, field: 'password' }, client);
      // Without a password, the mailbox says who it is.
      if (user.password_hash === null) requireStepUp(customer, now());
      return user;
    }
    requireStepUp(customer, now());
    const user = await findUser(database, userId);
    if (!user) throw sessionEnded();
    return user;
  }

  async function lock(transaction: Executor, user: UserRow, { hasSecondFactor }: Customer): Promise<void> {
    const isLocked = hasSecondFactor ? lockUser(transaction, user.id) : lockUserWithPassword(transaction, user);
    if (!(await isLocked)) throw userChanged();
  }

  async function checkUnfrozen(executor: Executor, userId: number): Promise<void> {
    const until = await findFrozenUntil(executor, userId, now());
    if (until !== null) throw refused('ACCOUNT_FROZEN', 'This account is frozen.', { until: isoTime(until) });
  }

  async function report(
    transaction: Executor,
    userId: number,
    data: { isLinked: boolean; token?: string; validMs?: number },
    { origin }: Client,
  ): Promise<void> {
    await noteCredentialChange(transaction, userId, now());
    const { sealing } = context;
    await queueAccountMail(transaction, { kind: 'MESSENGER_CHANGED', data, userId, origin, sealing, now: now() });
  }
}

/** Returns the referral code in the argument of a link (D18): of "home___b64-P3JlZj1hYmM", "abc". */
function referralIn(startParameter: string | null): string | null {
  const path = startParameter === null ? null : deepLinkPath(startParameter);
  const code = path === null ? null : new URL(path, 'https://site.invalid').searchParams.get('ref');
  return code !== null && REFERRAL_PATTERN.test(code) ? code : null;
}

function noAccount(): ApiError {
  return new ApiError('ERR_NOT_FOUND', 'No customer has this account of the messenger. Create one, or sign in and link it.');
}

const refused = (reason: string, message: string, details: object = {}): ApiError =>
  new ApiError('ERR_NOT_ACCEPTABLE', message, { reason, ...details });
