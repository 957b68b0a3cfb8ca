import { accountName } from '../../../contract/accounts/accountData.ts';
import { ApiError } from '../../../contract/errors.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import type { AddPasskeyInput, PasskeyOptionsOutput, StartTotpOutput } from '../../../contract/schemas/secondFactor.ts';
import type { Security } from '../../../contract/schemas/users.ts';
import type { Executor } from '../../db/database.ts';
import { useAccountCode } from '../../db/repositories/accounts/accountCodes.ts';
import {
  countRecoveryCodes,
  deletePasskey,
  deleteTotpSecret,
  enableTotpSecret,
  endEarlierProofs,
  findTotpSecret,
  freshenSession,
  insertPasskey,
  listPasskeys,
  noteCredentialChange,
  noteSecondFactor,
  replaceNewTotpSecret,
  replaceRecoveryCodes,
} from '../../db/repositories/accounts/secondFactors.ts';
import { findUser } from '../../db/repositories/accounts/users.ts';
import { queueAccountMail } from '../../mail/accountMail.ts';
import type { SecondFactorChange } from '../../mail/accountMailValues.ts';
import type { Customer } from '../authentication.ts';
import { createFreezeLink } from '../freeze/freezeLinks.ts';
import { challengeExpired, createChallenge, noPasskeysHere, openChallenge } from './challenges.ts';
import type { SecondFactorContext } from './context.ts';
import { requireStepUp } from './freshFactor.ts';
import { registrationOptions, verifyRegistration } from './passkeys.ts';
import { createRecoveryCodes, normaliseCode } from './recoveryCodes.ts';
import { relyingPartyOf } from './relyingParty.ts';
import { createTotpSecret, totpUri, verifyTotp } from './totp.ts';
import { countCodeTry } from './codeTries.ts';
import { recoveryOwner, totpOwner } from './verifyProof.ts';

/** Who makes a change, on which site. */
export interface ChangeRequest {
  customer: Customer;
  origin: string;
}

/** A new secret must be confirmed with a code within half an hour. */
const TOTP_SETUP_MS = 30 * 60_000;
const MAX_PASSKEYS = 20;

/** Returns the second factor for `users.security`. */
export async function describeSecondFactor(
  { database }: Pick<SecondFactorContext, 'database'>,
  userId: number,
): Promise<Pick<Security, 'totpSince' | 'recoveryCodesLeft' | 'passkeys'>> {
  const totp = await findTotpSecret(database, userId);
  const passkeys = await listPasskeys(database, userId);
  return {
    totpSince: totp?.enabled_at ? isoTime(totp.enabled_at) : null,
    recoveryCodesLeft: await countRecoveryCodes(database, userId),
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      passkeyId: id,
      name,
      createdAt: isoTime(created_at),
      lastUsedAt: last_used_at === null ? null : isoTime(last_used_at),
    })),
  };
}

/** Returns a new secret for an authenticator app. It works once {@link enableTotp} got a code. Requires a fresh proof. */
export async function startTotp(context: SecondFactorContext, { customer }: ChangeRequest): Promise<StartTotpOutput> {
  const { database, sealing, brand, now } = context;
  requireStepUp(customer, now());
  const secret = createTotpSecret();
  const isStored = await replaceNewTotpSecret(database, {
    user_id: customer.userId,
    sealed_secret: sealing.seal(secret, totpOwner(customer.userId)),
    created_at: now(),
    enabled_at: null,
    last_step: -1,
  });
  if (!isStored) throw new ApiError('ERR_NOT_ACCEPTABLE', 'The two-step code is on already. Turn it off to use another app.');
  return { secret, uri: totpUri(secret, brand, accountName(customer)) };
}

/**
 * Turns the authenticator app on. Returns recovery codes if the customer had none. It needs no fresh second factor: only a caller
 * who passed {@link startTotp} knows the secret.
 *
 * @throws ERR_VALIDATION (a wrong code), ERR_TOO_MANY_REQUESTS, ERR_NOT_FOUND (no secret, or older than half an hour)
 */
export async function enableTotp(context: SecondFactorContext, request: ChangeRequest, code: string): Promise<string[]> {
  const { database, sealing, now } = context;
  const { userId } = request.customer;
  const row = await findTotpSecret(database, userId);
  if (!row || row.enabled_at !== null || now() - row.created_at > TOTP_SETUP_MS) throw challengeExpired();
  // Without a limit, a thief with the session could guess the code and get a fresh second factor.
  await countCodeTry(context, { userId, sessionId: request.customer.sessionId, address: '' });
  const step = verifyTotp(sealing.open(row.sealed_secret, totpOwner(userId)), code, { lastStep: row.last_step, now: now() });
  if (step === null) {
    throw new ApiError('ERR_VALIDATION', 'This code is wrong. Check that the clock of the phone is right.', {
      field: 'code',
      code: 'SECOND_FACTOR_VALIDATION_ERROR',
    });
  }
  return await change(context, request, 'APP_ADDED', async (transaction) => {
    if (!(await enableTotpSecret(transaction, row, { step, now: now() }))) throw challengeExpired();
    return 'proof';
  });
}

/** Turns the authenticator app off. Requires a fresh proof. Throws ERR_NOT_FOUND if it is off. */
export async function disableTotp(context: SecondFactorContext, request: ChangeRequest): Promise<void> {
  requireStepUp(request.customer, context.now());
  await change(context, request, 'APP_REMOVED', async (transaction) => {
    if (!(await deleteTotpSecret(transaction, request.customer.userId)))
      throw new ApiError('ERR_NOT_FOUND', 'The two-step code is off.');
    return 'removal';
  });
}

