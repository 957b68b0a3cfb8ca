import { createHash } from 'node:crypto';
import { autorun } from 'mobx';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { memoryStorage } from '../../../tests/support/browser/fakePlatform.ts';
import { sampleOrders } from '../../../tests/support/samples/sampleOrder.ts';
import { recordOf, switchStoring, writeRecords } from './orderRecords.ts';
import { randomText } from '../randomText.ts';
import { OrderTokens, sha256Hex } from './OrderTokens.ts';

const device = () => ({ storage: memoryStorage(), sessionStorage: memoryStorage() });
const nothing = { get: () => null, set: () => false, remove: () => undefined };
const refused = () => new ApiError('ERR_ORDER_TOKEN_REQUIRED', 'Not this one');

test('stores a token for each order and finds it after a reload', () => {
  const platform = device();
  new OrderTokens(platform).store('a', 'token a');
  new OrderTokens(platform).store('b', 'token b');
  expect(new OrderTokens(platform).get('a')).toBe('token a');
  expect(new OrderTokens(platform).get('c')).toBeNull();
});

test('stores a token of another device for its tab only', () => {
  const platform = device();
  const tokens = new OrderTokens(platform);
  tokens.storeForTab('a', 'token');
  expect(tokens.isTabOnly('a')).toBe(true);
  expect(new OrderTokens(platform).get('a')).toBe('token');
  expect(new OrderTokens({ ...platform, sessionStorage: memoryStorage() }).get('a')).toBeNull();
  tokens.store('a', 'token');
  expect(tokens.isTabOnly('a')).toBe(false);
});

test('stores tokens for the tab only when storing is switched off', () => {
  const platform = device();
  switchStoring(platform.storage, false);
  const tokens = new OrderTokens(platform);
  tokens.store('a', 'token');
  expect(platform.storage.get('order-tokens')).toBeNull();
  expect(tokens.isTabOnly('a')).toBe(true);
});

test('stores the token for the tab when the device is full', () => {
  const platform = { storage: nothing, sessionStorage: memoryStorage() };
  const tokens = new OrderTokens(platform);
  expect(tokens.store('a', 'token')).toBe(false);
  expect([tokens.isTabOnly('a'), tokens.isPageOnly('a')]).toEqual([true, false]);
  expect(new OrderTokens(platform).get('a')).toBe('token');
});

test('holds the token in memory when neither device nor tab stores anything', () => {
  const tokens = new OrderTokens({ storage: nothing, sessionStorage: nothing });
  tokens.store('a', 'token');
  expect([tokens.get('a'), tokens.isPageOnly('a')]).toEqual(['token', true]);
  tokens.forget('a');
  expect(tokens.get('a')).toBeNull();
});

test('stores only the newest two hundred tokens', () => {
  const platform = device();
  const tokens = new OrderTokens(platform);
  for (let place = 0; place < 201; place += 1) tokens.store(`order ${place}`, 'token');
  const reloaded = new OrderTokens(platform);
  expect(reloaded.get('order 0')).toBeNull();
  expect(reloaded.get('order 200')).toBe('token');
});

test('stores a new token even when the device is full', () => {
  const platform = device();
  const tokens = new OrderTokens(platform);
  const over = { ...recordOf(sampleOrders.completed()), isPassSaved: false };
  writeRecords(platform.storage, [over]);
  for (let place = 0; place < 200; place += 1) tokens.store(`order ${place}`, 'token');
  expect(tokens.store(over.orderId, 'token')).toBe(true);
  const reloaded = new OrderTokens(platform);
  expect(reloaded.get(over.orderId)).toBe('token');
  expect(reloaded.get('order 0')).toBeNull();
});

test('drops tokens of ended orders first', () => {
  const platform = device();
  const tokens = new OrderTokens(platform);
  const over = { ...recordOf(sampleOrders.completed()), isPassSaved: false };
  writeRecords(platform.storage, [over]);
  tokens.store('open', 'token');
  tokens.store(over.orderId, 'token');
  for (let place = 0; place < 199; place += 1) tokens.store(`order ${place}`, 'token');
  expect([tokens.get('open'), tokens.get(over.orderId), tokens.get('order 198')]).toEqual(['token', null, 'token']);
});

test('reports whether the token is on the device', () => {
  const platform = device();
  expect(new OrderTokens(platform).store('a', 'token')).toBe(true);
  expect(new OrderTokens({ ...platform, storage: nothing }).store('a', 'token')).toBe(false);
  switchStoring(platform.storage, false);
  expect(new OrderTokens(platform).store('a', 'token')).toBe(false);
});

test('notifies observers of a token', () => {
  const tokens = new OrderTokens(device());
  const seen: (string | null)[] = [];
  const stop = autorun(() => seen.push(tokens.get('a')));
  tokens.storeForTab('a', 'token');
  tokens.forget('a');
  stop();
  expect(seen).toEqual([null, 'token', null]);
});

test('forgets one order or all', () => {
  const platform = device();
  const tokens = new OrderTokens(platform);
  tokens.store('a', 'one');
  tokens.storeForTab('a', 'two');
  tokens.store('b', 'three');
  tokens.forget('a');
  expect([tokens.all('a'), tokens.all('b')]).toEqual([[], ['three']]);
  tokens.forget();
  expect(new OrderTokens(platform).all('b')).toEqual([]);
});

test('ignores a corrupt record', () => {
  const platform = device();
  platform.storage.set('order-tokens', '{"a":');
  expect(new OrderTokens(platform).get('a')).toBeNull();
});

test('tries several passes and forgets the wrong ones after a success', async () => {
  const tokens = new OrderTokens(device());
  tokens.store('a', 'wrong');
  tokens.storeForTab('a', 'right');
  const call = vi.fn(async ({ orderToken }: { orderToken?: string }) => {
    if (orderToken !== 'right') throw refused();
    return 'done';
  });
  expect(await tokens.use('a', call)).toBe('done');
  expect(call.mock.calls).toEqual([[{ orderToken: 'wrong' }], [{ orderToken: 'right' }]]);
  expect(tokens.all('a')).toEqual(['right']);
  expect(tokens.isTabOnly('a')).toBe(false);
});

test('passes on the refusal and forgets nothing without a valid pass', async () => {
  const tokens = new OrderTokens(device());
  tokens.store('a', 'one');
  tokens.store('a', 'two');
  await expect(tokens.use('a', () => Promise.reject(refused()))).rejects.toMatchObject({ code: 'ERR_ORDER_TOKEN_REQUIRED' });
  expect(tokens.all('a')).toEqual(['one', 'two']);
});

test('stops at any other refusal', async () => {
  const tokens = new OrderTokens(device());
  tokens.store('a', 'one');
  tokens.store('a', 'two');
  const call = vi.fn(() => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'No answer')));
  await expect(tokens.use('a', call)).rejects.toMatchObject({ code: 'ERR_SERVICE_UNAVAILABLE' });
  expect(call).toHaveBeenCalledTimes(1);
});

test('returns the requested number of random bytes as base64url', () => {
  const text = randomText(32);
  expect(text).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(randomText(32)).not.toBe(text);
});

test('computes the same hash as the host', async () => {
  const token = randomText(32);
  expect(await sha256Hex(token)).toBe(createHash('sha256').update(token, 'utf8').digest('hex'));
});
