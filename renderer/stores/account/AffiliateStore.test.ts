import { expect, test } from 'vitest';
import type { AffiliatePeriod, AffiliateStatistics } from '../../../contract/api/affiliates.ts';
import { createFakePlatform, refuse, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { sampleAccruals, sampleProgram, sampleStatistics } from '../../../tests/support/samples/sampleEarnings.ts';
import { AffiliateStore } from './AffiliateStore.ts';

const figures = (period: AffiliatePeriod): AffiliateStatistics => ({ ...sampleStatistics, period });

function create(answers: Answers = {}) {
  const fake = createFakePlatform({
    'affiliates.program': () => sampleProgram,
    'affiliates.balances': () => ({ balances: [] }),
    'affiliates.statistics': ({ period = '30d' }) => figures(period),
    'affiliates.accruals': ({ cursor }) => ({ ...sampleAccruals, nextCursor: cursor === undefined ? 'next' : null }),
    ...answers,
  });
  return { ...fake, store: new AffiliateStore({ platform: fake.platform, snapshot: null }) };
}

test('continues with the period that the server showed', async () => {
  const { store, platform } = create();
  await store.show('7d');
  expect(store.snapshot()).toBeNull();
  await store.load();
  const continued = new AffiliateStore({ platform, snapshot: store.snapshot() });
  expect([continued.period, continued.snapshot()]).toEqual(['7d', store.snapshot()]);
});

test.each([
  ['the answer', false],
  ['the failure', true],
])('drops %s for an earlier period', async (_, fails) => {
  const late = Promise.withResolvers<AffiliateStatistics>();
  const { store } = create({
    'affiliates.statistics': ({ period = '30d' }) => (period === '7d' ? late.promise : figures(period)),
  });
  const first = store.show('7d');
  await store.show('90d');
  if (fails) late.reject(new Error('late'));
  else late.resolve(figures('7d'));
  await first;
  expect([store.statistics?.period, store.hasFailed]).toEqual(['90d', false]);
});

test('keeps the figures of the former period when the new one fails, until it is asked again', async () => {
  const { store, answers } = create();
  await store.show('7d');
  const works = answers['affiliates.statistics'];
  answers['affiliates.statistics'] = refuse('ERR_SERVICE_UNAVAILABLE');
  await store.show('90d');
  expect([store.statistics?.period, store.hasFailed]).toEqual(['7d', true]);
  if (works) answers['affiliates.statistics'] = works;
  await store.show('90d');
  expect([store.statistics?.period, store.hasFailed]).toEqual(['90d', false]);
});

test('shows new and renamed codes, and reads all pages for a file', async () => {
  const code = { code: 'b3xhe5nq', name: 'Blog', isMain: false, createdAt: '2026-11-02T00:00:00.000Z' };
  const { store, callsOf } = create({ 'affiliates.createCode': () => code, 'affiliates.renameCode': () => code });
  await expect(store.createCode('Blog')).resolves.toBe(code);
  await store.renameCode('b3xhe5nq', 'Blog');
  expect(callsOf('affiliates.statistics')).toHaveLength(2);
  await expect(store.readAll()).resolves.toHaveLength(2);
});
