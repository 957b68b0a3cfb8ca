import { ApiError } from '../../contract/errors.ts';
import { DEFAULT_LOCALE } from '../../contract/paths/locales.ts';
import { type AuthenticateInput, type CreateUserInput, type CreateUserOutput } from '../../contract/schemas/users.ts';
import type { SecondFactorChallengeOutput } from '../../contract/schemas/secondFactor.ts';
import type { Executor } from '../db/database.ts';
import { isEmailHeld } from '../db/repositories/accounts/accountCodes.ts';
import { findUserByEmail, lockUserWithPassword, updateUser } from '../db/repositories/accounts/users.ts';
import type { UserRow } from '../db/tables/accounts.ts';
import { checkNewEmail } from '../common/checkNewEmail.ts';
import { beginSession, endSessionOf, endStolenSession } from './beginSession.ts';
import type { AccountContext, Client } from './context.ts';
import { sendEmailLink } from './emailChanges.ts';
import { emailKey } from './emailKey.ts';
import { heldEmail } from './freeze/freezeLinks.ts';
import { checkNewPassword } from './passwordRules.ts';
import { countPasswordTry, forgivePasswordTries } from './passwordTries.ts';
import { insertCustomer, limitRegistrations } from './registration.ts';
import { rotateSession, type IssuedTokens, type NewSession, type SessionKind } from './sessions.ts';

/** The result of a right password: a session, or what the second factor needs. */
export type SignIn = { tokens: IssuedTokens } | { secondFactor: SecondFactorChallengeOutput };

export interface AccountService {
  /**
   * Registers a customer.
   *
   * @throws ERR_USER_ALREADY_REGISTERED, ERR_VALIDATION (field `email` or `password`), ERR_NOT_FOUND (an unknown `referrerAffiliateId`)
   */
  create(input: CreateUserInput, client: Client): Promise<CreateUserOutput>;
  /** Checks e-mail and password. Throws ERR_INVALID_CREDENTIALS, the same for an unknown e-mail and a wrong password. */
  authenticate(input: AuthenticateInput, kind: SessionKind, client: Client): Promise<SignIn>;
  /** Starts the session of a customer who has proved everything that the sign-in requires. */
  completeSignIn(transaction: Executor, session: NewSession): Promise<IssuedTokens>;
  /** Replaces the tokens of a session. Throws ERR_UNAUTHORIZED. */
  refresh(
    proof: { refreshToken: string; browserFingerprint: string | null },
    kind: SessionKind,
    client: Client,
  ): Promise<IssuedTokens>;
  /** Ends the session of a token, expired or not. A token that is not genuine has no effect. */
  logout(token: string): Promise<void>;
}

export function createAccountService(context: AccountContext): AccountService {
  const { database, passwords, now } = context;

  return {
    create: async ({ email, password, referrerAffiliateId = null, locale = DEFAULT_LOCALE }, client) => {
      checkNewEmail('email', email);
      await limitRegistrations(context, client);
      await checkNewPassword(password, email);
      const passwordHash = await passwords.hash(password);
      const userId = await database.transaction().execute(async (transaction) => {
        const referrer = referrerAffiliateId === null ? null : await context.referrals.find(transaction, referrerAffiliateId);
        if (referrerAffiliateId !== null && referrer === null) {
          throw new ApiError('ERR_NOT_FOUND', 'There is no customer with this referrerAffiliateId.', {
            field: 'referrerAffiliateId',
          });
        }
        const at = now();
        if (await isEmailHeld(transaction, heldEmail(email), { userId: null, now: at })) return null;
        const referral =
          referrer === null || referrerAffiliateId === null ? null : { userId: referrer, code: referrerAffiliateId };
        const id = await insertCustomer(context, transaction, { email, passwordHash, locale, referral }, at);
        if (id !== null) await sendEmailLink(context, transaction, 'WELCOME', { userId: id, to: email, client });
        return id;
      });
      if (userId === null) {
        throw new ApiError('ERR_USER_ALREADY_REGISTERED', 'This e-mail has an account. Sign in, or restore the password.', {
          field: 'email',
        });
      }
      return { userId };
    },

    authenticate: async ({ email, password, browserFingerprint = null }, kind, client) => {
      const user = await findUserByEmail(database, emailKey(email));
      const tried = { emailKey: emailKey(email), userId: user?.id ?? null, address: client.address };
      await countPasswordTry(context, tried);
      // An unknown e-mail costs as much work as a known one (D20).
      const isRight = await passwords.verify(password, user?.password_hash ?? null);
      if (!user || !isRight) throw invalidCredentials();
      await database.transaction().execute(async (transaction) => await forgivePasswordTries(transaction, tried));
      await renewHash(user, password);
      if (user.has_second_factor === 1) {
        if (!context.secondFactor) throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'This host can’t verify your second factor.');
        return { secondFactor: await context.secondFactor.startSignIn(user, client) };
      }
      return await database.transaction().execute(async (transaction) => {
        // The old password must not start a session after the change of the password has ended all. Nor must the password alone, once
        // a second factor is on.
        if (!(await lockUserWithPassword(transaction, user))) throw invalidCredentials();
        const session = { userId: user.id, kind, client, browserFingerprint, secondFactorAt: null };
        return { tokens: await beginSession(context, transaction, session) };
      });
    },

    completeSignIn: async (transaction, session) => await beginSession(context, transaction, session),

    refresh: async (proof, kind, { origin }) =>
      await rotateSession(context, proof, kind, async (session) => await endStolenSession(context, session, origin)),

    logout: async (token) => await endSessionOf(context, database, token),
  };

  async function renewHash(user: UserRow, password: string): Promise<void> {
    if (user.password_hash === null || !passwords.isOutdated(user.password_hash)) return;
    await updateUser(database, user, { password_hash: await passwords.hash(password) });
  }
}

function invalidCredentials(): ApiError {
  return new ApiError('ERR_INVALID_CREDENTIALS', 'The e-mail or the password is wrong.');
}
