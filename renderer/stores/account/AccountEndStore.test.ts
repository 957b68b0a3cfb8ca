import { expect, test, vi } from 'vitest';
import { createFakePlatform, refuse, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { AccountEndStore } from './AccountEndStore.ts';

const CLOSING = { forfeited: '3.5', minimumWithdrawal: '20', obstacles: [] };

async function create(answers: Answers = {}) {
  const fake = createFakePlatform({ 'accountEnd.closing': () => CLOSING, ...answers });
  const [show, end] = [vi.fn(), vi.fn()];
  const store = new AccountEndStore({ platform: fake.platform, notifications: { show }, session: { end } });
  await store.openDialog();
  return { ...fake, store, show, end };
}

test('ends the session with the account', async () => {
  const { store, end, callsOf } = await create({ 'accountEnd.close': () => ({}) });
  expect(await store.close('3.5', 'harbour')).toBeNull();
  expect(callsOf('accountEnd.close').map(({ input }) => input)).toEqual([{ password: 'harbour', forfeited: '3.5' }]);
  expect(end.mock.calls).toEqual([['customer']]);
  expect(store.closing).toBeNull();
});

test.each([
  ['ERR_INVALID_CREDENTIALS', {}, 'accountEnd.wrongPassword'],
  ['ERR_SECOND_FACTOR_REQUIRED', {}, 'accountEnd.confirmFirst'],
  ['ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 600 }, 'signIn.tooManyTries'],
  ['ERR_SERVICE_UNAVAILABLE', {}, 'accountEnd.failed'],
  ['ERR_NOT_ACCEPTABLE', { closing: { ...CLOSING, forfeited: '9' } }, 'accountEnd.changed'],
] as const)('keeps the account and the dialog after %s', async (code, details, message) => {
  const { store, end } = await create({ 'accountEnd.close': refuse(code, details) });
  const minutes = code === 'ERR_TOO_MANY_REQUESTS' ? 10 : 1;
  expect(await store.close('3.5', 'harbour')).toEqual({ message, fields: ['password'], values: { minutes } });
  expect([end.mock.calls, store.closing?.forfeited]).toEqual([[], message === 'accountEnd.changed' ? '9' : '3.5']);
});

test('announces that the export failed, unless the customer cancelled the confirmation', async () => {
  const { store, show, saved, answers } = await create({ 'accountEnd.export': refuse('ERR_SECOND_FACTOR_REQUIRED') });
  await store.saveExport();
  expect(show).not.toHaveBeenCalled();
  answers['accountEnd.export'] = refuse('ERR_SERVICE_UNAVAILABLE');
  await store.saveExport();
  expect(show).toHaveBeenCalledExactlyOnceWith({ kind: 'error', message: 'accountEnd.failed' });
  expect([saved, store.busyWith]).toEqual([[], null]);
});

test.each([
  ['ERR_NOT_ACCEPTABLE', { reason: 'EMAIL_NOT_CONFIRMED' }, { message: 'accountEnd.emailFirst' }],
  ['ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 600 }, { message: 'accountEnd.later', values: { minutes: 10 } }],
] as const)('explains that an export was refused with %s and %j', async (code, details, message) => {
  const { store, show } = await create({ 'accountEnd.export': refuse(code, details) });
  await store.saveExport();
  expect(show).toHaveBeenCalledExactlyOnceWith({ kind: 'error', ...message });
});