/** Replaces all recovery codes and returns the new ones. Requires a fresh proof. Throws ERR_NOT_ACCEPTABLE without a second factor. */
export async function renewRecoveryCodes(context: SecondFactorContext, request: ChangeRequest): Promise<string[]> {
  const { userId, hasSecondFactor } = request.customer;
  requireStepUp(request.customer, context.now());
  if (!hasSecondFactor) throw new ApiError('ERR_NOT_ACCEPTABLE', 'Recovery codes need a two-step code or a passkey.');
  return await change(context, request, 'CODES_RENEWED', async (transaction) => {
    await replaceRecoveryCodes(transaction, userId, []);
    return 'renewal';
  });
}

/** Returns what the browser needs to create a passkey. Requires a fresh proof. Throws ERR_NOT_ACCEPTABLE. */
export async function startPasskey(context: SecondFactorContext, request: ChangeRequest): Promise<PasskeyOptionsOutput> {
  const { database, sealing, brand, now } = context;
  const { userId, sessionId } = request.customer;
  requireStepUp(request.customer, now());
  const relyingParty = relyingPartyOf(request.origin);
  if (!relyingParty) throw noPasskeysHere();
  const existing = await listPasskeys(database, userId);
  if (existing.length >= MAX_PASSKEYS)
    throw new ApiError('ERR_NOT_ACCEPTABLE', `An account has at most ${MAX_PASSKEYS} passkeys.`);
  const { challengeId } = await createChallenge(context, database, { kind: 'PASSKEY', userId, sessionId });
  const userHandle = sealing.digest(String(userId), 'passkey-user');
  return {
    challengeId,
    options: await registrationOptions({
      relyingParty,
      challenge: challengeId,
      brand,
      name: accountName(request.customer),
      userHandle,
      existing,
    }),
  };
}

/**
 * Adds the passkey that the browser created. Returns recovery codes if the customer had none. It needs no fresh proof of its own:
 * only who passed {@link startPasskey} knows the challenge.
 *
 * @throws ERR_NOT_FOUND (the challenge is used or expired), ERR_VALIDATION (the response is not of this site and challenge)
 */
export async function addPasskey(
  context: SecondFactorContext,
  request: ChangeRequest,
  { challengeId, passkey, name }: AddPasskeyInput,
): Promise<string[]> {
  const { now } = context;
  const { userId, sessionId } = request.customer;
  const challenge = await openChallenge(context, challengeId, ['PASSKEY']);
  if (challenge.user_id !== userId || challenge.sessionId !== sessionId) throw challengeExpired();
  const relyingParty = relyingPartyOf(request.origin);
  const created = relyingParty && (await verifyRegistration(passkey, relyingParty, challengeId));
  if (!created) throw new ApiError('ERR_VALIDATION', 'This passkey can’t be added here.', { field: 'passkey' });
  return await change(context, request, 'PASSKEY_ADDED', async (transaction) => {
    if (!(await useAccountCode(transaction, challenge.id, now()))) throw challengeExpired();
    const row = { ...created, user_id: userId, name, created_at: now(), last_used_at: null };
    if (!(await insertPasskey(transaction, row))) {
      throw new ApiError('ERR_VALIDATION', 'This passkey was added already.', { field: 'passkey' });
    }
    return 'proof';
  });
}

/** Removes a passkey. Requires a fresh proof. Throws ERR_NOT_FOUND if the customer has none with this id. */
export async function removePasskey(context: SecondFactorContext, request: ChangeRequest, passkeyId: string): Promise<void> {
  const { userId } = request.customer;
  requireStepUp(request.customer, context.now());
  await change(context, request, 'PASSKEY_REMOVED', async (transaction) => {
    if (!(await deletePasskey(transaction, userId, passkeyId)))
      throw new ApiError('ERR_NOT_FOUND', 'You have no passkey with this id.');
    return 'removal';
  });
}

/**
 * Applies a change of the second factor with everything that follows from it, in one transaction. `apply` returns what the change
 * is: a `proof` makes this session fresh and no other session stays fresh; a `removal` issues no recovery codes, because nobody would see them. Returns the new
 * recovery codes of a customer who had none left. Without a second factor the codes are deleted.
 */
async function change(
  { database, sealing, now }: SecondFactorContext,
  { customer: { userId, sessionId }, origin }: ChangeRequest,
  what: SecondFactorChange,
  apply: (transaction: Executor) => Promise<'proof' | 'renewal' | 'removal'>,
): Promise<string[]> {
  return await database.transaction().execute(async (transaction) => {
    // First: it locks the customer's row, so that two changes at once don't both see the other's old state.
    await noteCredentialChange(transaction, userId, now());
    const user = await findUser(transaction, userId);
    const freeze = user ? await createFreezeLink({ sealing, now }, transaction, user) : {};
    const kind = await apply(transaction);
    if (kind === 'proof' && !(await freshenSession(transaction, sessionId, now()))) throw challengeExpired();
    await endEarlierProofs(transaction, { userId, sessionId });
    const hasSecondFactor = await noteSecondFactor(transaction, userId);
    if (!hasSecondFactor) await replaceRecoveryCodes(transaction, userId, []);
    const needsCodes = hasSecondFactor && kind !== 'removal' && (await countRecoveryCodes(transaction, userId)) === 0;
    const codes = needsCodes ? createRecoveryCodes() : [];
    if (needsCodes) {
      const hashes = codes.map((code) => sealing.digest(normaliseCode(code), recoveryOwner(userId)));
      await replaceRecoveryCodes(transaction, userId, hashes);
    }
    const data = { change: what, ...freeze };
    await queueAccountMail(transaction, { userId, kind: 'SECOND_FACTOR_CHANGED', data, origin, sealing, now: now() });
    return codes;
  });
}
