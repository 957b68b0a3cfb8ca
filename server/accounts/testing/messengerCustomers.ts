import type { Database } from '../../db/database.ts';
import type { Customer } from '../authentication.ts';
import { insertTestUser } from './insertTestUser.ts';

/** Inserts a customer who came from the messenger, without e-mail and password (D74), and a session that has proved nothing. */
export async function insertMessengerCustomer(database: Database, messengerId: string, now: number): Promise<Customer> {
  const sessionId = `session-${messengerId}`;
  const userId = await insertTestUser(database, { email: null, sessionId, now });
  await database
    .insertInto('messenger_accounts')
    .values({ messenger_id: messengerId, user_id: userId, can_write: 1, linked_at: now })
    .execute();
  return { userId, sessionId, email: null, isEmailConfirmed: false, hasSecondFactor: false, secondFactorAt: null };
}
