import { createHash, randomBytes } from 'node:crypto';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { DESKTOP_CODE_MS } from '../../../contract/desktop/signIn.ts';
import { ApiError } from '../../../contract/errors.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import {
  DesktopPurposeSchema,
  type ActionInput,
  type ActionOutput,
  type AuthorizeDesktopInput,
  type AuthorizeDesktopOutput,
  type ConfirmByCodeInput,
  type DesktopPurpose,
  type ExchangeCodeInput,
} from '../../../contract/schemas/desktopSignIn.ts';
import type { Executor } from '../../db/database.ts';
import {
  findAnyAccountCode,
  insertAccountCode,
  setAccountCodeData,
  useAccountCode,
} from '../../db/repositories/accounts/accountCodes.ts';
import { freshenSession } from '../../db/repositories/accounts/secondFactors.ts';
import { endSession, findCustomerSession, type CustomerSession } from '../../db/repositories/accounts/sessions.ts';
import { lockUser } from '../../db/repositories/accounts/users.ts';
import { equalInConstantTime, sha256 } from '../../common/hashing.ts';
import type { Customer } from '../authentication.ts';
import { beginSession } from '../beginSession.ts';
import type { AccountContext, Client } from '../context.ts';
import { markProven } from '../secondFactor/actionProofs.ts';
import { challengeExpired } from '../secondFactor/challenges.ts';
import { requireStepUp } from '../secondFactor/freshFactor.ts';
import type { IssuedTokens } from '../sessions.ts';

const CODE_BYTES = 32;

const CodeData = Type.Object({
  purpose: DesktopPurposeSchema,
  codeChallenge: Type.String(),
  /** The session of the browser that requested the code */
  browserSessionId: Type.String(),
  /** The challenge of the app that the customer answered in the browser */
  actionId: Type.Optional(Type.String()),
  /** The session that the code started; null: none */
  startedSessionId: Type.Union([Type.String(), Type.Null()]),
});
type CodeData = Static<typeof CodeData>;

/** The desktop app asks its customer in the browser: authorization code with PKCE (RFC 6749, RFC 7636, RFC 8252). */
export interface DesktopSignIn {
  /**
   * Creates a code that works once for the app, within {@link DESKTOP_CODE_MS}. Stores only its hash.
   *
   * @throws ERR_SECOND_FACTOR_REQUIRED without a fresh second factor. For `signIn`, customers without a second factor need none. For an
   * action of the app, only its `proof` counts; a wrong one throws what `checkForApp` throws.
   */
  authorize(
    customer: Pick<Customer, 'userId' | 'sessionId' | 'email' | 'hasSecondFactor' | 'secondFactorAt'>,
    input: AuthorizeDesktopInput,
    client: Pick<Client, 'origin' | 'address'>,
  ): Promise<AuthorizeDesktopOutput>;
  /** Returns the action that a challenge of the app is about (D69). Throws ERR_NOT_FOUND if it is over, or another customer's. */
  action(customer: Pick<Customer, 'userId'>, input: ActionInput, origin: string): Promise<ActionOutput>;
  /**
   * Starts a header session of its own (D64) for the holder of a code and of its verifier. Every attempt invalidates the code. A second
   * attempt ends the session that the first one started, because one of both was not the app (RFC 6749, section 4.1.2).
   *
   * @throws ERR_INVALID_CREDENTIALS for a code that is unknown, used, expired or of another purpose, whose browser has signed out, or
   * whose challenge does not match the verifier. The error does not say which.
   */
  exchange(input: ExchangeCodeInput, client: Client): Promise<IssuedTokens>;
  /**
   * Makes the second factor of the customer's session as fresh as that of the browser, or marks the action of the session as confirmed.
   * Every attempt invalidates the code.
   *
   * @throws ERR_INVALID_CREDENTIALS as `exchange` does, ERR_FORBIDDEN if the browser has another account.
   */
  confirm(customer: Pick<Customer, 'userId' | 'sessionId'>, input: ConfirmByCodeInput): Promise<void>;
}

/** A code that its holder may use. */
interface Grant {
  id: string;
  userId: number;
  data: CodeData;
  /** The session of the browser, which has not ended */
  browser: CustomerSession;
}

