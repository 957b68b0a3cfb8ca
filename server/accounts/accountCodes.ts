import { createHmac, randomBytes } from 'node:crypto';
import { tooManyRequests } from '../../contract/errors.ts';
import type { Executor } from '../db/database.ts';
import {
  countAccountCodeTry,
  findAccountCode,
  insertAccountCode,
  listAccountCodes,
  useAccountCode,
} from '../db/repositories/accounts/accountCodes.ts';
import { countTry, limitsOfClient } from '../db/repositories/allowances.ts';
import { equalInConstantTime, randomId, sha256 } from '../common/hashing.ts';
import type { AccountContext } from './context.ts';
import { randomText } from './secondFactor/recoveryCodes.ts';

/** D20 */
export const RESET_CODE_MS = 15 * 60_000;
/** Of one request for a code, or, without its id, of one client for one e-mail */
const RESET_CODE_TRIES = 5;
/** Without the id of a request, of all clients for one e-mail */
const RESET_CODE_TRIES_OF_ALL = 100;
/** What an address receives at most while a code is valid: 20 for strangers, and 20 for known networks, in each of two hours */
const MOST_RESET_CODES = 80;
const RESET_CODE_LENGTH = 10;
export const EMAIL_LINK_MS = 24 * 3_600_000;
const SECRET_BYTES = 24;

type CodeContext = Pick<AccountContext, 'tokenKey' | 'now'>;

/**
 * Sends a code that restores a password, such as "XK4M7PQ2RT", and returns the id of the request. Earlier codes stay valid: strangers
 * could otherwise make the customer's code useless. If `send` returns false, no mail is sent, and the id belongs to no code. `userId`
 * null stores a code that works for nobody.
 */
export async function sendResetCode(
  { tokenKey, now }: CodeContext,
  executor: Executor,
  userId: number | null,
  send: (code: string) => Promise<boolean>,
): Promise<string> {
  const id = randomId();
  const code = randomText(RESET_CODE_LENGTH);
  if (!(await send(code))) return id;
  await insertAccountCode(executor, {
    id,
    user_id: userId,
    kind: 'RESET_PASSWORD',
    code_hash: hashCode(tokenKey, id, code),
    created_at: now(),
    expires_at: now() + RESET_CODE_MS,
  });
  return id;
}

interface TypedResetCode {
  typed: string;
  emailKey: string;
  /** null without an account: costs the same work */
  userId: number | null;
  /** What {@link sendResetCode} returned to this client, if the client sent it */
  requestId: string | undefined;
  /** Client IP address */
  address: string;
}

/**
 * Returns the id of the customer's code that was typed; null for a wrong, expired or used code, and after five tries of the request.
 * Ignores case, spaces and dashes. Tries count per request, whose id strangers don't know. Without a request that sent a code, they
 * count per client: throws ERR_TOO_MANY_REQUESTS after five (D70).
 */
export async function checkResetCode(
  { tokenKey, now }: CodeContext,
  executor: Executor,
  { typed, emailKey, userId, requestId = '', address }: TypedResetCode,
): Promise<string | null> {
  const request = await findAccountCode(executor, requestId, now());
  const isRequest = request?.kind === 'RESET_PASSWORD' && request.user_id === userId;
  // The try is counted before the code is compared.
  if (!isRequest) await countResetTry(executor, emailKey, address, now());
  else if ((await countAccountCodeTry(executor, request.id, RESET_CODE_TRIES)) === null) return null;
  const kind = 'RESET_PASSWORD';
  const codes = await listAccountCodes(executor, { userId: userId ?? 0, kind, limit: MOST_RESET_CODES }, now());
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  return codes.find(({ id, code_hash }) => equalInConstantTime(hashCode(tokenKey, id, code), code_hash))?.id ?? null;
}

async function countResetTry(executor: Executor, emailKey: string, address: string, now: number): Promise<void> {
  const name = resetTriesOf(emailKey);
  const ofClient = limitsOfClient({ name, most: RESET_CODE_TRIES, windowMs: RESET_CODE_MS }, address);
  const ofAll = { name, most: RESET_CODE_TRIES_OF_ALL, windowMs: RESET_CODE_MS };
  for (const limit of [...ofClient, ofAll]) {
    const waitMs = await countTry(executor, limit, now);
    if (waitMs > 0) throw tooManyRequests('Too many wrong codes. Wait 15 minutes.', Math.ceil(waitMs / 1_000));
  }
}

/** The name under which tries without the id of a request are counted. */
export const resetTriesOf = (emailKey: string): string => `reset:${sha256(emailKey)}`;

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
