import { compiledRead } from '../../compiled.ts';
import type { Executor } from '../../database.ts';
import type { SessionRow } from '../../tables/accounts.ts';

/** A session with the facts about its customer that a request needs. */
export interface CustomerSession extends SessionRow {
  email: string | null;
  email_confirmed_at: number | null;
  has_second_factor: number;
  operator_scopes: string;
  user_created_at: number;
}

export async function insertSession(executor: Executor, session: SessionRow): Promise<void> {
  await executor.insertInto('sessions').values(session).execute();
}

/** Returns a session and its customer in one query; undefined for an unknown id. */
export async function findCustomerSession(executor: Executor, id: string): Promise<CustomerSession | undefined> {
  return (await customerSession(executor, { id }))[0];
}

/** Every request of a customer makes this query. */
const customerSession = compiledRead<{ id: string }, CustomerSession>((executor, value) =>
  selectCustomersOfSessions(executor).selectAll('sessions').where('sessions.id', '=', value('id')),
);

/** Returns the query of all sessions that selects the facts about their customers. */
export function selectCustomersOfSessions(executor: Executor) {
  return executor
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.email',
      'users.email_confirmed_at',
      'users.has_second_factor',
      'users.operator_scopes',
      'users.created_at as user_created_at',
    ]);
}

const MOST_LISTED = 100;

/** Returns the sessions of a customer that have not ended or expired, the last used first. */
export async function listSessions(executor: Executor, userId: number, now: number): Promise<SessionRow[]> {
  return await executor
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute();
}

/** Returns the ids of all sessions of a customer, ended ones included. */
export async function listSessionIds(executor: Executor, userId: number): Promise<string[]> {
  const rows = await executor.selectFrom('sessions').select('id').where('user_id', '=', userId).execute();
  return rows.map(({ id }) => id);
}

/** More are left only from before their number was limited. */
const MOST_SESSIONS = 1_000;

/** Returns the sessions of a customer, ended ones included, the newest first. */
export async function listAllSessions(executor: Executor, userId: number): Promise<SessionRow[]> {
  return await executor
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_SESSIONS)
    .execute();
}

/** Returns the client IP addresses that a customer signed in from. */
export async function listSessionAddresses(executor: Executor, userId: number): Promise<string[]> {
  const rows = await executor.selectFrom('sessions').select('client_address').distinct().where('user_id', '=', userId).execute();
  return rows.flatMap(({ client_address: address }) => address ?? []);
}

/** Replaces the tokens of a session as it was read. False: another request replaced or used them meanwhile, or the session ended. */
export async function replaceTokens(
  executor: Executor,
  { id, refresh_token_hash, last_used_at }: Pick<SessionRow, 'id' | 'refresh_token_hash' | 'last_used_at'>,
  tokens: Pick<
    SessionRow,
    | 'access_token_hash'
    | 'access_expires_at'
    | 'refresh_token_hash'
    | 'previous_refresh_hash'
    | 'superseded_access_hash'
    | 'rotated_at'
    | 'expires_at'
    | 'browser_fingerprint'
  >,
): Promise<boolean> {
  const result = await executor
    .updateTable('sessions')
    .set({ ...tokens, last_used_at: tokens.rotated_at })
    .where('id', '=', id)
    .where('refresh_token_hash', '=', refresh_token_hash)
    .where('last_used_at', '=', last_used_at)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Records a use of a session's access token, unless another request has replaced it meanwhile. */
export async function setSessionUsed(
  executor: Executor,
  { id, access_token_hash }: Pick<SessionRow, 'id' | 'access_token_hash'>,
  now: number,
): Promise<void> {
  await executor
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('access_token_hash', '=', access_token_hash)
    .execute();
}

/** Ends a session. False: it had ended already. */
export async function endSession(
  executor: Executor,
  id: string,
  reason: NonNullable<SessionRow['end_reason']>,
  now: number,
): Promise<boolean> {
  const result = await executor
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Ends sessions by their ids. */
export async function endSessions(
  executor: Executor,
  ids: readonly string[],
  reason: NonNullable<SessionRow['end_reason']>,
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  const ended = executor.updateTable('sessions').set({ ended_at: now, end_reason: reason });
  await ended.where('id', 'in', ids).where('ended_at', 'is', null).execute();
}

export async function deleteSessions(executor: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await executor.deleteFrom('sessions').where('id', 'in', ids).execute();
}

/** Ends the sessions of a customer, except the session `exceptId`. */
export async function endSessionsOf(
  executor: Executor,
  { userId, exceptId }: { userId: number; exceptId: string | null },
  reason: NonNullable<SessionRow['end_reason']>,
  now: number,
): Promise<void> {
  await executor
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('id', '<>', exceptId ?? '')
    .execute();
}

/** Deletes the sessions that were last used before `usedBefore` and have ended or expired. */
export async function deleteOldSessions(executor: Executor, usedBefore: number): Promise<void> {
  await executor
    .deleteFrom('sessions')
    .where('last_used_at', '<', usedBefore)
    .where((session) => session.or([session('ended_at', 'is not', null), session('expires_at', '<', usedBefore)]))
    .execute();
}
