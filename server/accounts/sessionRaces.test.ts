import { sql } from 'kysely';
import { generateSync } from 'otplib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SignInOutput } from '../../contract/schemas/users.ts';
import { startAccountHost, type AccountHost } from '../../tests/support/accountHost.ts';
import { createStore, DATABASES, type TestStore } from '../../tests/support/databases.ts';
import type { Database } from '../db/database.ts';
import { deleteSignInCodes } from '../db/repositories/accounts/accountCodes.ts';
import { replaceNewTotpSecret } from '../db/repositories/accounts/secondFactors.ts';
import { endSessionsOf, findCustomerSession, setSessionUsed } from '../db/repositories/accounts/sessions.ts';
import { createSealing } from './sealing.ts';
import { createTotpSecret } from './secondFactor/totp.ts';
import { totpOwner } from './secondFactor/verifyProof.ts';
import { sessionIdOf } from './sessions.ts';
import { signInWithCookies, signUp, TEST_PASSWORD } from './testing/customers.ts';

const EMAIL = 'anna@example.com';
const OWN = { host: 'localhost', origin: 'http://localhost' };
/** The example of RFC 7636, appendix B */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

let store: TestStore;
let host: AccountHost;
const start = async (kind: (typeof DATABASES)[number]) => {
  store = await createStore(kind);
  host = await startAccountHost({ database: store.open(), hasSecondFactor: true });
};
afterEach(async () => {
  await host.close();
  store.remove();
});

test.each(DATABASES)('a late note of a use does not count as a use of newer tokens, on %s', async (kind) => {
  await start(kind);
  const { refreshToken } = await signUp(host.app, EMAIL);
  const before = await findCustomerSession(host.database, sessionIdOf(refreshToken));
  if (!before) throw new Error('no session');
  host.advanceClock(60_000);
  await host.post('authentication/refresh', { refreshToken });
  host.advanceClock(60_000);
  await setSessionUsed(host.database, before, host.now());
  // The response with the newer tokens was lost.
  host.advanceClock(60_000);
  expect((await host.post('authentication/refresh', { refreshToken })).statusCode).toBe(200);
});

describe('a session that starts while all sessions end, on PostgreSQL', () => {
  let other: Database;
  let userId: number;
  let cookie: string;
  beforeEach(async () => {
    await start('PostgreSQL');
    other = store.open();
    ({ userId } = await signUp(host.app, EMAIL));
    cookie = await signInWithCookies(host.app, EMAIL);
  });
  afterEach(async () => await other.destroy());

  /** Makes a call while another process ends all sessions of the customer. The call waits for that process's lock. */
  const callWhileSessionsEnd = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    const { answer } = await other.transaction().execute(async (transaction) => {
      await transaction.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
      const started = call();
      while (!(await isWaiting())) continue;
      await endSessionsOf(transaction, { userId, exceptId: null }, 'PASSWORD', host.now());
      await deleteSignInCodes(transaction, userId);
      return { answer: started };
    });
    return await answer;
  };
  /** Returns whether a query of this database waits for a lock. */
  const isWaiting = async (): Promise<boolean> => {
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await waiting.execute(host.database)).rows.length > 0;
  };
  const running = async () => await host.database.selectFrom('sessions').select('id').where('ended_at', 'is', null).execute();

  test('is refused to the desktop app', async () => {
    const { code } = (await host.post('authentication/authorize', { codeChallenge: CHALLENGE }, { ...OWN, cookie })).json<{
      code: string;
    }>();
    const exchanged = await callWhileSessionsEnd(
      async () => await host.post('authentication/exchange-code', { code, codeVerifier: VERIFIER }),
    );
    expect([exchanged.statusCode, await running()]).toEqual([401, []]);
  });

  test('is refused to a sign-in with a second factor', async () => {
    const secret = createTotpSecret();
    const sealedSecret = createSealing(Buffer.alloc(32, 7)).seal(secret, totpOwner(userId));
    const times = { created_at: host.now(), enabled_at: host.now() };
    await replaceNewTotpSecret(host.database, { user_id: userId, sealed_secret: sealedSecret, last_step: -1, ...times });
    await host.database.updateTable('users').set({ has_second_factor: 1 }).execute();
    const signIn = await host.post('local/authenticate', { email: EMAIL, password: TEST_PASSWORD });
    const { secondFactor } = signIn.json<SignInOutput>();
    const proof = {
      challengeId: secondFactor?.challengeId,
      code: generateSync({ secret, epoch: Math.floor(host.now() / 1_000) }),
    };
    const verified = await callWhileSessionsEnd(async () => await host.post('second-factor/verify', proof));
    expect([verified.statusCode, await running()]).toEqual([404, []]);
  });
});
