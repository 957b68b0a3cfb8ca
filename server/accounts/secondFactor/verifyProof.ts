import { FRESH_FACTOR_MS } from '../../../contract/accounts/proofCalls.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Proof, VerifySecondFactorInput } from '../../../contract/schemas/secondFactor.ts';
import type { Executor } from '../../db/database.ts';
import { countAccountCodeTry, useAccountCode } from '../../db/repositories/accounts/accountCodes.ts';
import {
  findPasskey,
  findTotpSecret,
  freshenSession,
  usePasskey,
  useRecoveryCode,
  useTotpStep,
} from '../../db/repositories/accounts/secondFactors.ts';
import { findUserOfMessenger } from '../../db/repositories/accounts/messengerAccounts.ts';
import { lockUser } from '../../db/repositories/accounts/users.ts';
import { returnAllowance } from '../../db/repositories/allowances.ts';
import { queueAccountMail } from '../../mail/accountMail.ts';
import { equalInConstantTime } from '../../common/hashing.ts';
import type { Customer } from '../authentication.ts';
import type { IssuedTokens } from '../sessions.ts';
import { challengeExpired, emailCodeOwner, openChallenge, type Challenge } from './challenges.ts';
import { countCodeTry, type CodeTry } from './codeTries.ts';
import type { SecondFactorClient, SecondFactorContext } from './context.ts';
import { passkeyIdOf, verifyAuthentication } from './passkeys.ts';
import { normaliseCode } from './recoveryCodes.ts';
import { relyingPartyOf } from './relyingParty.ts';
import { verifyTotp } from './totp.ts';

/** `tokens`: of the session that a sign-in started; null: the current session was made fresh. */
export interface Verified {
  userId: number;
  tokens: IssuedTokens | null;
}

/** An answer to a challenge, and where it comes from */
export interface ProofRequest {
  input: Proof;
  client: SecondFactorClient;
}

interface VerifyRequest extends ProofRequest {
  input: VerifySecondFactorInput;
  /** Called for a step-up only: a sign-in has no session, or an old one that doesn't matter. */
  requireCustomer: () => Promise<Customer>;
  /** Called for a sign-in only, in the transaction that invalidates the proof */
  startSession: StartSession;
}

/** Starts a session of a customer who has proved everything that the sign-in requires. */
export type StartSession = (transaction: Executor, userId: number) => Promise<IssuedTokens>;

/** A proof that was checked. `use` uses it up in the transaction; false: another request used it first. */
interface CheckedProof {
  userId: number;
  use: (executor: Executor) => Promise<boolean>;
}

const TRIES_PER_CHALLENGE = 5;

/**
 * Verifies the proof of a challenge: exactly one of `code`, `recoveryCode`, `emailCode`, `initData` and `passkey`. Challenge and proof work
 * once. Then makes the session of a step-up fresh, or starts that of a sign-in.
 *
 * @throws what {@link tryProof} throws
 */
export async function verifySecondFactor(context: SecondFactorContext, request: VerifyRequest): Promise<Verified> {
  const { database, now } = context;
  const { input } = request;
  const challenge = await openChallenge(context, input.challengeId, ['SIGN_IN', 'STEP_UP', 'PASSKEY']);
  const isStepUp = challenge.kind === 'STEP_UP';
  if (isStepUp) {
    const customer = await request.requireCustomer();
    if (customer.sessionId !== challenge.sessionId) throw challengeExpired();
  }
  const proof = await tryProof(context, challenge, request);
  const tokens = await database.transaction().execute(async (transaction) => {
    // A new password locks the customer too. Before this transaction it has deleted the challenge, afterwards it ends the session.
    if (!(await lockUser(transaction, proof.userId))) throw challengeExpired();
    if (!(await useAccountCode(transaction, challenge.id, now()))) throw challengeExpired();
    await proof.use(transaction);
    if (challenge.sessionId !== null && !(await freshenSession(transaction, challenge.sessionId, now())))
      throw challengeExpired();
    return isStepUp ? null : await request.startSession(transaction, proof.userId);
  });
  return { userId: proof.userId, tokens };
}

/**
 * Counts a try of a challenge and checks its proof. Returns the customer, and the function that uses the proof up: it contains nothing
 * but writes, and throws as this function does.
 *
 * @throws ERR_VALIDATION (a wrong proof; `details.field` names it, `details.triesLeft` says how many tries the challenge has left),
 * ERR_NOT_FOUND (the challenge is used or expired, or this was its fifth wrong try), ERR_TOO_MANY_REQUESTS
 */
export async function tryProof(
  context: SecondFactorContext,
  challenge: Challenge,
  request: ProofRequest,
): Promise<{ userId: number; use: (transaction: Executor) => Promise<void> }> {
  const field = proofField(request.input);
  const tries = await countAccountCodeTry(context.database, challenge.id, TRIES_PER_CHALLENGE);
  if (tries === null) throw challengeExpired();
  const wrong = (): ApiError =>
    tries < TRIES_PER_CHALLENGE ? wrongProof(field, TRIES_PER_CHALLENGE - tries) : challengeExpired();
  const proof = await checkProof(context, challenge, field, request);
  if (!proof) throw wrong();
  return {
    userId: proof.userId,
    use: async (transaction) => {
      if (!(await proof.use(transaction))) throw wrong();
    },
  };
}

