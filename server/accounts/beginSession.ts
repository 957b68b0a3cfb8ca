import { ApiError } from '../../contract/errors.ts';
import type { Executor } from '../db/database.ts';
import { endSession, findCustomerSession } from '../db/repositories/accounts/sessions.ts';
import { findUser } from '../db/repositories/accounts/users.ts';
import type { SessionRow } from '../db/tables/accounts.ts';
import { queueAccountMail } from '../mail/accountMail.ts';
import { sha256 } from '../common/hashing.ts';
import type { AccountContext } from './context.ts';
import { describeDevice, deviceOf } from './device.ts';
import { sessionIdOf, startSession, type IssuedTokens, type NewSession } from './sessions.ts';

/**
 * Starts the session of a customer who has proved everything that the sign-in requires. Ends the session that the browser had
 * before, and notifies the customer of an unknown device by e-mail. Throws ERR_NOT_ACCEPTABLE for a customer of restored books who has
 * not proved the mailbox since (D73).
 */
export async function beginSession(
  context: Pick<AccountContext, 'tokenKey' | 'now'>,
  transaction: Executor,
  session: NewSession,
): Promise<IssuedTokens> {
  const { userId, client } = session;
  const user = await findUser(transaction, userId);
  if (user && user.restored_at !== null) {
    const message = 'Our systems were restored from a backup. Restore your password with a code from your mailbox, then sign in.';
    throw new ApiError('ERR_NOT_ACCEPTABLE', message, { reason: 'BOOKS_RESTORED' });
  }
  if (client.sessionToken) await endSessionOf(context, transaction, client.sessionToken);
  const { isNewDevice, ...tokens } = await startSession(context, transaction, session);
  if (isNewDevice) {
    const data = describeDevice({ ...deviceOf(client.userAgent), client_address: client.address });
    await queueAccountMail(transaction, { kind: 'NEW_SIGN_IN', data, userId, origin: client.origin, now: context.now() });
  }
  return tokens;
}

/** Ends a session of which a thief and the customer hold tokens, and notifies the customer by e-mail (D19). */
export async function endStolenSession(
  { database, now }: Pick<AccountContext, 'database' | 'now'>,
  session: Pick<SessionRow, 'id' | 'user_id' | 'browser' | 'system' | 'client_address'>,
  origin: string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await endSession(transaction, session.id, 'REUSED', now()))) return;
    const data = describeDevice(session);
    await queueAccountMail(transaction, { kind: 'TOKEN_REUSED', data, userId: session.user_id, origin, now: now() });
  });
}

/** Ends the session of a token, expired or not. A token that is not genuine has no effect. */
export async function endSessionOf({ now }: Pick<AccountContext, 'now'>, executor: Executor, token: string): Promise<void> {
  const session = await findCustomerSession(executor, sessionIdOf(token));
  const hash = sha256(token);
  const isGenuine = [session?.access_token_hash, session?.refresh_token_hash, session?.previous_refresh_hash].includes(hash);
  if (session && isGenuine) await endSession(executor, session.id, 'LOGOUT', now());
}
