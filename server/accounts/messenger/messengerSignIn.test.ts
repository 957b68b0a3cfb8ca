import type { Updateable } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startAccountHost, type AccountHost } from '../../../tests/support/accountHost.ts';
import { createStore, DATABASES, type TestStore, rulesOn } from '../../../tests/support/databases.ts';
import { TEST_SEALING } from '../../../tests/support/testSealing.ts';
import type { Tables } from '../../db/tables.ts';
import { cheapPasswords, proveCustomer, signUp, TEST_PASSWORD } from '../testing/customers.ts';
import { createAccountEnd } from '../end/accountEnd.ts';
import { createAccountFreeze } from '../freeze/accountFreeze.ts';
import { signInitData } from '../testing/signedInitData.ts';

const ANNA = 500;
const CLIENT = { origin: 'http://localhost', address: '203.0.113.7', userAgent: null };
/** The first customer of a test */
const REFERRER = 1;
const USED = { code: 'ERR_INVALID_CREDENTIALS', details: { reason: 'INIT_DATA_USED' } };
const NO_ACCOUNT = { code: 'ERR_NOT_FOUND' };
const refused = (reason: string) => ({ code: 'ERR_NOT_ACCEPTABLE', details: { reason } });

describe.each(DATABASES)('sign-in with the messenger on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let store: TestStore;
  let host: AccountHost;
  let signed: { userId: number; code: string }[];
  beforeEach(async () => {
    store = await createStore(kind);
    signed = [];
    host = await startAccountHost({
      database: store.open(),
      hasSecondFactor: true,
      overrides: {
        referrals: {
          find: async (_, code) => (code === 'friends' ? REFERRER : null),
          sign: async (_, { userId, code }) => {
            signed.push({ userId, code });
          },
        },
      },
    });
  });
  afterEach(async () => {
    await host.close();
    store.remove();
  });

  /** Init data of this moment. Each is different, as those of the messenger are. */
  let opened = 0;
  const open = (id: number, startParameter?: string): string =>
    signInitData({
      id,
      at: host.now(),
      language: 'ru',
      more: { query_id: String((opened += 1)) },
      ...(startParameter !== undefined && { startParameter }),
    });
  const create = async (initData: string) => (await host.post('telegram/create', { initData })).json<object>();
  const signIn = async (initData: string) => await host.post('telegram/authenticate', { initData });
  const signInAs = async (id: number) => {
    const { tokens } = (await signIn(open(id))).json<{ tokens: { accessToken: string } }>();
    return { authorization: `Bearer ${tokens.accessToken}` };
  };
  const link = async (headers: Record<string, string>, initData: string, password?: string) =>
    (await host.post('local/link-telegram', { initData, ...(password !== undefined && { password }) }, headers)).json<object>();
  const unlink = async (headers: Record<string, string>, password?: string) =>
    (await host.post('local/unlink-telegram', password === undefined ? {} : { password }, headers)).json<object>();
  const read = async (call: string, headers: Record<string, string>) =>
    await host.app.inject({ url: `/api/v1/users/${call}`, headers });
  const linked = async () =>
    (await host.database.selectFrom('messenger_accounts').selectAll().orderBy('messenger_id').execute()).map(
      ({ messenger_id, user_id }) => [messenger_id, user_id],
    );
  const mailsOf = async (about: string) => (await host.mails()).filter((mail) => mail.kind === about);

  rule('registers a customer without an e-mail and signs it in with tokens, never with cookies', async () => {
    expect(await create(open(ANNA))).toEqual({ userId: 1 });
    const answer = await signIn(open(ANNA));
    expect([answer.headers['set-cookie'], answer.json()]).toEqual([
      undefined,
      { userId: 1, tokens: expect.objectContaining({ accessToken: expect.any(String), refreshToken: expect.any(String) }) },
    ]);
    const headers = await signInAs(ANNA);
    expect((await read('account-data', headers)).json()).toMatchObject({ userId: 1, email: null, isEmailConfirmed: false });
    expect((await read('security', headers)).json()).toMatchObject({
      email: null,
      passwordChangedAt: null,
      messengerSince: new Date(host.now()).toISOString(),
    });
    const { locale } = await host.database.selectFrom('users').select('locale').executeTakeFirstOrThrow();
    expect([locale, await host.mails()]).toEqual(['ru', []]);
  });

  rule('takes a referral from the signed start parameter only, and none of an unknown code', async () => {
    const encoded = (search: string) => `home___b64-${Buffer.from(search).toString('base64url')}`;
    await create(open(400));
    await create(open(ANNA, encoded('?ref=friends')));
    await create(open(501, encoded('?ref=nobody')));
    await create(open(502, 'order___abc'));
    await create(`${open(503)}&start_param=${encoded('?ref=friends')}`);
    expect(signed).toEqual([{ userId: 2, code: 'friends' }]);
    const users = await host.database.selectFrom('users').select(['referrer_user_id', 'referrer_code']).orderBy('id').execute();
    expect(users).toEqual([
      { referrer_user_id: null, referrer_code: null },
      { referrer_user_id: REFERRER, referrer_code: 'friends' },
      { referrer_user_id: null, referrer_code: null },
      { referrer_user_id: null, referrer_code: null },
    ]);
  });

  it('creates one account of one messenger, however many requests come at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, async () => await create(open(ANNA))));
    expect(answers.filter((answer) => 'userId' in answer)).toHaveLength(1);
    expect(await linked()).toHaveLength(1);
    expect(await host.database.selectFrom('users').select('id').execute()).toHaveLength(1);
  });

  rule('limits registrations of an account of the messenger, not of the network that many share', async () => {
    for (let id = 1_000; id < 1_040; id += 1) expect(await create(open(id)), String(id)).toMatchObject({ userId: id - 999 });
    const again = async () => {
      await host.database.deleteFrom('messenger_accounts').execute();
      return await create(open(ANNA));
    };
    for (let count = 0; count < 5; count += 1) expect(await again()).toMatchObject({ userId: expect.any(Number) });
    expect(await again()).toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' });
    host.advanceClock(3_600_000);
    expect(await again()).toMatchObject({ userId: expect.any(Number) });
  });

  rule('knows nobody without an account, and lets nobody replay init data without end', async () => {
    expect((await signIn(open(ANNA))).json()).toMatchObject(NO_ACCOUNT);
    const initData = open(ANNA);
    await create(initData);
    expect(await create(initData)).toMatchObject(USED);
    const codes: number[] = [];
    for (let count = 0; count < 22; count += 1) codes.push((await signIn(initData)).statusCode);
    expect([codes.slice(0, 20).every((code) => code === 200), codes.slice(20)]).toEqual([true, [401, 401]]);
    host.advanceClock(3_600_000 + 1_000);
    expect((await signIn(initData)).json()).toMatchObject({ details: { reason: 'INIT_DATA_STALE' } });
  });

  rule('is only a first factor', async () => {
    await create(open(ANNA));
    await host.database.updateTable('users').set({ has_second_factor: 1 }).execute();
    const answer = (await signIn(open(ANNA))).json<object>();
    expect(answer).toEqual({ secondFactor: expect.objectContaining({ challengeId: expect.any(String) }) });
    expect(await host.database.selectFrom('sessions').select('id').execute()).toEqual([]);
  });

  rule('links with the password, notifies the owner, and signs in from then on', async () => {
    const { headers, userId } = await signUp(host.app);
    expect(await link(headers, open(ANNA))).toMatchObject({ code: 'ERR_INVALID_CREDENTIALS', details: { field: 'password' } });
    expect(await link(headers, open(ANNA), 'wrong')).toMatchObject({ code: 'ERR_INVALID_CREDENTIALS' });
    expect([await linked(), await mailsOf('MESSENGER_CHANGED')]).toEqual([[], []]);
    const initData = open(ANNA);
    expect(await link(headers, initData, TEST_PASSWORD)).toEqual({});
    expect(await link(headers, initData, TEST_PASSWORD)).toEqual({});
    expect((await mailsOf('MESSENGER_CHANGED')).map(({ to, data }) => [to, data['isLinked']])).toEqual([
      ['anna@example.com', true],
    ]);
    const { credentials_changed_at } = await host.database.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    expect([await linked(), credentials_changed_at]).toEqual([[['500', userId]], host.now()]);
    expect((await read('account-data', await signInAs(ANNA))).json()).toMatchObject({ userId });
    expect(await link(headers, open(501), TEST_PASSWORD)).toMatchObject(refused('OTHER_LINKED'));
  });

  rule('asks a customer with a second factor for it, not for the password', async () => {
    const { headers, userId } = await signUp(host.app);
    await host.database.updateTable('users').set({ has_second_factor: 1 }).execute();
    expect(await link(headers, open(ANNA), TEST_PASSWORD)).toMatchObject({ code: 'ERR_SECOND_FACTOR_REQUIRED' });
    await proveCustomer(host.database, userId, host.now());
    expect(await link(headers, open(ANNA))).toEqual({});
  });

  it('links one messenger to one customer, also when two ask at the same time', async () => {
    const boris = await signUp(host.app, 'boris@example.com');
    const carla = await signUp(host.app, 'carla@example.com');
    await create(open(ANNA));
    for (const messenger of [ANNA, 501]) {
      await host.database.deleteFrom('messenger_accounts').where('user_id', '<', 3).execute();
      const ask = async ({ headers }: typeof boris) => await link(headers, open(messenger), TEST_PASSWORD);
      const answers = await Promise.all([boris, carla].map(ask));
      expect(answers.filter((answer) => !('code' in answer))).toHaveLength(1);
      expect(answers.find((answer) => 'code' in answer)).toMatchObject(refused('TAKEN'));
      expect((await linked()).map(([id]) => id)).toEqual([String(messenger)]);
    }
  });

  rule('moves the messenger from the account of its first start, which nobody used, and closes that one', async () => {
    const boris = await signUp(host.app, 'boris@example.com');
    const initData = open(ANNA);
    await create(initData);
    await host.database.updateTable('messenger_accounts').set({ can_write: 1 }).execute();
    const inMessenger = await signInAs(ANNA);
    expect(await link(boris.headers, initData, 'wrong')).toMatchObject({ code: 'ERR_INVALID_CREDENTIALS' });
    expect((await read('account-data', inMessenger)).statusCode).toBe(200);
    expect(await link(boris.headers, initData, TEST_PASSWORD)).toEqual({});
    expect(
      await host.database.selectFrom('messenger_accounts').select(['messenger_id', 'user_id', 'can_write']).execute(),
    ).toEqual([{ messenger_id: '500', user_id: boris.userId, can_write: 1 }]);
    expect((await read('account-data', inMessenger)).statusCode).toBe(401);
    expect((await read('account-data', await signInAs(ANNA))).json()).toMatchObject({ userId: boris.userId });
    const closed = host.database.selectFrom('users').select('closed_at').where('id', '<>', boris.userId);
    expect(await closed.execute()).toEqual([{ closed_at: host.now() }]);
  });

  rule('merges no accounts: what was used keeps its messenger', async () => {
    const boris = await signUp(host.app, 'boris@example.com');
    const { userId } = (await create(open(ANNA))) as { userId: number };
    const user = (change: Updateable<Tables['users']>) =>
      host.database.updateTable('users').set(change).where('id', '=', userId).execute();
    const attempt = async () => await link(boris.headers, open(ANNA), TEST_PASSWORD);
    await host.database
      .insertInto('customer_balances')
      .values({ user_id: userId, instrument: 'usdttrc20', amount: '0', version: 0 })
      .execute();
    expect(await attempt()).toMatchObject(refused('TAKEN'));
    await host.database.deleteFrom('customer_balances').execute();
    const changes = { email: 'a@example.com', pending_email: 'a@example.com', password_hash: 'hash', frozen_until: 1 };
    for (const [column, value] of Object.entries(changes)) {
      await user({ [column]: value });
      expect(await attempt(), column).toMatchObject(refused('TAKEN'));
      await user({ [column]: null });
    }
    await host.database.updateTable('users').set({ referrer_user_id: userId }).where('id', '=', boris.userId).execute();
    expect(await attempt()).toMatchObject(refused('TAKEN'));
    await host.database.updateTable('users').set({ referrer_user_id: null }).execute();
    expect(await linked()).toEqual([['500', userId]]);
    expect(await attempt()).toEqual({});
  });

  rule('links nothing with init data that linked something before', async () => {
    const stolen = open(ANNA);
    const { headers } = await signUp(host.app);
    await link(headers, stolen, TEST_PASSWORD);
    await unlink(headers, TEST_PASSWORD);
    const thief = await signUp(host.app, 'thief@example.com');
    expect(await link(thief.headers, stolen, TEST_PASSWORD)).toMatchObject(USED);
    expect(await linked()).toEqual([]);
  });

  rule('unlinks with the password, and then signs nobody in', async () => {
    const { headers } = await signUp(host.app);
    await link(headers, open(ANNA), TEST_PASSWORD);
    const inMessenger = await signInAs(ANNA);
    expect(await unlink(headers)).toMatchObject({ code: 'ERR_INVALID_CREDENTIALS' });
    expect(await unlink(headers, TEST_PASSWORD)).toEqual({});
    expect((await read('account-data', inMessenger)).statusCode).toBe(401);
    expect((await read('account-data', headers)).statusCode).toBe(200);
    expect((await signIn(open(ANNA))).json()).toMatchObject(NO_ACCOUNT);
    expect(await unlink(headers, TEST_PASSWORD)).toMatchObject(NO_ACCOUNT);
    expect((await mailsOf('MESSENGER_CHANGED')).map(({ data }) => data['isLinked'])).toEqual([true, false]);
  });

  rule('keeps the only way to sign in', async () => {
    await create(open(ANNA));
    await host.database.updateTable('users').set({ email: 'a@example.com', email_key: 'a@example.com' }).execute();
    const headers = await signInAs(ANNA);
    await proveCustomer(host.database, 1, host.now());
    expect(await unlink(headers)).toMatchObject(refused('LAST_SIGN_IN'));
    expect(await linked()).toEqual([['500', 1]]);
  });

  rule('lets nobody into a closed account, and lets its owner begin again', async () => {
    await create(open(ANNA));
    const { database, now } = host;
    const end = createAccountEnd({ database, passwords: cheapPasswords, now, rules: { minimumWithdrawal: '20' } });
    await end.close({ userId: 1, client: CLIENT }, { forfeited: '0' });
    expect((await signIn(open(ANNA))).json()).toMatchObject(NO_ACCOUNT);
    expect(await create(open(ANNA))).toEqual({ userId: 2 });
  });

  rule('ends with a password that the mailbox restored, unless the account came from the messenger', async () => {
    const restore = async (email: string) => {
      await host.post('local/request-password-reset', { email });
      const mail = (await mailsOf('RESET_CODE')).findLast(({ to }) => to === email);
      const resetCode = mail?.data['code'] ?? '';
      return await host.post('local/reset-password', { email, password: 'granite orchard 84', resetCode });
    };
    const { headers } = await signUp(host.app);
    host.advanceClock(1);
    await link(headers, open(ANNA), TEST_PASSWORD);
    await create(open(501));
    const own = { email: 'c@example.com', email_key: 'c@example.com', email_confirmed_at: host.now() };
    await host.database.updateTable('users').set(own).where('email', 'is', null).execute();
    expect([(await restore('anna@example.com')).statusCode, (await restore('c@example.com')).statusCode]).toEqual([200, 200]);
    expect(await linked()).toEqual([['501', 2]]);
    const told = (await mailsOf('PASSWORD_CHANGED')).map(({ to, data }) => [to, data['isMessengerOff']]);
    expect(told).toEqual([
      ['anna@example.com', true],
      ['c@example.com', undefined],
    ]);
  });

  rule('ends with the link of the mail about it, and can’t be linked while the account is frozen', async () => {
    const { headers } = await signUp(host.app);
    await host.database.updateTable('users').set({ email_confirmed_at: host.now() }).execute();
    await link(headers, open(ANNA), TEST_PASSWORD);
    const inMessenger = await signInAs(ANNA);
    const { context, database, now } = host;
    const { passwords } = context;
    const freezing = createAccountFreeze({
      database,
      sealing: TEST_SEALING,
      passwords,
      now,
      stopWithdrawals: async () => await Promise.resolve(0),
    });
    const [mail] = await mailsOf('MESSENGER_CHANGED');
    await freezing.freeze(mail?.data['token'] ?? '', CLIENT);
    expect((await read('account-data', inMessenger)).statusCode).toBe(401);
    expect((await signIn(open(ANNA))).json()).toMatchObject(NO_ACCOUNT);
    const tokens = await host.post(
      'local/authenticate',
      { email: 'anna@example.com', password: TEST_PASSWORD },
      { 'x-session-kind': 'header' },
    );
    const { accessToken } = tokens.json<{ tokens: { accessToken: string } }>().tokens;
    const again = { authorization: `Bearer ${accessToken}` };
    expect(await link(again, open(ANNA), TEST_PASSWORD)).toMatchObject(refused('ACCOUNT_FROZEN'));
    expect(await linked()).toEqual([]);
  });

  rule('proves who a customer without an e-mail is with init data of the last five minutes', async () => {
    await create(open(ANNA));
    await create(open(501));
    const headers = await signInAs(ANNA);
    const fresh = async (initData: string) => {
      const challenge = (await host.post('second-factor/start', {}, headers)).json<{ challengeId: string; methods: string[] }>();
      expect(challenge.methods).toEqual(['initData']);
      return await host.post('second-factor/verify', { challengeId: challenge.challengeId, initData }, headers);
    };
    const change = async () => (await host.post('change-email', { email: 'anna@example.com' }, headers)).json<object>();
    expect(await change()).toMatchObject({ code: 'ERR_SECOND_FACTOR_REQUIRED' });
    const old = open(ANNA);
    host.advanceClock(5 * 60_000 + 1_000);
    expect((await fresh(old)).json()).toMatchObject({ details: { reason: 'INIT_DATA_STALE' } });
    expect((await fresh(open(501))).json()).toMatchObject({ code: 'ERR_VALIDATION' });
    expect((await fresh(open(502))).json()).toMatchObject({ code: 'ERR_VALIDATION' });
    expect(await change()).toMatchObject({ code: 'ERR_SECOND_FACTOR_REQUIRED' });
    expect((await fresh(open(ANNA))).json()).toEqual({ userId: 1 });
    expect(await change()).toEqual({});
    expect((await mailsOf('CONFIRM_NEW_EMAIL')).map(({ to }) => to)).toEqual(['anna@example.com']);
  });
});
