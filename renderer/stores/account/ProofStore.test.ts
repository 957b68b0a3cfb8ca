import { expect, test, vi } from 'vitest';
import { createFakePlatform, refuse, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { ProofStore } from './ProofStore.ts';

const CHALLENGE = { challengeId: 'c', expiresAt: '2026-11-20T12:00:00.000Z', methods: ['totp' as const], passkeyOptions: {} };

async function create(answers: Answers = {}) {
  const fake = createFakePlatform({ 'users.startSecondFactor': () => CHALLENGE, ...answers });
  const finish = vi.fn();
  const store = new ProofStore({ platform: fake.platform, stepUp: { finish } });
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
