import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Sessions } from '../../contract/schemas/users.ts';
import {
  TEST_PASSWORD,
  cheapPasswords,
  cookieHeader,
  signInWithCookies,
  signUp,
} from '../../server/accounts/testing/customers.ts';
import { sha256 } from '../../server/common/hashing.ts';
import { startAccountHost, type AccountHost } from '../support/accountHost.ts';
import { createStore, DATABASES, type TestStore, rulesOn } from '../support/databases.ts';

const EMAIL = 'anna@example.com';
const MINUTE_MS = 60_000;
const OWN = { host: 'localhost', origin: 'http://localhost' };

describe.each(DATABASES)('attacks on accounts, on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let store: TestStore;
  let host: AccountHost;
  let hashes: number;
  let statements: string[];
  /** Runs after a password was compared, before the host acts on the result. */
  let afterVerify: () => Promise<void>;
  beforeEach(async () => {
    store = await createStore(kind);
    hashes = 0;
    statements = [];
    afterVerify = async () => undefined;
    const counted = {
      ...cheapPasswords,
      verify: async (password: string, hash: string | null) => {
        hashes += 1;
        const isRight = await cheapPasswords.verify(password, hash);
        await afterVerify();
        return isRight;
      },
    };
    host = await startAccountHost({
      database: store.open((statement) => statements.push(statement)),
      overrides: { passwords: counted },
    });
  });
  afterEach(async () => {
    await host.close();
    store.remove();
  });

  const tryPassword = async (email: string, password: string, address: string) =>
    await host.post('local/authenticate', { email, password }, { 'x-session-kind': 'header' }, address);
  const accountData = async (headers: Record<string, string>) =>
    await host.app.inject({ url: '/api/v1/users/account-data', headers });

  rule('credential stuffing: of 1,000 tries for known and unknown accounts, few check a password', async () => {
    for (let customer = 0; customer < 5; customer += 1) await signUp(host.app, `customer${customer}@example.com`);
    hashes = 0;
    const statuses = new Map<number, number>();
    for (let batch = 0; batch < 50; batch += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const number = batch * 20 + index;
          return await tryPassword(`customer${number % 10}@example.com`, `guess number ${number}`, `198.51.${number % 20}.7`);
        }),
      );
      for (const { statusCode } of answers) statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    expect([...statuses.keys()].toSorted((one, other) => one - other)).toEqual([401, 429]);
    // Ten accounts, known and unknown ones alike: at most five tries from each of two networks.
    expect(hashes).toBeLessThanOrEqual(100);
    expect(statuses.get(401)).toBe(hashes);
    // The owner still signs in from a network with an earlier session.
    expect((await tryPassword('customer0@example.com', TEST_PASSWORD, '127.0.0.1')).statusCode).toBe(200);
  });

  rule('guessing one account from many networks pauses strangers, and not the owner', async () => {
    await signUp(host.app, EMAIL);
    for (let stranger = 0; stranger < 30; stranger += 1) await tryPassword(EMAIL, 'a wrong guess', `203.0.113.${stranger}`);
    const paused = await tryPassword(EMAIL, TEST_PASSWORD, '203.0.113.200');
    expect([paused.statusCode, paused.headers['retry-after']]).toEqual([429, '900']);
    expect((await tryPassword(EMAIL, TEST_PASSWORD, '127.0.0.1')).statusCode).toBe(200);
    host.advanceClock(15 * MINUTE_MS);
    expect((await tryPassword(EMAIL, TEST_PASSWORD, '203.0.113.200')).statusCode).toBe(200);
  });

  rule('restoring the password ends the pause that strangers caused', async () => {
    await signUp(host.app, EMAIL);
    for (let stranger = 0; stranger < 30; stranger += 1) await tryPassword(EMAIL, 'a wrong guess', `203.0.113.${stranger}`);
    for (let guess = 0; guess < 5; guess += 1) await tryPassword(EMAIL, 'a wrong guess', '203.0.113.200');
    expect((await tryPassword(EMAIL, TEST_PASSWORD, '203.0.113.200')).statusCode).toBe(429);
    await host.post('local/request-password-reset', { email: EMAIL });
    const resetCode = (await host.mails()).find((mail) => mail.kind === 'RESET_CODE')?.data['code'];
    const password = 'granite orchard 84';
    const restored = await host.post('local/reset-password', { email: EMAIL, password, resetCode }, {}, '203.0.113.200');
    expect(restored.statusCode).toBe(200);
    expect((await tryPassword(EMAIL, password, '203.0.113.200')).statusCode).toBe(200);
  });

  rule('strangers can’t use up the tries of a reset code, whether its client sends the id of its request or not', async () => {
    await signUp(host.app, EMAIL);
    const password = 'granite orchard 84';
    const reset = async (resetCode: string | undefined, address: string, request: object = {}) =>
      await host.post('local/reset-password', { email: EMAIL, password, resetCode, ...request }, {}, address);
    const attack = async () => {
      for (let stranger = 0; stranger < 12; stranger += 1) {
        const address = `203.0.113.${stranger}`;
        const request = (await host.post('local/request-password-reset', { email: EMAIL }, {}, address)).json<object>();
        for (let guess = 0; guess < 6; guess += 1) await reset('AAAAAAAAAA', address, guess % 2 === 0 ? request : {});
      }
    };
    for (const [index, isSent] of [true, false].entries()) {
      host.advanceClock(index * 61 * MINUTE_MS);
      const request = (await host.post('local/request-password-reset', { email: EMAIL }, {}, '198.51.100.1')).json<object>();
      const resetCode = (await host.mails()).findLast((mail) => mail.kind === 'RESET_CODE')?.data['code'];
      host.advanceClock(1);
      await attack();
      expect((await reset(resetCode, '198.51.100.1', isSent ? request : {})).statusCode).toBe(200);
    }
  });

  rule('the owner restores the password with a code that strangers requested, when they have used up the mails', async () => {
    await signUp(host.app, EMAIL);
    const request = async (address: string) =>
      (await host.post('local/request-password-reset', { email: EMAIL }, {}, address)).json<{ resetRequestId: string }>();
    // The first of the 20 mails is the one of the registration.
    for (let sent = 0; sent < 20; sent += 1) await request(`203.0.113.${sent}`);
    const own = await request('198.51.100.1');
    const codesSent = async () => (await host.mails()).filter((mail) => mail.kind === 'RESET_CODE');
    const codes = await codesSent();
    expect(codes).toHaveLength(19);
    // From a network where the customer signed in before, four more are sent.
    for (let sent = 0; sent < 5; sent += 1) await request('127.0.0.1');
    expect(await codesSent()).toHaveLength(23);
    const reset = { email: EMAIL, password: 'granite orchard 84', resetCode: codes[0]?.data['code'], ...own };
    expect((await host.post('local/reset-password', reset, {}, '198.51.100.1')).statusCode).toBe(200);
  });

  test('tries at the same time are all counted', async () => {
    await signUp(host.app, EMAIL);
    hashes = 0;
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => await tryPassword(EMAIL, 'a wrong guess', '203.0.113.7')),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
    expect(hashes).toBe(5);
  });

  rule('a registered e-mail shows neither in answers nor in the work for them', async () => {
    const { headers } = await signUp(host.app, EMAIL);
    await signUp(host.app, 'boris@example.com');
    const ask = async (email: string, address: string) => {
      hashes = 0;
      const signIn = await tryPassword(email, 'a wrong guess', address);
      statements = [];
      const request = await host.post('local/request-password-reset', { email });
      const queries = statements.length;
      const reset = await host.post('local/reset-password', { email, password: 'granite orchard 84', resetCode: 'AAAAAAAAAA' });
      const answers = [signIn, request, reset].map((answer) => {
        const { requestId: _, resetRequestId: __, ...body } = answer.json<Record<string, unknown>>();
        return [answer.statusCode, body];
      });
      return { answers, hashes, queries };
    };
    expect(await ask(EMAIL, '203.0.113.7')).toEqual(await ask('nobody@example.com', '203.0.113.8'));
    const changeTo = async (email: string) => {
      statements = [];
      const { statusCode, body } = await host.post('change-email', { email, password: TEST_PASSWORD }, headers);
      return { statusCode, body, statements };
    };
    await changeTo('first@example.com');
    expect(await changeTo('boris@example.com')).toEqual(await changeTo('nobody@example.com'));
  });

  rule('a stolen refresh token ends the session of thief and owner, in whatever order they use it', async () => {
    const { refreshToken } = await signUp(host.app, EMAIL);
    const refresh = async (token: string) => await host.post('authentication/refresh', { refreshToken: token });
    const tokenIn = (answer: Awaited<ReturnType<typeof refresh>>) =>
      answer.json<{ tokens: { refreshToken: string } }>().tokens.refreshToken;
    // The thief uses it first and rotates on; the owner's next refresh ends both.
    const first = tokenIn(await refresh(refreshToken));
    host.advanceClock(MINUTE_MS);
    const second = tokenIn(await refresh(first));
    expect((await refresh(refreshToken)).statusCode).toBe(401);
    expect((await refresh(second)).statusCode).toBe(401);
    const session = await host.database.selectFrom('sessions').select('end_reason').executeTakeFirstOrThrow();
    expect(session.end_reason).toBe('REUSED');
    expect((await host.mails()).filter((mail) => mail.kind === 'TOKEN_REUSED')).toHaveLength(1);
  });

  type Tokens = { accessToken: string; refreshToken: string };
  const renewed = async (token: string): Promise<Tokens> =>
    (await host.post('authentication/refresh', { refreshToken: token })).json<{ tokens: Tokens }>().tokens;
  const use = async ({ accessToken }: Tokens) => (await accountData({ authorization: `Bearer ${accessToken}` })).statusCode;

  const ACTS = {
    'the thief uses the earlier access token': async (thief: Tokens) => await use(thief),
    'the thief refreshes': async ({ refreshToken }: Tokens) =>
      (await host.post('authentication/refresh', { refreshToken })).statusCode,
  };
  for (const [name, act] of Object.entries(ACTS))
    rule(`a thief who refreshes first and waits is noticed when ${name}`, async () => {
      const { refreshToken } = await signUp(host.app, EMAIL);
      const thief = await renewed(refreshToken);
      host.advanceClock(36_000);
      const owner = await renewed(refreshToken);
      expect(owner).not.toEqual(thief);
      expect(await use(owner)).toBe(200);
      expect([await act(thief), await use(owner)]).toEqual([401, 401]);
      expect((await host.mails()).filter((mail) => mail.kind === 'TOKEN_REUSED')).toHaveLength(1);
    });

  rule('a thief who refreshes with the former token again, before or after the owner, is noticed', async () => {
    const { refreshToken } = await signUp(host.app, EMAIL);
    await renewed(refreshToken);
    host.advanceClock(36_000);
    const waiting = await renewed(refreshToken);
    host.advanceClock(36_000);
    const owner = await renewed(refreshToken);
    expect(await use(owner)).toBe(200);
    expect(await use(waiting)).toBe(401);
    const session = await host.database.selectFrom('sessions').select('end_reason').executeTakeFirstOrThrow();
    expect(session.end_reason).toBe('REUSED');
  });

  test('an owner whose responses are lost again and again stays signed in, in two tabs at the same time', async () => {
    const { refreshToken } = await signUp(host.app, EMAIL);
    for (const pause of [0, 20_000, 36_000, 3_600_000]) {
      host.advanceClock(pause);
      await renewed(refreshToken);
    }
    host.advanceClock(31_000);
    const [one, other] = await Promise.all([renewed(refreshToken), renewed(refreshToken)]);
    expect(other).toEqual(one);
    const next = await renewed(one.refreshToken);
    expect(await renewed(refreshToken)).toEqual(next);
    expect(await use(next)).toBe(200);
    host.advanceClock(MINUTE_MS);
    expect(await use(await renewed(next.refreshToken))).toBe(200);
  });

  rule('the cookie of a session neither works as a header nor yields a token in a body', async () => {
    await signUp(host.app, EMAIL);
    const cookie = await signInWithCookies(host.app, EMAIL);
    const [access, refresh] = cookie.split('; ').map((part) => part.split('=')[1] ?? '');
    expect((await accountData({ authorization: `Bearer ${access}` })).statusCode).toBe(401);
    expect((await host.post('authentication/refresh', { refreshToken: refresh })).statusCode).toBe(401);
    // An Authorization header makes the cookie irrelevant.
    expect((await accountData({ cookie, authorization: 'Bearer AAAAAAAAAAAAAAAAAAAAAA.B' })).statusCode).toBe(401);
    expect((await accountData({ cookie })).statusCode).toBe(200);
  });

  rule('a sign-in replaces the session that an attacker placed in the browser', async () => {
    await signUp(host.app, EMAIL);
    await signUp(host.app, 'mallory@example.com');
    const planted = await signInWithCookies(host.app, 'mallory@example.com');
    const signIn = { email: EMAIL, password: TEST_PASSWORD };
    const answer = await host.post('local/authenticate', signIn, { ...OWN, cookie: planted });
    const cookie = cookieHeader(answer.headers['set-cookie']);
    expect((await accountData({ cookie: planted })).statusCode).toBe(401);
    expect((await accountData({ cookie })).json()).toMatchObject({ email: EMAIL });
  });

  rule('a sign-in with the old password starts no session once the password was changed', async () => {
    const { headers } = await signUp(host.app, EMAIL);
    afterVerify = async () => {
      afterVerify = async () => undefined;
      host.advanceClock(1);
      const change = { currentPassword: TEST_PASSWORD, password: 'granite orchard 84' };
      expect((await host.post('change-password', change, headers)).statusCode).toBe(200);
    };
    expect((await tryPassword(EMAIL, TEST_PASSWORD, '203.0.113.7')).json()).toMatchObject({ code: 'ERR_INVALID_CREDENTIALS' });
    const { sessions } = (await host.app.inject({ url: '/api/v1/users/sessions', headers })).json<Sessions>();
    expect(sessions).toHaveLength(1);
  });

  rule('a password alone starts no session once a second factor was turned on', async () => {
    await signUp(host.app, EMAIL);
    afterVerify = async () => void (await host.database.updateTable('users').set({ has_second_factor: 1 }).execute());
    expect((await tryPassword(EMAIL, TEST_PASSWORD, '203.0.113.7')).json()).toMatchObject({ code: 'ERR_INVALID_CREDENTIALS' });
    expect(await host.database.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
  });

  rule('another origin can neither use a session nor sign a browser in', async () => {
    await signUp(host.app, EMAIL);
    const cookie = await signInWithCookies(host.app, EMAIL);
    const foreign = { ...OWN, origin: 'https://evil.example' };
    const calls: [string, object][] = [
      ['authentication/logout', {}],
      ['authentication/refresh', {}],
      ['sessions/revoke-others', {}],
      ['change-password', { currentPassword: TEST_PASSWORD, password: 'granite orchard 84' }],
    ];
    for (const [call, payload] of calls) {
      for (const headers of [foreign, { host: 'localhost' }, { ...OWN, origin: 'null' }]) {
        expect((await host.post(call, payload, { ...headers, cookie })).statusCode, call).toBe(403);
      }
    }
    const login = await host.post('local/authenticate', { email: EMAIL, password: TEST_PASSWORD }, foreign);
    expect([login.statusCode, login.headers['set-cookie']]).toEqual([403, undefined]);
    expect((await accountData({ cookie })).statusCode).toBe(200);
  });

  rule('no call accepts permissions or scopes', async () => {
    const { headers } = await signUp(host.app, EMAIL);
    const extra = {
      permissions: 'ADMIN',
      adminPermissionsScope: { scopes: ['treasury'] },
      operator_scopes: '["treasury"]',
      userId: 2,
    };
    for (const [name, value] of Object.entries(extra)) {
      const registration = { email: 'eve@example.com', password: TEST_PASSWORD, [name]: value };
      expect((await host.post('local/create', registration)).json()).toMatchObject({ code: 'ERR_VALIDATION' });
      const change = { currentPassword: TEST_PASSWORD, password: 'granite orchard 84', [name]: value };
      expect((await host.post('change-password', change, headers)).json()).toMatchObject({ code: 'ERR_VALIDATION' });
    }
    expect((await accountData(headers)).json()).toMatchObject({ permissions: 'CUSTOMER', userId: 1 });
  });

  rule('who knows the id of a session or of the list can’t end it', async () => {
    const { headers, refreshToken } = await signUp(host.app, EMAIL);
    const [id = '', secret = '', signature = ''] = refreshToken.split('.');
    const listed = await host.app.inject({ url: '/api/v1/users/sessions', headers });
    const listedId = listed.json<Sessions>().sessions[0]?.sessionId ?? '';
    expect(listed.body).not.toContain(id);
    const garbage = 'x'.repeat(secret.length);
    const forged = [`${id}.${garbage}`, `${id}.${garbage}.${signature}`, `${id}.${secret}.${garbage}`, `${listedId}.${garbage}`];
    for (const token of forged) {
      expect((await host.post('authentication/refresh', { refreshToken: token })).json()).toMatchObject({
        code: 'ERR_UNAUTHORIZED',
      });
    }
    expect((await accountData(headers)).statusCode).toBe(200);
    expect((await host.mails()).filter(({ kind }) => kind === 'TOKEN_REUSED')).toEqual([]);
    await host.post('sessions/revoke', { sessionId: listedId }, headers);
    expect((await accountData(headers)).statusCode).toBe(401);
  });

  rule('a session from before refresh tokens were signed continues with signed ones', async () => {
    const { headers, refreshToken } = await signUp(host.app, EMAIL);
    const unsigned = refreshToken.slice(0, refreshToken.lastIndexOf('.'));
    await host.database
      .updateTable('sessions')
      .set({ refresh_token_hash: sha256(unsigned) })
      .execute();
    const renewed = await host.post('authentication/refresh', { refreshToken: unsigned });
    const { tokens } = renewed.json<{ tokens: { accessToken: string; refreshToken: string } }>();
    expect(tokens.refreshToken.split('.')).toHaveLength(3);
    const renewedHeaders = { ...headers, authorization: `Bearer ${tokens.accessToken}` };
    expect((await accountData(renewedHeaders)).statusCode).toBe(200);
    // A second use of the unsigned token shows that it was copied.
    host.advanceClock(31_000);
    expect((await host.post('authentication/refresh', { refreshToken: unsigned })).statusCode).toBe(401);
    expect((await accountData(renewedHeaders)).statusCode).toBe(401);
  });

  rule('a thief with the password ends no session of the owner, and leaves a bounded number of rows', async () => {
    const owner = await signUp(host.app, EMAIL);
    const other = await signUp(host.app, 'boris@example.com');
    const thief = { address: '203.0.113.7', userAgent: null, origin: OWN.origin };
    for (let signIns = 0; signIns < 150; signIns += 1) {
      host.advanceClock(1);
      await host.service.authenticate({ email: EMAIL, password: TEST_PASSWORD }, 'HEADER', thief);
    }
    const { sessions } = (await host.app.inject({ url: '/api/v1/users/sessions', headers: owner.headers })).json<Sessions>();
    expect(sessions).toHaveLength(50);
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const rows = await host.database.selectFrom('sessions').select(['user_id']).execute();
    expect(rows.filter(({ user_id }) => user_id === owner.userId)).toHaveLength(100);
    expect((await accountData(other.headers)).statusCode).toBe(200);
    // The network of the owner stays known.
    for (let stranger = 0; stranger < 30; stranger += 1) await tryPassword(EMAIL, 'a wrong guess', `198.51.100.${stranger}`);
    expect((await tryPassword(EMAIL, TEST_PASSWORD, '127.0.0.1')).statusCode).toBe(200);
  });

  test('sessions of many networks end in the order of their last use', async () => {
    const { headers } = await signUp(host.app, EMAIL);
    for (let network = 0; network < 60; network += 1) {
      host.advanceClock(MINUTE_MS / 10);
      await tryPassword(EMAIL, TEST_PASSWORD, `203.0.113.${network}`);
      if (network % 10 === 0) expect((await accountData(headers)).statusCode).toBe(200);
    }
    expect((await accountData(headers)).statusCode).toBe(200);
    const ended = await host.database.selectFrom('sessions').select('end_reason').where('ended_at', 'is not', null).execute();
    expect(ended).toEqual(Array.from({ length: 11 }, () => ({ end_reason: 'LIMIT' })));
  });

  rule('a customer can neither see nor end a session of another one', async () => {
    const anna = await signUp(host.app, EMAIL);
    const mallory = await signUp(host.app, 'mallory@example.com');
    const list = (headers: Record<string, string>) => host.app.inject({ url: '/api/v1/users/sessions', headers });
    const { sessions } = (await list(anna.headers)).json<Sessions>();
    const sessionId = sessions[0]?.sessionId ?? '';
    expect((await host.post('sessions/revoke', { sessionId }, mallory.headers)).json()).toMatchObject({ code: 'ERR_NOT_FOUND' });
    await host.post('sessions/revoke-others', {}, mallory.headers);
    const listed = await list(mallory.headers);
    expect(listed.body).not.toContain(sessionId);
    expect((await accountData(anna.headers)).statusCode).toBe(200);
  });
});
