import { createHash, randomBytes } from 'node:crypto';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { DESKTOP_CODE_MS } from '../../../contract/desktop/signIn.ts';
import { ApiError } from '../../../contract/errors.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import type {
  AuthorizeDesktopInput,
  AuthorizeDesktopOutput,
  ExchangeCodeInput,
} from '../../../contract/schemas/desktopSignIn.ts';
import type { Executor } from '../../db/database.ts';
import {
  findAnyAccountCode,
  insertAccountCode,
  setAccountCodeData,
  useAccountCode,
} from '../../db/repositories/accounts/accountCodes.ts';
import { endSession, findCustomerSession } from '../../db/repositories/accounts/sessions.ts';
import { equalInConstantTime, sha256 } from '../../orders/core/hashing.ts';
import type { Customer } from '../authentication.ts';
import { beginSession } from '../beginSession.ts';
import type { AccountContext, Client } from '../context.ts';
import type { IssuedTokens } from '../sessions.ts';

const CODE_BYTES = 32;

const CodeData = Type.Object({
  codeChallenge: Type.String(),
  /** The session of the browser that requested the code */
  browserSessionId: Type.String(),
  /** The session that the code started; null: none */
  startedSessionId: Type.Union([Type.String(), Type.Null()]),
});
type CodeData = Static<typeof CodeData>;

/** The desktop app signs in through the browser: authorization code with PKCE (RFC 6749, RFC 7636, RFC 8252). */
export interface DesktopSignIn {
  /** Creates a code that signs the app in as this customer once, within {@link DESKTOP_CODE_MS}. Stores only its hash. */
  authorize(customer: Pick<Customer, 'userId' | 'sessionId'>, input: AuthorizeDesktopInput): Promise<AuthorizeDesktopOutput>;
  /**
   * Starts a header session of its own (D64) for the holder of a code and of its verifier. Every attempt uses the code up. A second
   * attempt ends the session that the first one started, because one of both was not the app (RFC 6749, section 4.1.2).
   *
   * @throws ERR_INVALID_CREDENTIALS for a code that is unknown, used or expired, whose browser has signed out, or whose challenge
   * does not match the verifier. The answer does not tell which.
   */
  exchange(input: ExchangeCodeInput, client: Client): Promise<IssuedTokens>;
}

export function createDesktopSignIn(context: Pick<AccountContext, 'database' | 'now'>): DesktopSignIn {
  const { database, now } = context;
  return {
    authorize: async ({ userId, sessionId }, { codeChallenge }) => {
      const code = randomBytes(CODE_BYTES).toString('base64url');
      const data: CodeData = { codeChallenge, browserSessionId: sessionId, startedSessionId: null };
      const expiresAt = now() + DESKTOP_CODE_MS;
      await insertAccountCode(database, {
        id: sha256(code),
        user_id: userId,
        kind: 'DESKTOP_SIGN_IN',
        code_hash: '',
        data: JSON.stringify(data),
        created_at: now(),
        expires_at: expiresAt,
        tries: 0,
        used_at: null,
      });
      return { code, expiresAt: isoTime(expiresAt) };
    },

    exchange: async (input, client) => {
      // A failure is not thrown inside of the transaction: it has to store that the code is used up.
      const tokens = await database.transaction().execute(async (transaction) => await redeem(transaction, input, client));
      if (tokens === null) throw new ApiError('ERR_INVALID_CREDENTIALS', 'This code is wrong, used or expired. Sign in again.');
      return tokens;
    },
  };

  async function redeem(transaction: Executor, input: ExchangeCodeInput, client: Client): Promise<IssuedTokens | null> {
    const { code, codeVerifier, browserFingerprint = null } = input;
    const id = sha256(code);
    const isFirstUse = await useAccountCode(transaction, id, now());
    // Read after the write: a use at the same time has stored its session by then.
    const row = await findAnyAccountCode(transaction, id, 'DESKTOP_SIGN_IN');
    if (!row || row.user_id === null) return null;
    const data = Value.Parse(CodeData, JSON.parse(row.data));
    if (!isFirstUse) {
      if (data.startedSessionId !== null) await endSession(transaction, data.startedSessionId, 'REUSED', now());
      return null;
    }
    if (!equalInConstantTime(challengeOf(codeVerifier), data.codeChallenge)) return null;
    // A customer who signed out, changed the password or closed the account has ended this session.
    const browser = await findCustomerSession(transaction, data.browserSessionId);
    if (!browser || browser.ended_at !== null) return null;
    const tokens = await beginSession(context, transaction, {
      userId: row.user_id,
      kind: 'HEADER',
      client: { ...client, sessionToken: null },
      browserFingerprint,
      // The app proves a second factor itself before it withdraws or changes credentials (D60).
      secondFactorAt: null,
    });
    await setAccountCodeData(transaction, id, JSON.stringify({ ...data, startedSessionId: tokens.sessionId } satisfies CodeData));
    return tokens;
  }
}

/** Returns the challenge of a verifier, method S256 of RFC 7636. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier, 'ascii').digest('base64url');
