import { createHash } from 'node:crypto';
import { generateSync } from 'otplib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Proof } from '../../contract/schemas/secondFactor.ts';
import type { WithdrawInput } from '../../contract/schemas/withdrawals.ts';
import { mailDataIn, TEST_SEALING } from '../../tests/support/testSealing.ts';
import type { Customer } from '../accounts/authentication.ts';
import { createDesktopSignIn } from '../accounts/desktopSignIn/desktopSignIn.ts';
import { createSecondFactorService, type SecondFactorService } from '../accounts/secondFactor/secondFactorService.ts';
import { proveCustomer } from '../accounts/testing/customers.ts';
import { insertTestUser } from '../accounts/testing/insertTestUser.ts';
import { createSoftwarePasskey } from '../accounts/testing/softwarePasskey.ts';
import { readCustomerBalance } from '../db/repositories/accounts/customerBalances.ts';
import { ADDRESSES, startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { credit, withdrawalsOf } from './testing/withdrawalHost.ts';
import { WITHDRAWAL_INSTRUMENT } from './withdrawalContext.ts';
import type { WithdrawalService } from './withdrawalService.ts';

const ORIGIN = 'https://swap.example';
const SITE = { origin: ORIGIN, relyingParty: 'swap.example', address: '203.0.113.7' };
const TARGET = { currencyTitle: 'USDT', networkTitle: 'TRC20', address: ADDRESSES.tron, amount: '50' };
/** A valid TRON address of somebody else */
const OTHER_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const SESSION = 'session-1';

let host: OrderHost;
let secondFactor: SecondFactorService;
let service: WithdrawalService;
let userId: number;
beforeEach(async () => {
  host = await startOrderHost();
  const { database, now } = host.context;
  secondFactor = createSecondFactorService({ database, sealing: TEST_SEALING, brand: 'Causeway', messenger: null, now });
  ({ service } = withdrawalsOf(host, { proofs: secondFactor }));
  userId = await insertTestUser(database, { email: 'anna@karlsen.example', sessionId: SESSION, now: now() });
  await credit(host.context, userId, '312.48');
});
afterEach(async () => {
  await host.close();
});

/** The customer as a request of this session sees it now. */
async function customerOf(sessionId = SESSION): Promise<Customer> {
  const { database } = host;
  const session = await database.selectFrom('sessions').selectAll().where('id', '=', sessionId).executeTakeFirstOrThrow();
  const user = await database.selectFrom('users').selectAll().where('id', '=', session.user_id).executeTakeFirstOrThrow();
  return {
    userId: user.id,
    sessionId,
    email: user.email ?? '',
    isEmailConfirmed: user.email_confirmed_at !== null,
    hasSecondFactor: user.has_second_factor === 1,
    secondFactorAt: session.second_factor_at,
  };
}
const siteOf = async (sessionId?: string) => ({ customer: await customerOf(sessionId), ...SITE });
const start = async (changes: Partial<typeof TARGET> = {}) => await service.startProof({ ...TARGET, ...changes }, await siteOf());
const withdraw = async (
  proof: Proof | undefined,
  changes: Partial<WithdrawInput> = {},
  key: string | null = null,
  sessionId?: string,
) =>
  await service.request(
    { ...TARGET, ...(proof && { proof }), ...changes },
    { ...(await siteOf(sessionId)), idempotencyKey: key },
  );
const balance = async () => await readCustomerBalance(host.database, userId, WITHDRAWAL_INSTRUMENT);
const lastMail = async () => {
  const rows = await host.database.selectFrom('account_mails').selectAll().where('kind', '=', 'STEP_UP_CODE').execute();
  const row = rows.at(-1);
  if (!row) throw new Error('No code was mailed');
  return mailDataIn(row);
};
const mailedProof = async (changes: Partial<typeof TARGET> = {}): Promise<Proof> => {
  const { challengeId } = await start(changes);
  return { challengeId, emailCode: (await lastMail())['code'] ?? '' };
};
const OVER = { code: 'ERR_NOT_FOUND' };
const WRONG = { code: 'ERR_VALIDATION', details: { code: 'SECOND_FACTOR_VALIDATION_ERROR' } };

/** Turns the authenticator app on. Returns its current code, and the recovery codes. */
async function turnTotpOn(): Promise<{ code: () => string; recoveryCodes: string[] }> {
  await proveCustomer(host.database, userId, host.context.now());
  const { secret } = await secondFactor.startTotp({ customer: await customerOf(), origin: ORIGIN });
  const code = () => generateSync({ secret, epoch: Math.floor(host.context.now() / 1_000) });
  const recoveryCodes = await secondFactor.enableTotp({ customer: await customerOf(), origin: ORIGIN }, code());
  host.advanceClock(60_000);
  return { code, recoveryCodes };
}

describe('a withdrawal', () => {
  test('is refused without a proof of its own, however fresh the session is', async () => {
    await proveCustomer(host.database, userId, host.context.now());
    await expect(withdraw(undefined)).rejects.toMatchObject({ code: 'ERR_SECOND_FACTOR_REQUIRED' });
    await turnTotpOn();
    await proveCustomer(host.database, userId, host.context.now());
    await expect(withdraw(undefined)).rejects.toMatchObject({ code: 'ERR_SECOND_FACTOR_REQUIRED' });
    expect(await balance()).toBe('312.48');
  });

  test('without a second factor takes the code of a mail that names amount, coin, network and address', async () => {
    const proof = await mailedProof({ amount: '50.00' });
    const { amount, address } = TARGET;
    const withdrawal = { amount, currencyTitle: 'USDT', networkTitle: 'TRC20', address };
    expect(await lastMail()).toMatchObject({ withdrawal });
    await expect(withdraw({ ...proof, emailCode: 'AAAAAAAA' })).rejects.toMatchObject(WRONG);
    expect((await withdraw(proof)).balance).toBe('262.48');
  });

  test('takes a code of the authenticator app, a recovery code or a passkey, each for one withdrawal', async () => {
    const { code, recoveryCodes } = await turnTotpOn();
    const passkey = createSoftwarePasskey();
    await proveCustomer(host.database, userId, host.context.now());
    const request = { customer: await customerOf(), origin: ORIGIN };
    const added = await secondFactor.startPasskey(request);
    await secondFactor.addPasskey(request, {
      challengeId: added.challengeId,
      passkey: passkey.create(added.challengeId, SITE),
      name: 'Phone',
    });
    const challenge = async () => (await start()).challengeId;
    await withdraw({ challengeId: await challenge(), code: code() });
    await withdraw({ challengeId: await challenge(), recoveryCode: recoveryCodes[0] ?? '' });
    const forPasskey = await challenge();
    const proof = { challengeId: forPasskey, passkey: passkey.use(forPasskey, SITE) };
    expect((await withdraw(proof)).balance).toBe('162.48');
    await expect(withdraw(proof)).rejects.toMatchObject(OVER);
    // The challenge is new, and the code was used.
    await expect(withdraw({ challengeId: await challenge(), code: code() })).rejects.toMatchObject(WRONG);
    expect(await balance()).toBe('162.48');
  });
});

describe('a proof', () => {
  test.each([
    ['amount', { amount: '50.01' }],
    ['address', { address: OTHER_ADDRESS }],
  ])('of another %s permits nothing, and stays good for its own', async (_what, changes) => {
    const proof = await mailedProof();
    await expect(withdraw(proof, changes)).rejects.toMatchObject(OVER);
    expect(await balance()).toBe('312.48');
    expect((await withdraw(proof)).balance).toBe('262.48');
  });

  test('permits one withdrawal, also when two are requested at the same time', async () => {
    const proof = await mailedProof();
    const results = await Promise.allSettled([withdraw(proof), withdraw(proof)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: OVER });
    expect(await balance()).toBe('262.48');
  });

  test('is not asked for again by a repeated request', async () => {
    const proof = await mailedProof();
    const made = await Promise.all([1, 2].map(async () => await withdraw(proof, {}, 'the same key')));
    made.push(await withdraw(proof, {}, 'the same key'));
    expect(new Set(made.map(({ withdrawal }) => withdrawal.withdrawalId)).size).toBe(1);
    expect(await balance()).toBe('262.48');
  });

  test('of another session, of a session that has ended, or after five wrong tries permits nothing', async () => {
    const { database, now } = host.context;
    await insertTestUser(database, { email: '', sessionId: 'session-2', now: now(), userId });
    const proof = await mailedProof();
    await expect(withdraw(proof, {}, null, 'session-2')).rejects.toMatchObject(OVER);
    for (const triesLeft of [4, 3, 2, 1]) {
      const wrong = { ...WRONG, details: { ...WRONG.details, triesLeft } };
      await expect(withdraw({ ...proof, emailCode: 'AAAAAAAA' })).rejects.toMatchObject(wrong);
    }
    await expect(withdraw({ ...proof, emailCode: 'AAAAAAAA' })).rejects.toMatchObject(OVER);
    await expect(withdraw(proof)).rejects.toMatchObject(OVER);
    const next = await mailedProof();
    await database.updateTable('sessions').set({ ended_at: now(), end_reason: 'PASSWORD' }).execute();
    await expect(withdraw(next)).rejects.toMatchObject(OVER);
    expect(await balance()).toBe('312.48');
  });

  test('neither makes the session fresh, nor does the proof of a session permit a withdrawal', async () => {
    const proof = await mailedProof();
    const client = SITE;
    const verify = async (input: Proof) =>
      await secondFactor.verify({
        input,
        client,
        requireCustomer: async () => await customerOf(),
        startSession: async () => await Promise.reject(new Error('no sign-in')),
      });
    await expect(verify(proof)).rejects.toMatchObject(OVER);
    const { challengeId } = await secondFactor.startStepUp(await customerOf(), SITE);
    await expect(withdraw({ challengeId, emailCode: (await lastMail())['code'] ?? '' })).rejects.toMatchObject(OVER);
    expect([(await customerOf()).secondFactorAt, await balance()]).toEqual([null, '312.48']);
  });

  test('is started for a possible withdrawal only: otherwise no code is mailed', async () => {
    for (const [changes, code] of [
      [{ amount: '19.99' }, 'ERR_WITHDRAWAL_TOO_SMALL'],
      [{ amount: '312.49' }, 'ERR_BALANCE_TOO_LOW'],
      [{ address: ADDRESSES.ethereum }, 'ERR_VALIDATION'],
    ] as const) {
      await expect(start(changes)).rejects.toMatchObject({ code });
    }
    await expect(lastMail()).rejects.toThrow('No code');
  });
});

describe('the desktop app', () => {
  const VERIFIER = 'v'.repeat(43);
  const codeChallenge = createHash('sha256').update(VERIFIER).digest('base64url');
  const BROWSER = 'session-2';
  const desktop = () => {
    const { database, now } = host.context;
    return createDesktopSignIn({ database, secondFactor, tokenKey: new Uint8Array(32), now });
  };
  /** Answers a challenge of the app in the browser. Returns the code for the app. */
  const confirmInBrowser = async (challengeId: string, code: string) =>
    await desktop().authorize(
      await customerOf(BROWSER),
      { codeChallenge, purpose: 'confirm', proof: { challengeId, code } },
      SITE,
    );
  const OTHER_SESSION = 'session-3';
  beforeEach(async () => {
    const { database, now } = host.context;
    for (const sessionId of [BROWSER, OTHER_SESSION]) {
      await insertTestUser(database, { email: '', sessionId, now: now(), userId });
    }
  });

  test('has its customer confirm one withdrawal in the browser, which shows amount and address', async () => {
    const { code } = await turnTotpOn();
    const { challengeId } = await start();
    await expect(withdraw({ challengeId })).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
    const action = await desktop().action(await customerOf(BROWSER), { challengeId }, ORIGIN);
    expect(action).toMatchObject({ withdrawal: TARGET, challenge: { challengeId, methods: ['totp', 'recoveryCode'] } });
    const { code: forApp } = await confirmInBrowser(challengeId, code());
    await expect(withdraw({ challengeId })).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
    await desktop().confirm(await customerOf(), { code: forApp, codeVerifier: VERIFIER });
    expect((await customerOf()).secondFactorAt).toBeLessThan(host.context.now());
    await expect(withdraw({ challengeId }, { amount: '50.01' })).rejects.toMatchObject(OVER);
    expect((await withdraw({ challengeId })).balance).toBe('262.48');
    await expect(withdraw({ challengeId })).rejects.toMatchObject(OVER);
  });

  test('gets no confirmation for a fresh session of the browser, nor for a wrong answer', async () => {
    await turnTotpOn();
    await proveCustomer(host.database, userId, host.context.now());
    const { challengeId } = await start();
    await expect(confirmInBrowser(challengeId, '000000')).rejects.toMatchObject(WRONG);
    const { code: forApp } = await desktop().authorize(await customerOf(BROWSER), { codeChallenge, purpose: 'confirm' }, SITE);
    await desktop().confirm(await customerOf(), { code: forApp, codeVerifier: VERIFIER });
    await expect(withdraw({ challengeId })).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
  });

  test('of another session gains nothing from a confirmation, and another customer neither sees nor answers the challenge', async () => {
    const { code } = await turnTotpOn();
    const { challengeId } = await start();
    const { database, now } = host.context;
    await insertTestUser(database, { email: 'boris@karlsen.example', sessionId: 'of-boris', now: now() });
    const boris = await customerOf('of-boris');
    await expect(desktop().action(boris, { challengeId }, ORIGIN)).rejects.toMatchObject(OVER);
    const input = { codeChallenge, purpose: 'confirm', proof: { challengeId, code: code() } } as const;
    await expect(desktop().authorize(boris, input, SITE)).rejects.toMatchObject(OVER);
    const { code: forApp } = await confirmInBrowser(challengeId, code());
    await desktop().confirm(await customerOf(OTHER_SESSION), { code: forApp, codeVerifier: VERIFIER });
    await expect(withdraw({ challengeId })).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
    await expect(withdraw({ challengeId }, {}, null, OTHER_SESSION)).rejects.toMatchObject(OVER);
  });
});

describe('the fee that was shown', () => {
  const setFee = (fee: string): void => void host.desk.fees.set(WITHDRAWAL_INSTRUMENT, fee);
  const terms = async () => await service.terms(await customerOf());

  test('is the most that a withdrawal costs for 60 seconds', async () => {
    const { feeQuote, networkFee: maxNetworkFee, feeSeconds } = await terms();
    setFee('2.15');
    const proof = await mailedProof();
    host.advanceClock(feeSeconds * 1_000);
    const { withdrawal } = await withdraw(proof, { feeQuote, maxNetworkFee });
    expect([feeSeconds, withdrawal.networkFee, withdrawal.arrives]).toEqual([60, '1.5', '48.5']);
  });

  test('ends after that: the answer has the new one, nothing is taken, and the proof stays good', async () => {
    const { feeQuote, networkFee: maxNetworkFee } = await terms();
    setFee('2.15');
    const proof = await mailedProof();
    host.advanceClock(60_001);
    const refused = withdraw(proof, { feeQuote, maxNetworkFee });
    await expect(refused).rejects.toMatchObject({ code: 'ERR_RATE_CHANGED', details: { networkFee: '2.15' } });
    expect(await balance()).toBe('312.48');
    expect((await withdraw(proof, { maxNetworkFee: '2.15' })).withdrawal.networkFee).toBe('2.15');
  });

  test('falls with the fee of now, and an invented or foreign quote holds nothing', async () => {
    const { feeQuote } = await terms();
    setFee('1.2');
    expect((await withdraw(await mailedProof(), { feeQuote })).withdrawal.networkFee).toBe('1.2');
    setFee('2.15');
    const foreign = TEST_SEALING.seal(
      JSON.stringify({ networkFee: '0.01', until: host.context.now() }),
      `withdrawal fee:${userId + 1}`,
    );
    for (const invented of [foreign, 'c'.repeat(43)]) {
      const made = await withdraw(await mailedProof(), { feeQuote: invented });
      expect(made.withdrawal.networkFee).toBe('2.15');
    }
  });
});
