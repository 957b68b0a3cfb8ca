import { expect, it } from 'vitest';
import { createFakePlatform, refuse, type Answers } from '../../tests/support/browser/fakePlatform.ts';
import { DialogStore } from '../../renderer/stores/DialogStore.ts';
import type { SecureTokens } from './secureTokens.ts';
import { signInMessenger } from './signInMessenger.ts';

const none = () => Promise.resolve();

async function signIn(answers: Answers, { isRestored = false, initData = 'signed' } = {}) {
  const { platform, calls } = createFakePlatform(answers);
  const keeper: SecureTokens = { tokens: () => null, save: none, clear: none, restore: () => Promise.resolve(isRestored) };
  const dialogs = new DialogStore();
  await signInMessenger({ transport: platform.transport, keeper, initData, dialogs });
  return { opened: dialogs.current, called: calls.map(({ name }) => name) };
}

it('continues the session of an earlier start', async () => {
  expect(await signIn({ 'users.refresh': () => ({ userId: 7 }) }, { isRestored: true })).toEqual({
    opened: null,
    called: ['users.refresh'],
  });
});

it('begins a session with the init data when the earlier one has ended', async () => {
  const answers: Answers = { 'users.refresh': refuse('ERR_UNAUTHORIZED'), 'messenger.authenticate': () => ({ userId: 7 }) };
  expect(await signIn(answers, { isRestored: true })).toEqual({
    opened: null,
    called: ['users.refresh', 'messenger.authenticate'],
  });
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
  expect(await signIn(answers)).toEqual({
    opened: null,
    called: ['messenger.authenticate', 'messenger.create', 'messenger.authenticate'],
  });
});

it('offers the other ways after refused or missing init data, and with a silent host', async () => {
  const opened = { name: 'signIn', data: { view: 'login', wantedPath: null } };
  const called = ['messenger.authenticate'];
  expect(await signIn({ 'messenger.authenticate': refuse('ERR_INVALID_CREDENTIALS') })).toEqual({ opened, called });
  expect(await signIn({}, { initData: '' })).toEqual({ opened, called: [] });
  expect(await signIn({})).toEqual({ opened, called });
});

it('asks for the second factor that is missing', async () => {
  const secondFactor = {
    challengeId: 'c'.repeat(43),
    expiresAt: '2026-11-20T12:05:00.000Z',
    methods: ['totp' as const],
    passkeyOptions: null,
  };
  const { opened } = await signIn({ 'messenger.authenticate': () => ({ secondFactor }) });
  expect(opened).toEqual({ name: 'signIn', data: { view: 'login', wantedPath: null, secondFactor } });
});
