import { expect, test, vi } from 'vitest';
import type { ApiKey } from '../../../contract/api/apiKeys.ts';
import { API_KEY_LIMITS } from '../../../contract/limits.ts';
import { createFakePlatform, refuse, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { ApiKeysStore } from './ApiKeysStore.ts';

const keyOf = (apiId: string, changes: Partial<ApiKey> = {}): ApiKey => ({
  apiId,
  name: apiId,
  whiteListIp: ['10.0.0.0/8'],
  isActive: true,
  createdAt: '2026-11-20T12:00:00.000Z',
  lastUsedAt: null,
  ordersCount: 0,
  ...changes,
});

async function create(answers: Answers = {}) {
  const fake = createFakePlatform({ 'apiKeys.list': () => ({ apiKeys: [keyOf('shop')] }), ...answers });
  const show = vi.fn();
  const store = new ApiKeysStore({ platform: fake.platform, notifications: { show }, snapshot: null });
  await store.keys.load();
  const ids = () => store.keys.items?.map(({ apiId }) => apiId);
  return { ...fake, store, show, ids };
}

test('names what an entered key lacks', async () => {
  const { store } = await create();
  store.openCreate();
  store.set({ name: ' ', addresses: 'wrong' });
  expect(store.problem).toEqual({ kind: 'name' });
  store.set({ name: 'Shop' });
  expect(store.problem).toEqual({ kind: 'line', line: 1, problem: 'ADDRESS' });
  const lines = Array.from({ length: API_KEY_LIMITS.ranges + 1 }, (_, line) => `10.0.${line}.1`);
  store.set({ addresses: lines.join('\n') });
  expect(store.problem).toEqual({ kind: 'tooManyLines' });
  store.set({ addresses: lines.slice(1).join('\n') });
  expect(store.problem).toBeNull();
});

test('creates one key at a time, and closes its secret only once it is stored', async () => {
  const answer = Promise.withResolvers<{ apiKey: ApiKey; secret: string }>();
  const { store, ids, callsOf } = await create({ 'apiKeys.generate': () => answer.promise });
  store.openCreate();
  store.set({ name: ' till ', addresses: '10.1.0.0/16' });
  const creating = store.create();
  await store.create();
  expect(callsOf('apiKeys.generate').map(({ input }) => input)).toEqual([{ name: 'till', whiteListIp: ['10.1.0.0/16'] }]);
  answer.resolve({ apiKey: keyOf('till'), secret: 's' });
  await creating;
  expect([ids(), store.busyWith]).toEqual([['till', 'shop'], null]);
  store.close();
  expect(store.dialog).toMatchObject({ kind: 'secret', created: { secret: 's' } });
  store.setStored(true);
  store.close();
  expect(store.dialog).toBeNull();
});

test('keeps the dialog open after a failure, and announces it unless the customer cancelled', async () => {
  const { store, show, answers, ids } = await create({ 'apiKeys.update': refuse('ERR_SECOND_FACTOR_REQUIRED') });
  store.openChange(keyOf('shop'));
  await store.save(keyOf('shop'));
  expect([store.dialog?.kind, store.busyWith, show.mock.calls]).toEqual(['change', null, []]);
  store.openRemove(keyOf('shop'));
  await store.remove(keyOf('shop'));
  expect([store.dialog?.kind, ids(), show.mock.lastCall?.[0]]).toMatchObject(['remove', ['shop'], { kind: 'error' }]);
  answers['apiKeys.delete'] = () => ({});
  await store.remove(keyOf('shop'));
  expect([store.dialog, ids(), show.mock.lastCall?.[0]]).toMatchObject([null, [], { kind: 'success' }]);
});

test('shows a changed key as the host stored it', async () => {
  const { store } = await create({ 'apiKeys.update': ({ apiId, isActive = true }) => keyOf(apiId, { isActive }) });
  await store.switch(keyOf('shop'), false);
  expect(store.keys.items).toEqual([keyOf('shop', { isActive: false })]);
});
