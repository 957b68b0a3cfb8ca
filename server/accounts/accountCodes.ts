import { createHmac, randomBytes } from 'node:crypto';
import type { Executor } from '../db/database.ts';
import {
  countAccountCodeTry,
  findAccountCode,
  findLatestAccountCode,
  insertAccountCode,
  useAccountCode,
} from '../db/repositories/accounts/accountCodes.ts';
import { equalInConstantTime, randomId } from '../common/hashing.ts';
import type { AccountContext } from './context.ts';
import { randomText } from './secondFactor/recoveryCodes.ts';

/** D20 */
export const RESET_CODE_MS = 15 * 60_000;
const RESET_CODE_TRIES = 5;
const RESET_CODE_LENGTH = 10;
export const EMAIL_LINK_MS = 24 * 3_600_000;
const SECRET_BYTES = 24;

type CodeContext = Pick<AccountContext, 'tokenKey' | 'now'>;

/**
 * Sends a code that restores a password, such as "XK4M7PQ2RT". It replaces an earlier one, unless `send` returns false: strangers
 * could otherwise make the customer's code useless with requests for which no mail is sent. `userId` null stores a code that works for
 * nobody.
 */
export async function sendResetCode(
  { tokenKey, now }: CodeContext,
  executor: Executor,
  userId: number | null,
  send: (code: string) => Promise<boolean>,
): Promise<void> {
  const id = randomId();
  const code = randomText(RESET_CODE_LENGTH);
  if (!(await send(code))) return;
  await insertAccountCode(executor, {
    id,
    user_id: userId,
    kind: 'RESET_PASSWORD',
    code_hash: hashCode(tokenKey, id, code),
    created_at: now(),
    expires_at: now() + RESET_CODE_MS,
  });
}

/**
 * Returns the id of the customer's latest code if it was typed; null for a wrong, expired, used or replaced code and after five
 * tries. Ignores case, spaces and dashes. `userId` null, for an unknown e-mail, costs the same work.
 */
export async function checkResetCode(
  { tokenKey, now }: CodeContext,
  executor: Executor,
  userId: number | null,
  typed: string,
): Promise<string | null> {
  const latest = await findLatestAccountCode(executor, userId ?? 0, 'RESET_PASSWORD', now());
  const id = latest?.id ?? '';
  // The try is counted before the code is compared.
  const isCounted = await countAccountCodeTry(executor, id, RESET_CODE_TRIES);
  const isSame = equalInConstantTime(
    hashCode(tokenKey, id, typed.replaceAll(/[\s-]/g, '').toUpperCase()),
    latest?.code_hash ?? '',
  );
  return latest && isCounted && isSame ? id : null;
}

/** Creates the token of a link that confirms an e-mail of a customer: the id of its code, a dot and a secret. */
export async function createEmailToken(
  { tokenKey, now }: CodeContext,
  executor: Executor,
  { userId, email }: { userId: number; email: string },
): Promise<string> {
  const id = randomId();
  const token = `${id}.${randomBytes(SECRET_BYTES).toString('base64url')}`;
  await insertAccountCode(executor, {
    id,
    user_id: userId,
    kind: 'CONFIRM_EMAIL',
    code_hash: hashCode(tokenKey, id, token),
    data: JSON.stringify({ email }),
    created_at: now(),
    expires_at: now() + EMAIL_LINK_MS,
  });
  return token;
}

/** Uses the token of a link up. Returns the customer and the e-mail that it confirms; null for a used, expired or forged one. */
export async function redeemEmailToken(
  { tokenKey, now }: CodeContext,
  executor: Executor,
  token: string,
): Promise<{ userId: number; email: string } | null> {
  const id = token.slice(0, Math.max(token.indexOf('.'), 0));
  const code = await findAccountCode(executor, id, now());
  if (code?.kind !== 'CONFIRM_EMAIL' || code.user_id === null) return null;
  if (!equalInConstantTime(code.code_hash, hashCode(tokenKey, id, token))) return null;
  if (!(await useAccountCode(executor, id, now()))) return null;
  const { email } = JSON.parse(code.data) as { email: string };
  return { userId: code.user_id, email };
}

/** Without the key of the host, a copied database does not reveal a short code. */
function hashCode(key: Uint8Array, id: string, code: string): string {
  return createHmac('sha256', key).update(`code ${id} ${code}`).digest('hex');
}
