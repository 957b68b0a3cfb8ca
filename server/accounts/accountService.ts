import { ApiError } from '../../contract/errors.ts';
import { isoTime } from '../../contract/isoTime.ts';
import {
  OPERATOR_SCOPES,
  type AccountData,
  type AuthenticateInput,
  type CreateUserInput,
  type CreateUserOutput,
} from '../../contract/schemas/users.ts';
import type { SecondFactorChallengeOutput } from '../../contract/schemas/secondFactor.ts';
import { findUser, findUserByEmail, insertUser, updateUser } from '../db/repositories/accounts/users.ts';
import { endSession, findCustomerSession } from '../db/repositories/accounts/sessions.ts';
import type { UserRow } from '../db/tables/accounts.ts';
import { sha256 } from '../orders/core/hashing.ts';
import type { AccountContext, Client } from './context.ts';
import { checkNewPassword } from './passwordRules.ts';
import {
  rotateSession,
  sessionEnded,
  sessionIdOf,
  startSession,
  type IssuedTokens,
  type NewSession,
  type SessionKind,
} from './sessions.ts';

/** The result of a right password: a session, or what the second factor needs. */
export type SignIn = { tokens: IssuedTokens } | { secondFactor: SecondFactorChallengeOutput };

export interface AccountService {
  /**
   * Registers a customer.
   *
   * @throws ERR_USER_ALREADY_REGISTERED, ERR_VALIDATION (field `password`), ERR_NOT_FOUND (an unknown `referrerAffiliateId`)
   */
  create(input: CreateUserInput, client: Client): Promise<CreateUserOutput>;
  /** Checks e-mail and password. Throws ERR_INVALID_CREDENTIALS, the same for an unknown e-mail and a wrong password. */
  authenticate(input: AuthenticateInput, kind: SessionKind, client: Client): Promise<SignIn>;
  /** Starts the session of a customer who has proved everything that the sign-in requires. */
  completeSignIn(session: NewSession): Promise<IssuedTokens>;
  /** Replaces the tokens of a session. Throws ERR_UNAUTHORIZED. */
  refresh(refreshToken: string, kind: SessionKind, client: Client): Promise<IssuedTokens>;
  /** Ends the session of a token, expired or not. A token that is not genuine has no effect. */
  logout(token: string): Promise<void>;
  accountData(userId: number): Promise<AccountData>;
}

export function createAccountService(context: AccountContext): AccountService {
  const { database, passwords, now } = context;

  const completeSignIn = async (session: NewSession): Promise<IssuedTokens> => {
    const { isNewDevice: _, ...tokens } = await database
      .transaction()
      .execute(async (transaction) => await startSession(context, transaction, session));
    return tokens;
  };

  return {
    create: async ({ email, password, referrerAffiliateId = null, locale = 'en' }) => {
      await checkNewPassword(password, email);
      const passwordHash = await passwords.hash(password);
      const userId = await database.transaction().execute(async (transaction) => {
        const referrer = referrerAffiliateId === null ? null : await context.findReferrer(transaction, referrerAffiliateId);
        if (referrerAffiliateId !== null && referrer === null) {
          throw new ApiError('ERR_NOT_FOUND', 'There is no customer with this referrerAffiliateId.', {
            field: 'referrerAffiliateId',
          });
        }
        const at = now();
        return await insertUser(transaction, {
          email,
          email_key: emailKey(email),
          password_hash: passwordHash,
          operator_scopes: '[]',
          locale,
          email_confirmed_at: null,
          pending_email: null,
          referrer_user_id: referrer,
          referrer_code: referrerAffiliateId,
          has_second_factor: 0,
          created_at: at,
          password_changed_at: at,
          credentials_changed_at: at,
          closed_at: null,
        });
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
      // An unknown e-mail costs as much work as a known one (D20).
      const isRight = await passwords.verify(password, user?.password_hash ?? null);
      if (!user || !isRight) throw invalidCredentials();
      await renewHash(user, password);
      if (user.has_second_factor === 1) {
        if (!context.secondFactor) throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'This host can’t verify your second factor.');
        return { secondFactor: await context.secondFactor.startSignIn(user, client) };
      }
      return { tokens: await completeSignIn({ userId: user.id, kind, client, browserFingerprint, secondFactorAt: null }) };
    },

    completeSignIn,

    refresh: async (refreshToken, kind) => await rotateSession(context, refreshToken, kind, async () => {}),

    logout: async (token) => {
      const session = await findCustomerSession(database, sessionIdOf(token));
      const hash = sha256(token);
      const isGenuine = [session?.access_token_hash, session?.refresh_token_hash, session?.previous_refresh_hash].includes(hash);
      if (session && isGenuine) await endSession(database, session.id, 'LOGOUT', now());
    },

    accountData: async (userId) => {
      const user = await findUser(database, userId);
      if (!user || user.email === null) throw sessionEnded();
      return presentAccountData(user, user.email);
    },
  };

  async function renewHash(user: UserRow, password: string): Promise<void> {
    if (user.password_hash === null || !passwords.isOutdated(user.password_hash)) return;
    await updateUser(database, user, { password_hash: await passwords.hash(password) });
  }
}

/** Two spellings of an e-mail that differ in upper and lower case are the same account. */
export const emailKey = (email: string): string => email.toLowerCase();

function invalidCredentials(): ApiError {
  return new ApiError('ERR_INVALID_CREDENTIALS', 'The e-mail or the password is wrong.');
}

function presentAccountData(user: UserRow, email: string): AccountData {
  const granted = JSON.parse(user.operator_scopes) as string[];
  const scopes = OPERATOR_SCOPES.filter((scope) => granted.includes(scope));
  return {
    userId: user.id,
    email,
    permissions: scopes.length > 0 ? 'ADMIN' : 'CUSTOMER',
    adminPermissionsScope: { scopes },
    isEmailConfirmed: user.email_confirmed_at !== null,
    hasSecondFactor: user.has_second_factor === 1,
    createdAt: isoTime(user.created_at),
  };
}
