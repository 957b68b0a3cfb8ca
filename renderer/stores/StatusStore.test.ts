import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { STATUS_FEATURE } from '../../contract/features.ts';
import { createFakePlatform, refuse, type Answers } from '../../tests/support/browser/fakePlatform.ts';
import { HealthStore } from './HealthStore.ts';
import { StatusStore } from './StatusStore.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const STATUS = { serverTime: '2026-11-20T14:00:00.000Z', components: [], notice: null, incidents: [] };

async function create(changes: Answers = {}, features = [STATUS_FEATURE]) {
  const fake = createFakePlatform({
    'service.health': () => ({ status: 'OK', host: { features, sandbox: false, brand: 'Test' } }),
    'service.status': () => STATUS,
    ...changes,
  });
  const health = new HealthStore({ platform: fake.platform, snapshot: null });
  const store = new StatusStore({ platform: fake.platform, health, snapshot: null });
  await store.load();
  return { ...fake, store };
}

test('keeps the last status while the host does not answer, and recovers by itself', async () => {
  const { store, answers } = await create();
  const stop = store.start();
  answers['service.status'] = refuse('ERR_SERVICE_UNAVAILABLE');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(store.snapshot()).toEqual({ status: STATUS, isUnreachable: true });
  answers['service.status'] = () => STATUS;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(store.isUnreachable).toBe(false);
  stop();
});

test('tells a host that does not answer from one that publishes no status', async () => {
  const { store } = await create({ 'service.health': refuse('ERR_SERVICE_UNAVAILABLE') });
  expect(store.snapshot()).toEqual({ status: null, isUnreachable: true });
  const silent = await create({}, []);
  expect([silent.store.snapshot(), silent.callsOf('service.status')]).toEqual([null, []]);
});
