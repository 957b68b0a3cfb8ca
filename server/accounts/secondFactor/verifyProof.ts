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

interface VerifyRequest {
  input: VerifySecondFactorInput;
  client: SecondFactorClient;
  /** Called for a step-up only: a sign-in has no session, or an old one that doesn't matter. */
  requireCustomer: () => Promise<Customer>;
  /** Called for a sign-in only, in the transaction that invalidates the proof */
  startSession: StartSession;
}

/** Starts a session of a customer who has proved everything that the sign-in requires. */
export type StartSession = (transaction: Executor, userId: number) => Promise<IssuedTokens>;

/** A proof that was checked. `use` uses it up in the transaction; false: another request used it first. */
export interface CheckedProof {
  userId: number;
  use: (executor: Executor) => Promise<boolean>;
}

export const TRIES_PER_CHALLENGE = 5;

/**
 * Verifies the proof of a challenge: exactly one of `code`, `recoveryCode`, `emailCode` and `passkey`. Challenge and proof work
 * once. Then makes the session of a step-up fresh, or starts that of a sign-in.
 *
 * @throws ERR_NOT_FOUND (the challenge is used, expired, or had five wrong tries), ERR_VALIDATION (a wrong proof; `details.field`
 * names it), ERR_TOO_MANY_REQUESTS
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
  if (!(await countAccountCodeTry(database, challenge.id, TRIES_PER_CHALLENGE))) throw challengeExpired();
  const proof = await checkProof(context, challenge, request);
  const tokens = await database.transaction().execute(async (transaction) => {
    // A new password locks the customer too. Before this transaction it has deleted the challenge, afterwards it ends the session.
    if (!(await lockUser(transaction, proof.userId))) throw challengeExpired();
    if (!(await useAccountCode(transaction, challenge.id, now()))) throw challengeExpired();
    if (!(await proof.use(transaction))) throw wrongProof(proofField(input));
    if (challenge.sessionId !== null && !(await freshenSession(transaction, challenge.sessionId, now())))
      throw challengeExpired();
    return isStepUp ? null : await request.startSession(transaction, proof.userId);
  });
  return { userId: proof.userId, tokens };
}

/** Checks the proof without using it up, so that the transaction contains nothing but writes. */
export async function checkProof(
  context: SecondFactorContext,
  challenge: Challenge,
  request: { input: Proof; client: SecondFactorClient },
): Promise<CheckedProof> {
  const field = proofField(request.input);
  if (field === 'passkey') return await checkPasskey(context, challenge, request);
  const { user_id: userId } = challenge;
  if (userId === null) throw wrongProof(field);
  const typed = request.input[field] ?? '';
  const { origin, address } = request.client;
  if (field === 'code') return await checkTotp(context, { userId, sessionId: challenge.sessionId, address }, typed);
  // The other codes are long: the five tries of a challenge are limit enough.
  if (field === 'recoveryCode') return checkRecoveryCode(context, userId, typed, origin);
  const digest = context.sealing.digest(normaliseCode(typed), emailCodeOwner(challenge.id));
  if (challenge.code_hash === '' || !equalInConstantTime(digest, challenge.code_hash)) throw wrongProof(field);
  return { userId, use: async () => true };
}

type ProofField = 'code' | 'recoveryCode' | 'emailCode' | 'passkey';

export function proofField(input: Proof): ProofField {
  const fields = (['code', 'recoveryCode', 'emailCode', 'passkey'] as const).filter((name) => input[name] !== undefined);
  const [field] = fields;
  if (field === undefined || fields.length > 1) {
    throw new ApiError('ERR_VALIDATION', 'Send exactly one of code, recoveryCode, emailCode and passkey.', { field: 'code' });
  }
  return field;
}

export const wrongProof = (field: ProofField): ApiError =>
  new ApiError(
    'ERR_VALIDATION',
    field === 'passkey' ? 'This passkey can’t be used here.' : 'This code is wrong, or was used already.',
    {
      field,
      code: 'SECOND_FACTOR_VALIDATION_ERROR',
    },
  );

/**
 * Checks a code of the authenticator app. Counts the try before the code is compared, so that requests at the same time can't exceed
 * the limit, and takes it back if the code was right.
 */
async function checkTotp(context: SecondFactorContext, tried: CodeTry, code: string): Promise<CheckedProof> {
  const { database, sealing, now } = context;
  const { userId } = tried;
  const limits = await countCodeTry(context, tried);
  const row = await findTotpSecret(database, userId);
  if (!row || row.enabled_at === null) throw wrongProof('code');
  const secret = sealing.open(row.sealed_secret, totpOwner(userId));
  const step = verifyTotp(secret, code, { lastStep: row.last_step, now: now() });
  if (step === null) throw wrongProof('code');
  return {
    userId,
    use: async (executor) => {
      const isUsed = await useTotpStep(executor, userId, step);
      if (isUsed) for (const limit of limits) await returnAllowance(executor, limit, now());
      return isUsed;
    },
  };
}

function checkRecoveryCode({ sealing, now }: SecondFactorContext, userId: number, typed: string, origin: string): CheckedProof {
  const hash = sealing.digest(normaliseCode(typed), recoveryOwner(userId));
  return {
    userId,
    use: async (executor) => {
      if (!(await useRecoveryCode(executor, userId, hash, now()))) return false;
      const data = { change: 'CODE_USED' } as const;
      await queueAccountMail(executor, { userId, kind: 'SECOND_FACTOR_CHANGED', data, origin, now: now() });
      return true;
    },
  };
}

async function checkPasskey(
  { database, now }: SecondFactorContext,
  challenge: Challenge,
  { input, client }: { input: Proof; client: SecondFactorClient },
): Promise<CheckedProof> {
  const relyingParty = relyingPartyOf(client.origin);
  const id = passkeyIdOf(input.passkey);
  const passkey = id === null ? undefined : await findPasskey(database, id);
  const isOwn = passkey && (challenge.user_id === null || challenge.user_id === passkey.user_id);
  if (!relyingParty || !isOwn || passkey.relying_party !== relyingParty.id) throw wrongProof('passkey');
  const counter = await verifyAuthentication(input.passkey, passkey, relyingParty, input.challengeId);
  if (counter === null) throw wrongProof('passkey');
  return { userId: passkey.user_id, use: async (executor) => await usePasskey(executor, passkey, { counter, now: now() }) };
}

/** The names under which secrets are sealed and codes are digested. */
export const totpOwner = (userId: number): string => `totp:${userId}`;
export const recoveryOwner = (userId: number): string => `recovery:${userId}`;