export function createDesktopSignIn(
  context: Pick<AccountContext, 'database' | 'tokenKey' | 'secondFactor' | 'now'>,
): DesktopSignIn {
  const { database, secondFactor, now } = context;
  return {
    authorize: async (customer, { codeChallenge, purpose = 'signIn', proof }, client) => {
      const { userId, sessionId, hasSecondFactor } = customer;
      const useAnswer =
        proof && purpose === 'confirm' ? await secondFactor?.checkForApp(customer, { input: proof, client }) : undefined;
      if (!useAnswer && (hasSecondFactor || purpose === 'confirm')) requireStepUp(customer, now());
      const code = randomBytes(CODE_BYTES).toString('base64url');
      const expiresAt = now() + DESKTOP_CODE_MS;
      await database.transaction().execute(async (transaction) => {
        const actionId = await useAnswer?.(transaction);
        const data: CodeData = {
          purpose,
          codeChallenge,
          browserSessionId: sessionId,
          ...(actionId !== undefined && { actionId }),
          startedSessionId: null,
        };
        await insertAccountCode(transaction, {
          id: sha256(code),
          user_id: userId,
          kind: 'DESKTOP_SIGN_IN',
          data: JSON.stringify(data),
          created_at: now(),
          expires_at: expiresAt,
        });
      });
      return { code, expiresAt: isoTime(expiresAt) };
    },

    action: async (customer, { challengeId }, origin) => {
      if (!secondFactor) throw challengeExpired();
      return await secondFactor.readAction(customer, { challengeId, origin });
    },

    exchange: async (input, client) =>
      await redeem(input, 'signIn', async (transaction, { id, userId, data }) => {
        const tokens = await beginSession(context, transaction, {
          userId,
          kind: 'HEADER',
          client: { ...client, sessionToken: null },
          browserFingerprint: input.browserFingerprint ?? null,
          // The app proves a second factor itself before it withdraws or changes credentials (D60).
          secondFactorAt: null,
        });
        const used: CodeData = { ...data, startedSessionId: tokens.sessionId };
        await setAccountCodeData(transaction, id, JSON.stringify(used));
        return tokens;
      }),

    confirm: async ({ userId, sessionId }, input) => {
      const isSameCustomer = await redeem(input, 'confirm', async (transaction, grant) => {
        if (grant.userId !== userId) return false;
        const { actionId } = grant.data;
        if (actionId !== undefined) {
          await markProven(transaction, actionId, { sessionId, now: now() });
          return true;
        }
        const provenAt = grant.browser.second_factor_at;
        // A session that has ended meanwhile refuses the call that the app repeats.
        if (provenAt !== null) await freshenSession(transaction, sessionId, provenAt);
        return true;
      });
      if (!isSameCustomer) throw new ApiError('ERR_FORBIDDEN', 'The browser is signed in to another account.');
    },
  };

  /** Invalidates a code and runs its action in the same transaction. Throws ERR_INVALID_CREDENTIALS if the code may not be used. */
  async function redeem<Result>(
    input: ConfirmByCodeInput,
    purpose: DesktopPurpose,
    act: (transaction: Executor, grant: Grant) => Promise<Result>,
  ): Promise<Result> {
    // A failure is thrown after the transaction, which has to store that the code was used.
    const done = await database.transaction().execute(async (transaction) => {
      const grant = await useUp(transaction, input, purpose);
      return grant && { result: await act(transaction, grant) };
    });
    if (done === null) throw new ApiError('ERR_INVALID_CREDENTIALS', 'This code is wrong, used or expired. Start again.');
    return done.result;
  }

  async function useUp(executor: Executor, input: ConfirmByCodeInput, purpose: DesktopPurpose): Promise<Grant | null> {
    const id = sha256(input.code);
    const isFirstUse = await useAccountCode(executor, id, now());
    // Read after the write: a use at the same time has stored its session by then.
    const row = await findAnyAccountCode(executor, id, 'DESKTOP_SIGN_IN');
    if (!row || row.user_id === null) return null;
    const data = Value.Parse(CodeData, JSON.parse(row.data));
    if (!isFirstUse) {
      if (data.startedSessionId !== null) await endSession(executor, data.startedSessionId, 'REUSED', now());
      return null;
    }
    if (data.purpose !== purpose || !equalInConstantTime(challengeOf(input.codeVerifier), data.codeChallenge)) return null;
    // A customer who signed out, changed the password or closed the account has ended this session. Read behind the lock: a change at
    // the same time either has ended it, or ends the session that starts here.
    if (!(await lockUser(executor, row.user_id))) return null;
    const browser = await findCustomerSession(executor, data.browserSessionId);
    return browser?.ended_at === null ? { id, userId: row.user_id, data, browser } : null;
  }
}

/** Returns the challenge of a verifier, method S256 of RFC 7636. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier, 'ascii').digest('base64url');
