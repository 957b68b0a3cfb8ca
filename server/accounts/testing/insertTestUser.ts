import type { Database } from '../../db/database.ts';

/** Inserts a customer with a session, or another session of the customer `userId`. Returns the customer's number. */
export async function insertTestUser(
  database: Database,
  { email, sessionId, now, userId }: { email: string; sessionId: string; now: number; userId?: number },
): Promise<number> {
  const id = userId ?? (await insertUser(database, email, now));
  await database
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: id,
      kind: 'COOKIE',
      access_token_hash: sessionId,
      access_expires_at: now,
      refresh_token_hash: sessionId,
      previous_refresh_hash: null,
      rotated_at: now,
      expires_at: now,
      created_at: now,
      last_used_at: now,
      second_factor_at: null,
      browser: null,
      system: null,
      client_address: null,
      browser_fingerprint: null,
      is_new_device: 0,
      ended_at: null,
      end_reason: null,
    })
    .execute();
  return id;
}

async function insertUser(database: Database, email: string, now: number): Promise<number> {
  const rows = await database.selectFrom('users').select('id').execute();
  const id = rows.length + 1;
  await database
    .insertInto('users')
    .values({
      id,
      version: 0,
      email,
      email_key: email,
      password_hash: null,
      operator_scopes: '[]',
      locale: 'en',
      email_confirmed_at: null,
      pending_email: null,
      referrer_user_id: null,
      referrer_code: null,
      created_at: now,
      password_changed_at: now,
      credentials_changed_at: now,
      closed_at: null,
      has_second_factor: 0,
    })
    .execute();
  return id;
}
