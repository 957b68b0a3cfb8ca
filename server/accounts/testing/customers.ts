import type { FastifyInstance } from 'fastify';
import { userRoutes } from '../../../contract/api/users.ts';
import type { CreateUserOutput, SignInOutput } from '../../../contract/schemas/users.ts';
import { TEST_SEALING } from '../../../tests/support/testSealing.ts';
import type { Database } from '../../db/database.ts';
import type { AccountContext } from '../context.ts';
import { connectAccounts, type Accounts } from '../createAccounts.ts';
import { createPasswords } from '../passwords.ts';

export const TEST_PASSWORD = 'harbour lantern 27';

/** Passwords whose hashes take less than a millisecond. */
export const cheapPasswords = createPasswords(new Uint8Array(32).fill(3), { memory: 8, passes: 1 });

/** Accounts on a database of a test, with cheap hashes. */
export interface TestAccounts extends Accounts {
  context: AccountContext;
}

export function createTestAccounts(database: Database, overrides: Partial<AccountContext> = {}): TestAccounts {
  const context: AccountContext = {
    database,
    passwords: cheapPasswords,
    tokenKey: new Uint8Array(32).fill(4),
    sealing: TEST_SEALING,
    secondFactor: null,
    referrals: { find: async () => null, sign: async () => undefined },
    messenger: null,
    firstEmail: { waitMs: 72 * 3_600_000 },
    now: Date.now,
    ...overrides,
  };
  return { ...connectAccounts(context), context };
}

/** A signed-in customer and the headers of its calls. */
export interface TestCustomer {
  userId: number;
  email: string;
  /** For a session without cookies (D64) */
  headers: { authorization: string };
  refreshToken: string;
}

/** Registers a customer on an app with the user routes and signs it in with a header session. */
export async function signUp(app: FastifyInstance, email = 'anna@example.com'): Promise<TestCustomer> {
  const created = await app.inject({
    method: 'POST',
    url: userRoutes['users.create'].path,
    payload: { email, password: TEST_PASSWORD },
  });
  if (created.statusCode !== 200) throw new Error(`The customer could not register: ${created.body}`);
  const { userId } = created.json<CreateUserOutput>();
  return { userId, email, ...(await signIn(app, email)) };
}

/** Signs a customer in with a header session. */
export async function signIn(app: FastifyInstance, email: string): Promise<Pick<TestCustomer, 'headers' | 'refreshToken'>> {
  const answer = await app.inject({
    method: 'POST',
    url: userRoutes['users.authenticate'].path,
    headers: { 'x-session-kind': 'header' },
    payload: { email, password: TEST_PASSWORD },
  });
  const { tokens } = answer.json<SignInOutput>();
  if (!tokens) throw new Error(`The customer could not sign in: ${answer.body}`);
  return { headers: { authorization: `Bearer ${tokens.accessToken}` }, refreshToken: tokens.refreshToken };
}

/** Signs a customer in with cookies. Returns the Cookie header of its calls, which also need `origin: 'http://localhost'`. */
export async function signInWithCookies(app: FastifyInstance, email: string): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: userRoutes['users.authenticate'].path,
    headers: { host: 'localhost', origin: 'http://localhost' },
    payload: { email, password: TEST_PASSWORD },
  });
  if (answer.statusCode !== 200) throw new Error(`The customer could not sign in: ${answer.body}`);
  return cookieHeader(answer.headers['set-cookie']);
}

/** Returns the Cookie header of a browser that received these cookies. */
export function cookieHeader(setCookie: string | string[] | undefined): string {
  return [setCookie ?? []]
    .flat()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .join('; ');
}

/** Makes the sessions of a customer fresh, as if each had proved the second factor or the code of an e-mail at `provenAt`. */
export async function proveCustomer(database: Database, userId: number, provenAt: number): Promise<void> {
  await database.updateTable('sessions').set({ second_factor_at: provenAt }).where('user_id', '=', userId).execute();
}
