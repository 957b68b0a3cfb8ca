import { describe, expect, test, vi } from 'vitest';
import { createFakePlatform, refuse, type Answers, type Services } from '../../../tests/support/browser/fakePlatform.ts';
import { ProofStore } from './ProofStore.ts';

const CHALLENGE = { challengeId: 'c', expiresAt: '2026-11-20T12:00:00.000Z', methods: ['totp' as const], passkeyOptions: {} };

async function create(answers: Answers = {}, services: Services = {}) {
  const fake = createFakePlatform({ 'users.startSecondFactor': () => CHALLENGE, ...answers }, services);
  const finish = vi.fn();
  const store = new ProofStore({ platform: fake.platform, clock: { now: () => 1_000 }, stepUp: { finish } });
  await store.start();
  return { ...fake, store, finish };
}

test.each([
  ['ERR_TOO_MANY_REQUESTS', 'proof.tooManyMails'],
  ['ERR_SERVICE_UNAVAILABLE', 'proof.failed'],
] as const)('stops after %s, until it is started again', async (code, message) => {
  const { store, answers, callsOf } = await create({ 'users.startSecondFactor': refuse(code) });
  expect(store.step).toEqual({ kind: 'stopped', message });
  expect(await store.verify({ code: '123456' })).toBeNull();
  expect(callsOf('users.verifySecondFactor')).toEqual([]);
  answers['users.startSecondFactor'] = () => CHALLENGE;
  await store.start();
  expect(store.step.kind).toBe('proof');
});

test('has another code mailed, and keeps the one before if that fails', async () => {
  const { store, answers } = await create();
  answers['users.startSecondFactor'] = () => ({ ...CHALLENGE, challengeId: 'd' });
  expect(await store.sendAgain()).toBeNull();
  expect([store.step, store.startedAt]).toMatchObject([{ challenge: { challengeId: 'd' } }, 1_000]);
  answers['users.startSecondFactor'] = refuse('ERR_TOO_MANY_REQUESTS');
  expect(await store.sendAgain()).toMatchObject({ message: 'proof.tooManyMails' });
  expect(store.step).toMatchObject({ kind: 'proof', challenge: { challengeId: 'd' } });
});

test('continues the waiting calls with a valid proof only', async () => {
  const wrong = refuse('ERR_VALIDATION', { code: 'SECOND_FACTOR_VALIDATION_ERROR' });
  const { store, finish, answers, callsOf } = await create({ 'users.verifySecondFactor': wrong });
  expect(await store.verify({ code: '000000' })).toMatchObject({ message: 'signIn.wrongCode' });
  expect([finish.mock.calls, store.step.kind]).toEqual([[], 'proof']);
  answers['users.verifySecondFactor'] = () => ({ userId: 7 });
  expect(await store.verify({ code: '123456' })).toBeNull();
  expect(finish.mock.calls).toEqual([[true]]);
  expect(callsOf('users.verifySecondFactor')[1]?.input).toEqual({ challengeId: 'c', code: '123456' });
});

test('stops when the challenge is over', async () => {
  const { store, finish } = await create({ 'users.verifySecondFactor': refuse('ERR_NOT_FOUND') });
  expect(await store.verify({ code: '123456' })).toBeNull();
  expect([store.step, finish.mock.calls]).toEqual([{ kind: 'stopped', message: 'proof.over' }, []]);
});

describe('of a customer whom only the messenger can prove', () => {
  const BY_MESSENGER = { 'users.startSecondFactor': () => ({ ...CHALLENGE, methods: ['initData' as const] }) };
  const STOPPED = { kind: 'stopped', message: 'proof.openAgain' };

  test('sends what the messenger signed, without a question', async () => {
    const { finish, callsOf } = await create(
      { ...BY_MESSENGER, 'users.verifySecondFactor': () => ({ userId: 7 }) },
      { initData: 'signed' },
    );
    expect(callsOf('users.verifySecondFactor')[0]?.input).toEqual({ challengeId: 'c', initData: 'signed' });
    expect(finish.mock.calls).toEqual([[true]]);
  });

  test('says to open the app again outside the messenger, and when it was opened too long ago', async () => {
    const onTheWeb = await create(BY_MESSENGER);
    const stale = refuse('ERR_INVALID_CREDENTIALS', { reason: 'INIT_DATA_STALE' });
    const late = await create({ ...BY_MESSENGER, 'users.verifySecondFactor': stale }, { initData: 'signed' });
    expect([onTheWeb.store.step, late.store.step]).toEqual([STOPPED, STOPPED]);
    expect([onTheWeb.callsOf('users.verifySecondFactor').length, late.finish.mock.calls]).toEqual([0, []]);
  });

  test('can be repeated when the host did not answer', async () => {
    const down = refuse('ERR_SERVICE_UNAVAILABLE');
    const { store } = await create({ ...BY_MESSENGER, 'users.verifySecondFactor': down }, { initData: 'signed' });
    expect(store.step).toEqual({ kind: 'stopped', message: 'proof.failed' });
  });
});
