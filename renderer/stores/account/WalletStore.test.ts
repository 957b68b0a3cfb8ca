import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Movement, Wallet } from '../../../contract/schemas/withdrawals.ts';
import { createFakePlatform } from '../../../tests/support/browser/fakePlatform.ts';
import { WalletStore } from './WalletStore.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A wallet with three movements on pages of two. `leaving`: withdrawals on their way. */
function create({ leaving = 0 } = {}) {
  const movement = (id: string, direction: 'IN' | 'OUT') => ({ id, direction }) as Movement;
  const all = [movement('3', 'OUT'), movement('2', 'IN'), movement('1', 'IN')];
  const fake = createFakePlatform({
    'withdrawals.wallet': () => ({ balance: '10', leaving: { count: leaving, amount: '0' } }) as Wallet,
    'affiliates.balances': () => ({ balances: [] }),
    'withdrawals.movements': ({ direction, cursor }) => {
      const listed = all.filter((one) => direction === undefined || one.direction === direction);
      const start = Number(cursor ?? 0);
      return { movements: listed.slice(start, start + 2), cursor: start + 2 < listed.length ? String(start + 2) : null };
    },
  });
  const store = new WalletStore({ platform: fake.platform, snapshot: null });
  const ids = () => (store.movements.items ?? []).map(({ id }) => id).join('');
  return { store, ids, callsOf: fake.callsOf };
}

test('shows the movements of one direction, and saves those of both', async () => {
  const { store, ids } = create();
  await store.load();
  expect([ids(), store.expected]).toEqual(['32', '0']);
  await store.setFilter('IN');
  expect(ids()).toBe('21');
  await expect(store.readAll()).resolves.toHaveLength(3);
});

test('refreshes while a withdrawal is on its way, and keeps the pages that were added', async () => {
  const { store, ids, callsOf } = create({ leaving: 1 });
  await store.load();
  await store.movements.loadMore();
  const stop = store.start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([callsOf('withdrawals.wallet').length, ids()]).toEqual([2, '321']);
  stop();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(callsOf('withdrawals.wallet')).toHaveLength(2);
});

test('asks for nothing while no withdrawal is on its way', async () => {
  const { store, callsOf } = create();
  await store.load();
  const stop = store.start();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(callsOf('withdrawals.wallet')).toHaveLength(1);
  stop();
});
