import { ApiError, tooManyRequests } from '../../../contract/errors.ts';
import type { RestoreInput, RestoreOutput } from '../../../contract/schemas/accountFreeze.ts';
import { useAccountCode, useLinksSince } from '../../db/repositories/accounts/accountCodes.ts';
import type { Executor } from '../../db/database.ts';
import {
  deletePasskey,
  deleteTotpSecret,
  findTotpSecret,
  keepRecoveryCodes,
  listPasskeys,
  noteSecondFactor,
} from '../../db/repositories/accounts/secondFactors.ts';
import { findUser, findUserByEmail } from '../../db/repositories/accounts/users.ts';
import { limitsOfClient, useAllowance } from '../../db/repositories/allowances.ts';
import { queueAccountMail } from '../../mail/accountMail.ts';
import type { Client } from '../context.ts';
import { emailKey } from '../emailKey.ts';
import { checkNewPassword } from '../passwordRules.ts';
import { endPasswordPauses } from '../passwordTries.ts';
import { normaliseCode } from '../secondFactor/recoveryCodes.ts';
import { verifyTotp } from '../secondFactor/totp.ts';
import { recoveryOwner, totpOwner } from '../secondFactor/verifyProof.ts';
import type { FreezeContext } from './context.ts';
import { addressesOf, endAccess, lockLink, unlinkLaterMessenger, uselessLink } from './freezeAccount.ts';
import { createFreezeOnlyLink, findFreezeLink, FREEZE_MS, type FreezeLink, type Snapshot } from './freezeLinks.ts';

const QUARTER_MS = 15 * 60_000;
/** Wrong proofs of one client. Another client of the same mailbox can't use them up (D70). */
const TRIES_OF_CLIENT = 5;
/** Of all clients: together they guess a code of six digits with 0.02 %. */
const TRIES_OF_LINK = 50;

type Restorable = FreezeLink & { snapshot: Snapshot };

/**
 * Restores a frozen account as it was before the change that the link's mail is about (D70): the e-mail, without second factors that were
 * added since, and with a new password. Withdrawals stay blocked. It needs what was valid before the change, because the mailbox
 * alone may be a thief's: the second factor, or, for a customer without one, the password. Links of later mails no longer work.
 *
 * @throws ERR_NOT_FOUND (the link), ERR_NOT_ACCEPTABLE (`details.reason`: FREEZE_ONLY, NOT_FROZEN or EMAIL_TAKEN),
 * ERR_INVALID_CREDENTIALS (`details.field`: the wrong proof), ERR_VALIDATION (field `password`), ERR_TOO_MANY_REQUESTS
 */
export async function restoreAccount(
  context: FreezeContext,
  input: RestoreInput,
  { origin, address }: Pick<Client, 'origin' | 'address'>,
): Promise<RestoreOutput> {
  const { database, passwords, now } = context;
  const link = restorable(await findFreezeLink(context, database, input.token));
  await countTry(context, link, address);
  const usedCode = await checkProof(context, link, input);
  const { email } = link.snapshot;
  await checkNewPassword(input.password, email);
  await checkIsNew(context, link, input.password);
  const password_hash = await passwords.hash(input.password);
  await database.transaction().execute(async (transaction) => {
    const locked = await lockLink(context, transaction, input.token);
    const { user } = locked;
    const at = now();
    if ((user.frozen_until ?? 0) <= at) throw refused('NOT_FROZEN', 'Freeze the account first.');
    if (!(await useAccountCode(transaction, link.id, at))) throw uselessLink();
    const other = await findUserByEmail(transaction, emailKey(email));
    if (other && other.id !== user.id) throw refused('EMAIL_TAKEN', 'Another account has this e-mail. Write to support.');
    await endAccess(
      transaction,
      user,
      {
        email,
        email_key: emailKey(email),
        email_confirmed_at: at,
        pending_email: null,
        password_hash,
        password_changed_at: at,
        credentials_changed_at: at,
      },
      at,
    );
    await unlinkLaterMessenger(transaction, user.id, link.snapshot);
    await removeLaterFactors(transaction, user.id, link.snapshot, usedCode);
    await useLinksSince(transaction, user.id, { since: link.createdAt, now: at });
    await endPasswordPauses(transaction, emailKey(email));
    for (const to of addressesOf(locked)) {
      await queueAccountMail(transaction, {
        kind: 'ACCOUNT_RESTORED',
        data: await createFreezeOnlyLink(context, transaction, user.id),
        userId: user.id,
        to,
        origin,
        sealing: context.sealing,
        now: at,
      });
    }
  });
  return { email };
}

