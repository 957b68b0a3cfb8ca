import { expect, test } from 'vitest';
import type { CashbackLevel } from '../../../contract/api/affiliates.ts';
import { createFakePlatform, refuse } from '../../../tests/support/browser/fakePlatform.ts';
import { sampleCashbackLevel, sampleCashbacks } from '../../../tests/support/samples/sampleEarnings.ts';
import { CashbackStore } from './CashbackStore.ts';

function create(level: Partial<CashbackLevel> = {}) {
  const fake = createFakePlatform({
    'affiliates.cashbackLevel': () => ({ ...sampleCashbackLevel, ...level }),
    'affiliates.cashbacks': ({ cursor }) => ({ ...sampleCashbacks, nextCursor: cursor === undefined ? 'next' : null }),
  });
  return { ...fake, store: new CashbackStore({ platform: fake.platform, snapshot: null }) };
}

test.each([
  ['SILVER', '31480.5', { missing: '18519.5', fraction: 0.537 }],
  // A level that an operator granted.
  ['GOLD', '100', { missing: '249900', fraction: 0 }],
] as const)('measures the progress of %s at %s USDT', async (level, volume, expected) => {
  const { store } = create({ level, volume });
  await store.load();
  expect(store.next).toMatchObject(expected);
});

test('knows no next level at the highest one', async () => {
  const { store } = create({ level: 'PLATINUM', volume: '300000' });
  await store.load();
  expect(store.next).toBeNull();
});

test('forgets the level of an earlier customer while it loads another', async () => {
  const { store } = create();
  await store.loadLevel();
  const loading = store.loadLevel();
  expect(store.level).toBeNull();
  await loading;
  expect(store.level?.level).toBe('SILVER');
});

test('hands over nothing until all of it is loaded', async () => {
  const { store, answers } = create();
  await store.loadLevel();
  expect([store.level?.level, store.snapshot()]).toEqual(['SILVER', null]);
  await store.load();
  expect(store.snapshot()?.cashbacks.items).toHaveLength(1);
  await expect(store.readAll()).resolves.toHaveLength(2);
  answers['affiliates.cashbackLevel'] = refuse('ERR_SERVICE_UNAVAILABLE');
  await store.loadLevel();
  expect(store.level).toBeNull();
  await expect(store.load()).rejects.toThrow('refused');
});