/** Returns null for a wrong proof. */
async function checkProof(
  context: SecondFactorContext,
  challenge: Challenge,
  field: ProofField,
  request: ProofRequest,
): Promise<CheckedProof | null> {
  if (field === 'passkey') return await checkPasskey(context, challenge, request);
  const { user_id: userId } = challenge;
  if (userId === null) return null;
  const typed = request.input[field] ?? '';
  const { origin, address } = request.client;
  if (field === 'initData') return await checkInitData(context, userId, typed);
  if (field === 'code') return await checkTotp(context, { userId, sessionId: challenge.sessionId, address }, typed);
  // The other codes are long: the five tries of a challenge are limit enough.
  if (field === 'recoveryCode') return checkRecoveryCode(context, userId, typed, origin);
  const digest = context.sealing.digest(normaliseCode(typed), emailCodeOwner(challenge.id));
  const isRight = challenge.code_hash !== '' && equalInConstantTime(digest, challenge.code_hash);
  return isRight ? { userId, use: async () => true } : null;
}

type ProofField = 'code' | 'recoveryCode' | 'emailCode' | 'initData' | 'passkey';

function proofField(input: Proof): ProofField {
  const fields = (['code', 'recoveryCode', 'emailCode', 'initData', 'passkey'] as const).filter(
    (name) => input[name] !== undefined,
  );
  const [field] = fields;
  if (field === undefined || fields.length > 1) {
    throw new ApiError('ERR_VALIDATION', 'Send exactly one of code, recoveryCode, emailCode, initData and passkey.', {
      field: 'code',
    });
  }
  return field;
}

const wrongProof = (field: ProofField, triesLeft: number): ApiError =>
  new ApiError(
    'ERR_VALIDATION',
    field === 'passkey' ? 'This passkey can’t be used here.' : 'This code is wrong, or was used already.',
    {
      field,
      code: 'SECOND_FACTOR_VALIDATION_ERROR',
      triesLeft,
    },
  );

/**
 * Checks a code of the authenticator app. Counts the try before the code is compared, so that requests at the same time can't exceed
 * the limit, and takes it back if the code was right.
 */
async function checkTotp(context: SecondFactorContext, tried: CodeTry, code: string): Promise<CheckedProof | null> {
  const { database, sealing, now } = context;
  const { userId } = tried;
  const limits = await countCodeTry(context, tried);
  const row = await findTotpSecret(database, userId);
  if (!row || row.enabled_at === null) return null;
  const secret = sealing.open(row.sealed_secret, totpOwner(userId));
  const step = verifyTotp(secret, code, { lastStep: row.last_step, now: now() });
  if (step === null) return null;
  return {
    userId,
    use: async (executor) => {
      const isUsed = await useTotpStep(executor, userId, step);
      if (isUsed) for (const limit of limits) await returnAllowance(executor, limit, now());
      return isUsed;
    },
  };
}

/** Only for a customer whom nothing else can prove (D70). Throws ERR_INVALID_CREDENTIALS for what the messenger did not sign lately. */
async function checkInitData(
  { database, messenger }: SecondFactorContext,
  userId: number,
  text: string,
): Promise<CheckedProof | null> {
  if (!messenger) return null;
  const { messengerId } = messenger(text, FRESH_FACTOR_MS);
  const user = await findUserOfMessenger(database, messengerId);
  const isOwn = user?.id === userId && user.email === null && user.has_second_factor === 0;
  return isOwn ? { userId, use: async () => true } : null;
}

function checkRecoveryCode({ sealing, now }: SecondFactorContext, userId: number, typed: string, origin: string): CheckedProof {
  const hash = sealing.digest(normaliseCode(typed), recoveryOwner(userId));
  return {
    userId,
    use: async (executor) => {
      if (!(await useRecoveryCode(executor, userId, hash, now()))) return false;
      const data = { change: 'CODE_USED' } as const;
      await queueAccountMail(executor, { userId, kind: 'SECOND_FACTOR_CHANGED', data, origin, sealing, now: now() });
      return true;
    },
  };
}

async function checkPasskey(
  { database, now }: SecondFactorContext,
  challenge: Challenge,
  { input, client }: ProofRequest,
): Promise<CheckedProof | null> {
  const relyingParty = relyingPartyOf(client.origin);
  const id = passkeyIdOf(input.passkey);
  const passkey = id === null ? undefined : await findPasskey(database, id);
  const isOwn = passkey && (challenge.user_id === null || challenge.user_id === passkey.user_id);
  if (!relyingParty || !isOwn || passkey.relying_party !== relyingParty.id) return null;
  const counter = await verifyAuthentication(input.passkey, passkey, relyingParty, input.challengeId);
  if (counter === null) return null;
  return { userId: passkey.user_id, use: async (executor) => await usePasskey(executor, passkey, { counter, now: now() }) };
}

/** The names under which secrets are sealed and codes are digested. */
export const totpOwner = (userId: number): string => `totp:${userId}`;
export const recoveryOwner = (userId: number): string => `recovery:${userId}`;
