import { generateSync } from 'otplib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SecondFactorChallengeOutput, VerifySecondFactorInput } from '../../../contract/schemas/secondFactor.ts';
import { createStore, DATABASES, type TestStore, rulesOn } from '../../../tests/support/databases.ts';
import { mailDataIn, TEST_SEALING } from '../../../tests/support/testSealing.ts';
import type { Database } from '../../db/database.ts';
import type { Customer } from '../authentication.ts';
import { beginSession } from '../beginSession.ts';
import { insertTestUser } from '../testing/insertTestUser.ts';
import { createSoftwarePasskey } from '../testing/softwarePasskey.ts';
import { startPasskeySignIn, startSignIn, startStepUp } from './challenges.ts';
import {
  addPasskey,
  describeSecondFactor,
  disableTotp,
  enableTotp,
  removePasskey,
  renewRecoveryCodes,
  startPasskey,
  startTotp,
} from './changes.ts';
import { forgetCodeTries } from './codeTries.ts';
import type { SecondFactorContext } from './context.ts';
import { verifySecondFactor } from './verifyProof.ts';

const SITE = { origin: 'https://swap.example', relyingParty: 'swap.example', address: '203.0.113.7' };
const MINUTE_MS = 60_000;

describe.each(DATABASES)('second factor on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let store: TestStore;
  let database: Database;
  let context: SecondFactorContext;
  let now: number;
  let userId: number;

  beforeEach(async () => {
    store = await createStore(kind);
    database = store.open();
    now = 1_795_000_000_000;
    context = {
      database,
      sealing: TEST_SEALING,
      brand: 'Causeway',
      now: () => now,
      messenger: null,
    };
    userId = await insertTestUser(database, { email: 'anna@example.com', sessionId: 'session-1', now });
  });
  afterEach(async () => {
    await database.destroy();
    store.remove();
  });

  /** The customer as a request of this session sees it now. */
  async function customer(sessionId = 'session-1'): Promise<Customer> {
    const session = await database.selectFrom('sessions').selectAll().where('id', '=', sessionId).executeTakeFirstOrThrow();
    const user = await database.selectFrom('users').selectAll().where('id', '=', session.user_id).executeTakeFirstOrThrow();
    return {
      userId: user.id,
      sessionId,
      email: user.email ?? '',
      isEmailConfirmed: true,
      hasSecondFactor: user.has_second_factor === 1,
      secondFactorAt: session.second_factor_at,
    };
  }
  const request = async () => ({ customer: await customer(), origin: SITE.origin });
  const verify = async (
    input: VerifySecondFactorInput,
    { origin = SITE.origin, address = SITE.address, requireCustomer = () => customer() } = {},
  ) =>
    await verifySecondFactor(context, {
      input,
      client: { origin, address },
      requireCustomer,
      startSession: async (transaction, id) =>
        await beginSession({ ...context, tokenKey: new Uint8Array(32) }, transaction, {
          userId: id,
          kind: 'HEADER',
          client: { ...SITE, address, userAgent: null },
          browserFingerprint: null,
          secondFactorAt: now,
        }),
    });
  const stepUp = async () => await startStepUp(context, await customer(), SITE);
  const signIn = async () => await startSignIn(context, { id: userId }, SITE);
  /** The data of the e-mails so far. */
  const mails = async () => {
    const rows = await database.selectFrom('account_mails').selectAll().orderBy('created_at').execute();
    return rows.map((row): { code?: string; change?: string } => mailDataIn(row));
  };
  const lastCode = async () => (await mails()).findLast(({ code }) => code !== undefined)?.code ?? '';
  const codeAt = (secret: string, time: number) => generateSync({ secret, epoch: Math.floor(time / 1_000) });

  async function stepUpByMail(): Promise<void> {
    const { challengeId } = await stepUp();
    await verify({ challengeId, emailCode: await lastCode() });
  }
  async function turnTotpOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
    await stepUpByMail();
    const { secret } = await startTotp(context, await request());
    return { secret, recoveryCodes: await enableTotp(context, await request(), codeAt(secret, now)) };
  }
  async function addTestPasskey() {
    const passkey = createSoftwarePasskey();
    const { challengeId } = await startPasskey(context, await request());
    const input = { challengeId, passkey: passkey.create(challengeId, SITE), name: 'Phone' };
    return { passkey, recoveryCodes: await addPasskey(context, await request(), input) };
  }

  rule('asks for a code by e-mail before the first factor is added', async () => {
    await expect(startTotp(context, await request())).rejects.toMatchObject({ code: 'ERR_SECOND_FACTOR_REQUIRED' });
    const challenge = await stepUp();
    expect(challenge.methods).toEqual(['emailCode']);
    await expect(verify({ challengeId: challenge.challengeId, emailCode: 'AAAAAAAA' })).rejects.toMatchObject({
      code: 'ERR_VALIDATION',
      details: { field: 'emailCode' },
    });
    await verify({ challengeId: challenge.challengeId, emailCode: ` ${(await lastCode()).toLowerCase()} ` });
    await expect(startTotp(context, await request())).resolves.toMatchObject({ uri: expect.stringContaining('otpauth://totp/') });
  });

  rule('says so when too many codes were sent', async () => {
    for (let sent = 0; sent < 10; sent += 1) await stepUp();
    await expect(stepUp()).rejects.toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' });
    now += 60 * MINUTE_MS;
    await expect(stepUp()).resolves.toBeDefined();
  });

  rule('turns the authenticator app on, asks for it at sign-in and refuses a code that was used', async () => {
    const { secret, recoveryCodes } = await turnTotpOn();
    expect(recoveryCodes).toHaveLength(10);
    expect((await customer()).hasSecondFactor).toBe(true);
    const first = await signIn();
    expect(first.methods).toEqual(['totp', 'recoveryCode']);
    // The code that turned it on.
    await expect(verify({ challengeId: first.challengeId, code: codeAt(secret, now) })).rejects.toMatchObject({
      code: 'ERR_VALIDATION',
    });
    now += MINUTE_MS;
    const code = codeAt(secret, now);
    expect(await verify({ challengeId: first.challengeId, code })).toMatchObject({ userId, tokens: { userId } });
    const second = await signIn();
    await expect(verify({ challengeId: second.challengeId, code })).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
    // Also an older code that is still within the tolerance.
    await expect(verify({ challengeId: second.challengeId, code: codeAt(secret, now - 30_000) })).rejects.toMatchObject({
      code: 'ERR_VALIDATION',
    });
  });

  it('accepts one of two equal codes at the same time', async () => {
    const { secret } = await turnTotpOn();
    now += MINUTE_MS;
    const challenges = [await signIn(), await signIn()];
    const code = codeAt(secret, now);
    const results = await Promise.allSettled(challenges.map(async ({ challengeId }) => await verify({ challengeId, code })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('uses a challenge once', async () => {
    const { recoveryCodes } = await turnTotpOn();
    const { challengeId } = await signIn();
    await verify({ challengeId, recoveryCode: recoveryCodes[0] ?? '' });
    await expect(verify({ challengeId, recoveryCode: recoveryCodes[1] ?? '' })).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  });

  rule('accepts a recovery code once, however it is typed, and tells the customer', async () => {
    const { recoveryCodes } = await turnTotpOn();
    const typed = ` ${(recoveryCodes[0] ?? '').toLowerCase().replace('-', ' ')}`;
    await verify({ challengeId: (await signIn()).challengeId, recoveryCode: typed });
    expect(await mails()).toContainEqual({ change: 'CODE_USED' });
    const { challengeId } = await signIn();
    await expect(verify({ challengeId, recoveryCode: typed })).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
    expect((await describeSecondFactor(context, userId)).recoveryCodesLeft).toBe(9);
  });

  rule('limits wrong codes per sign-in and per client, and counts no right ones', async () => {
    const { secret } = await turnTotpOn();
    now += 60 * MINUTE_MS;
    for (let used = 0; used < 12; used += 1) {
      await verify({ challengeId: (await signIn()).challengeId, code: codeAt(secret, now) });
      now += 30_000;
    }
    now += 60 * MINUTE_MS;
    const codes: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      const { challengeId } = await signIn();
      for (let tried = 0; tried < 6; tried += 1) {
        const failure = await verify({ challengeId, code: '000000' }).catch((error: { code: string }) => error.code);
        codes.push(typeof failure === 'string' ? failure : 'accepted');
      }
    }
    // Two sign-ins with five tries each; then the client's limit.
    expect(codes.filter((code) => code === 'ERR_VALIDATION')).toHaveLength(8);
    expect(codes.slice(3, 6)).toEqual(['ERR_VALIDATION', 'ERR_NOT_FOUND', 'ERR_NOT_FOUND']);
    expect(codes).toContain('ERR_TOO_MANY_REQUESTS');
    now += 15 * MINUTE_MS;
    await verify({ challengeId: (await signIn()).challengeId, code: codeAt(secret, now) });
  });

  rule('leaves the owner’s session, network and recovery codes to the owner while strangers guess codes', async () => {
    const { secret, recoveryCodes } = await turnTotpOn();
    now += 60 * MINUTE_MS;
    await verify({ challengeId: (await signIn()).challengeId, code: codeAt(secret, now) });
    const guess = async (address: string) =>
      await verify({ challengeId: (await signIn()).challengeId, code: '000000' }, { address }).catch(
        (error: { code: string }) => error.code,
      );
    const codes: unknown[] = [];
    for (let stranger = 0; stranger < 12; stranger += 1) {
      for (let tried = 0; tried < 11; tried += 1) codes.push(await guess(`198.51.100.${stranger}`));
    }
    expect(codes.filter((code) => code === 'ERR_VALIDATION')).toHaveLength(100);
    now += 60_000;
    const far = { address: '192.0.2.1' };
    await expect(verify({ challengeId: (await signIn()).challengeId, code: codeAt(secret, now) }, far)).rejects.toMatchObject({
      code: 'ERR_TOO_MANY_REQUESTS',
    });
    await verify({ challengeId: (await signIn()).challengeId, recoveryCode: recoveryCodes[0] ?? '' }, far);
    await verify({ challengeId: (await stepUp()).challengeId, code: codeAt(secret, now) });
    now += 60_000;
    await verify({ challengeId: (await signIn()).challengeId, code: codeAt(secret, now) });
  });

  rule('keeps the sign-in of the owner open while a stranger with the password starts many', async () => {
    const { secret } = await turnTotpOn();
    now += 60 * MINUTE_MS;
    const own = await signIn();
    const strangers = Array.from({ length: 150 }, (_, index) => (index < 30 ? '198.51.100.7' : `2001:db8:1:${index}::1`));
    for (const address of strangers) {
      now += 1;
      await startSignIn(context, { id: userId }, { ...SITE, address });
    }
    expect(await database.selectFrom('account_codes').select('id').where('kind', '=', 'SIGN_IN').execute()).toHaveLength(56);
    await verify({ challengeId: own.challengeId, code: codeAt(secret, now) });
  });

  rule('forgets wrong codes once a day when the password is restored', async () => {
    const { secret } = await turnTotpOn();
    now += 60 * MINUTE_MS;
    const far = { address: '192.0.2.1' };
    const answerAfterGuesses = async () => {
      now += 60_000;
      for (let tried = 0; tried < 10; tried += 1) {
        await verify({ challengeId: (await signIn()).challengeId, code: '000000' }, far).catch(() => undefined);
      }
      await forgetCodeTries(database, userId, now);
      const { challengeId } = await signIn();
      return await verify({ challengeId, code: codeAt(secret, now) }, far).then(
        () => 'signed in',
        (error: { code: string }) => error.code,
      );
    };
    expect([await answerAfterGuesses(), await answerAfterGuesses()]).toEqual(['signed in', 'ERR_TOO_MANY_REQUESTS']);
  });

  rule('limits wrong codes while the authenticator app is set up', async () => {
    await stepUpByMail();
    await startTotp(context, await request());
    const guess = async () => await enableTotp(context, await request(), '000000').catch((error: { code: string }) => error.code);
    const codes: unknown[] = [];
    for (let tried = 0; tried < 11; tried += 1) codes.push(await guess());
    expect(codes.filter((code) => code === 'ERR_VALIDATION')).toHaveLength(10);
    expect(codes.at(-1)).toBe('ERR_TOO_MANY_REQUESTS');
  });

  rule('ends a fresh proof after five minutes and a challenge too', async () => {
    const { secret } = await turnTotpOn();
    now += 5 * MINUTE_MS + 1;
    await expect(disableTotp(context, await request())).rejects.toMatchObject({ code: 'ERR_SECOND_FACTOR_REQUIRED' });
    const late = await stepUp();
    now += 5 * MINUTE_MS;
    await expect(verify({ challengeId: late.challengeId, code: codeAt(secret, now) })).rejects.toMatchObject({
      code: 'ERR_NOT_FOUND',
    });
    await verify({ challengeId: (await stepUp()).challengeId, code: codeAt(secret, now) });
    await disableTotp(context, await request());
    expect((await customer()).hasSecondFactor).toBe(false);
    expect(await describeSecondFactor(context, userId)).toEqual({ totpSince: null, recoveryCodesLeft: 0, passkeys: [] });
  });

  rule('keeps the second factor from a stolen session', async () => {
    const { secret, recoveryCodes } = await turnTotpOn();
    const { passkey } = await addTestPasskey();
    now += 10 * MINUTE_MS;
    const stolenRequest = await request();
    const attempts = [
      async () => await disableTotp(context, stolenRequest),
      async () => await removePasskey(context, stolenRequest, passkey.id),
      async () => await renewRecoveryCodes(context, stolenRequest),
      async () => await startPasskey(context, stolenRequest),
      async () => await startTotp(context, stolenRequest),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'ERR_SECOND_FACTOR_REQUIRED' });
    // No e-mail replaces the second factor once it is on.
    const challenge = await stepUp();
    expect(challenge.methods).not.toContain('emailCode');
    // The owner's challenge is of no use in another session.
    await insertTestUser(database, { email: 'anna@example.com', sessionId: 'session-2', now, userId });
    const stolen = verify(
      { challengeId: challenge.challengeId, code: codeAt(secret, now) },
      { requireCustomer: async () => await customer('session-2') },
    );
    await expect(stolen).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    expect((await customer('session-2')).secondFactorAt).toBeNull();
    expect(recoveryCodes).toHaveLength(10);
  });

  rule('ends what a stolen session proved by e-mail or began before the second factor was on', async () => {
    await insertTestUser(database, { email: 'anna@example.com', sessionId: 'stolen', now, userId });
    const requireCustomer = async () => await customer('stolen');
    const stolenStepUp = async () => {
      now += 1;
      const { challengeId } = await startStepUp(context, await customer('stolen'), SITE);
      return { challengeId, emailCode: await lastCode() };
    };
    const later = await stolenStepUp();
    await verify(await stolenStepUp(), { requireCustomer });
    const stolenRequest = { customer: await customer('stolen'), origin: SITE.origin };
    const { challengeId } = await startPasskey(context, stolenRequest);
    const { secret } = await startTotp(context, stolenRequest);
    now += 1;
    await stepUpByMail();
    await addTestPasskey();
    expect([(await customer('stolen')).secondFactorAt, (await customer()).secondFactorAt]).toEqual([null, now]);
    const stolenPasskey = { challengeId, passkey: createSoftwarePasskey().create(challengeId, SITE), name: 'Mine' };
    const attempts = [
      async () => await verify(later, { requireCustomer }),
      async () => await addPasskey(context, stolenRequest, stolenPasskey),
      async () => await enableTotp(context, stolenRequest, codeAt(secret, now)),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  });

  rule('signs in with a passkey alone and removes the last factor with its codes', async () => {
    await stepUpByMail();
    const { passkey, recoveryCodes } = await addTestPasskey();
    expect(recoveryCodes).toHaveLength(10);
    const { challengeId } = await startPasskeySignIn(context, SITE);
    expect(await verify({ challengeId, passkey: passkey.use(challengeId, SITE) })).toMatchObject({ userId, tokens: { userId } });
    expect((await describeSecondFactor(context, userId)).passkeys).toMatchObject([{ passkeyId: passkey.id, name: 'Phone' }]);
    await removePasskey(context, await request(), passkey.id);
    expect((await customer()).hasSecondFactor).toBe(false);
    expect(await database.selectFrom('recovery_codes').selectAll().execute()).toEqual([]);
    const changes = (await mails()).flatMap(({ change }) => change ?? []);
    expect(changes.toSorted()).toEqual(['PASSKEY_ADDED', 'PASSKEY_REMOVED']);
  });

  rule(
    'refuses a passkey of another origin, without verification of the customer, replayed, or of another customer',
    async () => {
      await stepUpByMail();
      const { passkey } = await addTestPasskey();
      const evil = { origin: 'https://swap.example.evil.test', relyingParty: 'swap.example.evil.test' };
      const { challengeId: used } = await startPasskeySignIn(context, SITE);
      const response = passkey.use(used, SITE);
      await verify({ challengeId: used, passkey: response });
      const refused = async (answer: (challengeId: string) => unknown, start: () => Promise<SecondFactorChallengeOutput>) => {
        const { challengeId } = await start();
        await expect(verify({ challengeId, passkey: answer(challengeId) })).rejects.toMatchObject({
          code: 'ERR_VALIDATION',
          details: { field: 'passkey' },
        });
      };
      const start = async () => await startPasskeySignIn(context, SITE);
      await refused((challengeId) => passkey.use(challengeId, evil), start);
      await refused((challengeId) => passkey.use(challengeId, { ...SITE, origin: evil.origin }), start);
      await refused((challengeId) => passkey.use(challengeId, SITE, false), start);
      await refused(() => response, start);
      await refused((challengeId) => createSoftwarePasskey().use(challengeId, SITE), start);
      const other = await insertTestUser(database, { email: 'boris@example.com', sessionId: 'session-3', now });
      await refused(
        (challengeId) => passkey.use(challengeId, SITE),
        async () => await startSignIn(context, { id: other }, SITE),
      );
    },
  );

  rule('adds no passkey with a challenge of another session, and none twice', async () => {
    await stepUpByMail();
    const { challengeId } = await startPasskey(context, await request());
    const passkey = createSoftwarePasskey();
    const input = { challengeId, passkey: passkey.create(challengeId, SITE), name: 'Phone' };
    await insertTestUser(database, { email: 'boris@example.com', sessionId: 'session-2', now });
    const thief = { customer: await customer('session-2'), origin: SITE.origin };
    await expect(addPasskey(context, thief, input)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    await addPasskey(context, await request(), input);
    await expect(addPasskey(context, await request(), input)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  });

  rule('offers no passkeys at a numeric address', async () => {
    await stepUpByMail();
    for (const origin of ['http://127.0.0.1:3000', 'https://[::1]', 'http://swap.example']) {
      await expect(startPasskeySignIn(context, { origin })).rejects.toMatchObject({ code: 'ERR_NOT_ACCEPTABLE' });
    }
    expect((await startPasskeySignIn(context, { origin: 'http://localhost:3000' })).methods).toEqual(['passkey']);
  });
});