function restorable(link: FreezeLink | null): Restorable {
  if (!link) throw uselessLink();
  if (!link.snapshot) throw refused('FREEZE_ONLY', 'This link can’t restore the account. Write to support.');
  return { ...link, snapshot: link.snapshot };
}

/** Counts the try before the proof is compared, so that requests at the same time can't exceed the limit. */
async function countTry({ database, now }: FreezeContext, { id }: Restorable, address: string): Promise<void> {
  const limits = [
    ...limitsOfClient({ name: `freeze:${id}`, windowMs: QUARTER_MS, most: TRIES_OF_CLIENT }, address),
    { name: `freeze:${id}`, windowMs: FREEZE_MS, most: TRIES_OF_LINK },
  ];
  for (const limit of limits) {
    if (await useAllowance(database, limit, now())) continue;
    throw tooManyRequests('Too many tries. Try again later, or write to support.', QUARTER_MS / 1_000);
  }
}

/** Returns the recovery code that proves it, as it is stored; null: something else does. */
async function checkProof(
  { passwords, sealing, now }: FreezeContext,
  { userId, snapshot }: Restorable,
  { formerPassword, code, recoveryCode }: RestoreInput,
): Promise<string | null> {
  const { proof, passwordHash } = snapshot;
  if (proof === null) {
    if (formerPassword !== undefined && (await passwords.verify(formerPassword, passwordHash))) return null;
    throw wrongProof('formerPassword');
  }
  if (recoveryCode !== undefined) {
    const hash = sealing.digest(normaliseCode(recoveryCode), recoveryOwner(userId));
    if (proof.recoveryHashes.includes(hash)) return hash;
    throw wrongProof('recoveryCode');
  }
  const { totp } = proof;
  if (totp === null || code === undefined) throw wrongProof('code');
  const secret = sealing.open(totp.sealedSecret, totpOwner(userId));
  if (verifyTotp(secret, code, { lastStep: totp.lastStep, now: now() }) === null) throw wrongProof('code');
  return null;
}

/** Who changed the account knows the password of now, perhaps the one before too. */
async function checkIsNew({ database, passwords }: FreezeContext, link: Restorable, password: string): Promise<void> {
  const user = await findUser(database, link.userId);
  for (const hash of new Set([link.snapshot.passwordHash, user?.password_hash ?? null])) {
    if (!(await passwords.verify(password, hash))) continue;
    throw new ApiError('ERR_VALIDATION', 'Choose a password that this account never had.', {
      field: 'password',
      code: 'USED_BEFORE',
    });
  }
}

/** Removes what is not in the snapshot: authenticator app, passkeys, recovery codes. Without a second factor all codes end. */
async function removeLaterFactors(
  transaction: Executor,
  userId: number,
  snapshot: Snapshot,
  usedCode: string | null,
): Promise<void> {
  const totp = await findTotpSecret(transaction, userId);
  if (totp && totp.sealed_secret !== snapshot.totp?.sealedSecret) await deleteTotpSecret(transaction, userId);
  for (const { id } of await listPasskeys(transaction, userId)) {
    if (!snapshot.passkeyIds.includes(id)) await deletePasskey(transaction, userId, id);
  }
  const hasSecondFactor = await noteSecondFactor(transaction, userId);
  await keepRecoveryCodes(
    transaction,
    userId,
    hasSecondFactor ? snapshot.recoveryHashes.filter((hash) => hash !== usedCode) : [],
  );
}

const wrongProof = (field: 'formerPassword' | 'code' | 'recoveryCode'): ApiError =>
  new ApiError('ERR_INVALID_CREDENTIALS', 'This is not what was valid before the change.', { field });

const refused = (reason: 'FREEZE_ONLY' | 'NOT_FROZEN' | 'EMAIL_TAKEN', message: string): ApiError =>
  new ApiError('ERR_NOT_ACCEPTABLE', message, { reason });
