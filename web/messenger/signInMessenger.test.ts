import { expect, it } from 'vitest';
import { createFakePlatform, refuse, type Answers } from '../../tests/support/browser/fakePlatform.ts';
import type { SecureTokens } from './secureTokens.ts';
import { signInMessenger } from './signInMessenger.ts';

const none = () => Promise.resolve();

async function signIn(answers: Answers, { isRestored = false, initData = 'signed' } = {}) {
  const { platform, calls } = createFakePlatform(answers);
  const keeper: SecureTokens = { tokens: () => null, save: none, clear: none, restore: () => Promise.resolve(isRestored) };
  const isSignedIn = await signInMessenger({ transport: platform.transport, keeper, initData });
  return [isSignedIn, ...calls.map(({ name }) => name)];
}

it('continues the session of an earlier start', async () => {
  expect(await signIn({ 'users.refresh': () => ({ userId: 7 }) }, { isRestored: true })).toEqual([true, 'users.refresh']);
});

it('begins a session with the init data when the earlier one has ended', async () => {
  const answers: Answers = { 'users.refresh': refuse('ERR_UNAUTHORIZED'), 'messenger.authenticate': () => ({ userId: 7 }) };
  expect(await signIn(answers, { isRestored: true })).toEqual([true, 'users.refresh', 'messenger.authenticate']);
});

it('registers a new customer', async () => {
  let isKnown = false;
  const answers: Answers = {
    'messenger.authenticate': () => (isKnown ? { userId: 7 } : refuse('ERR_NOT_FOUND')()),
    'messenger.create': () => {
      isKnown = true;
      return { userId: 7 };
    },
  };
  expect(await signIn(answers)).toEqual([true, 'messenger.authenticate', 'messenger.create', 'messenger.authenticate']);
});

it('says that it failed for refused or missing init data, a second factor, and a silent host', async () => {
  const challenge = { secondFactor: {} as never };
  expect(await signIn({ 'messenger.authenticate': refuse('ERR_INVALID_CREDENTIALS') })).toEqual([
    false,
    'messenger.authenticate',
  ]);
  expect(await signIn({}, { initData: '' })).toEqual([false]);
  expect(await signIn({ 'messenger.authenticate': () => challenge })).toEqual([false, 'messenger.authenticate']);
  expect(await signIn({})).toEqual([false, 'messenger.authenticate']);
});
