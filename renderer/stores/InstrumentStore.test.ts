import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { sampleInstrument } from '../../tests/support/samples/sampleInstruments.ts';
import { requireInstruments } from './exchange/firstAmount.ts';
import { InstrumentStore } from './InstrumentStore.ts';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') }));
afterEach(() => vi.useRealTimers());

const paused = () => sampleInstrument('btc', { isActive: false, inactiveReason: 'MAINTENANCE' });
const silent = () => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'silent'));

test('lists paused instruments too', async () => {
  const { platform } = createFakePlatform({ 'instruments.all': () => [paused()], 'instruments.list': () => [] });
  const instruments = new InstrumentStore({ platform, snapshot: null });
  await instruments.loadAll();
  expect(instruments.bySlug.get('btc')).toMatchObject({ isActive: false, inactiveReason: 'MAINTENANCE' });
});

test('falls back to the list of active instruments when the full list is too slow', async () => {
  // As the host does (D27).
  const active = ({ providers = '' }) => [sampleInstrument('btc'), ...(providers === '' ? [] : [sampleInstrument('usd')])];
  const { platform } = createFakePlatform({ 'instruments.all': silent, 'instruments.list': active });
  const instruments = new InstrumentStore({ platform, snapshot: null });
  await instruments.loadAll();
  expect(instruments.state).toBe('ready');
  // Without money, the page for card purchases would not exist.
  expect(instruments.list.map(({ slug }) => slug)).toEqual(['btc', 'usd']);
});

test('keeps paused instruments when the full list is too slow, and does not say that others do not exist', async () => {
  const fake = createFakePlatform({ 'instruments.all': silent, 'instruments.list': () => [sampleInstrument('eth')] });
  const instruments = new InstrumentStore({ platform: fake.platform, snapshot: { shown: [paused()], defaultPair: null } });
  await instruments.loadAll();
  expect(instruments.list.map(({ slug }) => slug)).toEqual(['btc', 'eth']);
  await expect(requireInstruments(instruments, ['xrp'])).rejects.toMatchObject({ code: 'ERR_SERVICE_UNAVAILABLE' });
  fake.answers['instruments.all'] = () => [sampleInstrument('xrp')];
  await requireInstruments(instruments, ['xrp']);
  await expect(requireInstruments(instruments, ['btc'])).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
});

test('refetches only an old list and keeps it when that fails', async () => {
  const fake = createFakePlatform({ 'instruments.all': () => [sampleInstrument('btc')] });
  const instruments = new InstrumentStore({ platform: fake.platform, snapshot: null });
  await Promise.all([instruments.loadAll(), instruments.loadAll()]);
  await instruments.loadAll();
  expect(fake.callsOf('instruments.all')).toHaveLength(1);

  vi.advanceTimersByTime(20_000);
  fake.answers['instruments.all'] = () => [paused()];
  await instruments.loadAll();
  expect(instruments.bySlug.get('btc')?.isActive).toBe(false);

  vi.advanceTimersByTime(20_000);
  fake.answers['instruments.all'] = silent;
  await instruments.loadAll();
  expect(instruments.state).toBe('ready');
  expect(instruments.list).toHaveLength(1);
});

test('rejects without any list and can be retried', async () => {
  const fake = createFakePlatform({ 'instruments.all': silent });
  const instruments = new InstrumentStore({ platform: fake.platform, snapshot: null });
  await expect(instruments.loadAll()).rejects.toThrow(ApiError);
  expect(instruments.state).toBe('failed');
  fake.answers['instruments.all'] = () => [sampleInstrument('btc')];
  await instruments.loadAll();
  expect(instruments.state).toBe('ready');
});
