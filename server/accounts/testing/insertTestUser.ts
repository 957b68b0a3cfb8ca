import { sampleUser } from '../../../tests/support/samples/sampleUser.ts';
import type { Database } from '../../db/database.ts';

/** Inserts a customer with a session, or another session of the customer `userId`. Returns the customer's number. */
export async function insertTestUser(
  database: Database,
  { email, sessionId, now, userId }: { email: string | null; sessionId: string; now: number; userId?: number },
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

async function insertUser(database: Database, email: string | null, now: number): Promise<number> {
  const rows = await database.selectFrom('users').select('id').execute();
  const id = rows.length + 1;
  await database.insertInto('users').values(sampleUser({ id, email }, now)).execute();
  return id;
}
