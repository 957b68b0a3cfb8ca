import { createHash } from 'node:crypto';
import { autorun } from 'mobx';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { memoryStorage } from '../../../tests/support/browser/fakePlatform.ts';
import { sampleOrders } from '../../../tests/support/samples/sampleOrder.ts';
import { recordOf, switchKeeping, writeRecords } from './orderRecords.ts';
import { OrderTokens, randomText, sha256Hex } from './OrderTokens.ts';

const device = () => ({ storage: memoryStorage(), sessionStorage: memoryStorage() });
const nothing = { get: () => null, set: () => false, remove: () => undefined };
const refused = () => new ApiError('ERR_ORDER_TOKEN_REQUIRED', 'Not this one');

test('a token is kept per order and found after a reload', () => {
  const platform = device();
  new OrderTokens(platform).keep('a', 'token a');
  new OrderTokens(platform).keep('b', 'token b');
  expect(new OrderTokens(platform).get('a')).toBe('token a');
  expect(new OrderTokens(platform).get('c')).toBeNull();
});

test('a lent token lives as long as its tab', () => {
  const platform = device();
  const tokens = new OrderTokens(platform);
  tokens.lend('a', 'token');
  expect(tokens.isLent('a')).toBe(true);
  expect(new OrderTokens(platform).get('a')).toBe('token');
  expect(new OrderTokens({ ...platform, sessionStorage: memoryStorage() }).get('a')).toBeNull();
  tokens.keep('a', 'token');
  expect(tokens.isLent('a')).toBe(false);
});

test('where the customer wants nothing kept, a token of an own order is lent too', () => {
  const platform = device();
  switchKeeping(platform.storage, false);
  const tokens = new OrderTokens(platform);
  tokens.keep('a', 'token');
  expect(platform.storage.get('order-tokens')).toBeNull();
  expect(tokens.isLent('a')).toBe(true);
});

test('where the device keeps nothing, the page still remembers', () => {
  const tokens = new OrderTokens({ storage: nothing, sessionStorage: nothing });
  tokens.keep('a', 'token');
  expect(tokens.get('a')).toBe('token');
  tokens.forget('a');
  expect(tokens.get('a')).toBeNull();
});

test('only the newest two hundred are kept', () => {
  const platform = device();
  const tokens = new OrderTokens(platform);
  for (let place = 0; place < 201; place += 1) tokens.keep(`order ${place}`, 'token');
  const reloaded = new OrderTokens(platform);
  expect(reloaded.get('order 0')).toBeNull();
  expect(reloaded.get('order 200')).toBe('token');
});

test('one that is written is kept, though its order is over and the device is full of open ones', () => {
  const platform = device();
  const tokens = new OrderTokens(platform);
  const over = { ...recordOf(sampleOrders.completed()), isPassSaved: false };
  writeRecords(platform.storage, [over]);
  for (let place = 0; place < 200; place += 1) tokens.keep(`order ${place}`, 'token');
  expect(tokens.keep(over.orderId, 'token')).toBe(true);
  const reloaded = new OrderTokens(platform);
  expect(reloaded.get(over.orderId)).toBe('token');
  expect(reloaded.get('order 0')).toBeNull();
});

test('what is over gives way to what can still be decided', () => {
  const platform = device();
  const tokens = new OrderTokens(platform);
  const over = { ...recordOf(sampleOrders.completed()), isPassSaved: false };
  writeRecords(platform.storage, [over]);
  tokens.keep('open', 'token');
  tokens.keep(over.orderId, 'token');
  for (let place = 0; place < 199; place += 1) tokens.keep(`order ${place}`, 'token');
  expect([tokens.get('open'), tokens.get(over.orderId), tokens.get('order 198')]).toEqual(['token', null, 'token']);
});

test('whether it is on the device is said', () => {
  const platform = device();
  expect(new OrderTokens(platform).keep('a', 'token')).toBe(true);
  expect(new OrderTokens({ ...platform, storage: nothing }).keep('a', 'token')).toBe(false);
  switchKeeping(platform.storage, false);
  expect(new OrderTokens(platform).keep('a', 'token')).toBe(false);
});

test('who looks at a token sees it come and go', () => {
  const tokens = new OrderTokens(device());
  const seen: (string | null)[] = [];
  const stop = autorun(() => seen.push(tokens.get('a')));
  tokens.lend('a', 'token');
  tokens.forget('a');
  stop();
  expect(seen).toEqual([null, 'token', null]);
});

test('one order is forgotten, or all of them', () => {
  const platform = device();
  const tokens = new OrderTokens(platform);
  tokens.keep('a', 'one');
  tokens.lend('a', 'two');
  tokens.keep('b', 'three');
  tokens.forget('a');
  expect([tokens.all('a'), tokens.all('b')]).toEqual([[], ['three']]);
  tokens.forget();
  expect(new OrderTokens(platform).all('b')).toEqual([]);
});

test('a spoiled record is as good as none', () => {
  const platform = device();
  platform.storage.set('order-tokens', '{"a":');
  expect(new OrderTokens(platform).get('a')).toBeNull();
});

test('a wrong pass takes nothing from whoever has the right one, and is forgotten once the right one was taken', async () => {
  const tokens = new OrderTokens(device());
  tokens.keep('a', 'wrong');
  tokens.lend('a', 'right');
  const call = vi.fn(async ({ orderToken }: { orderToken?: string }) => {
    if (orderToken !== 'right') throw refused();
    return 'done';
  });
  expect(await tokens.use('a', call)).toBe('done');
  expect(call.mock.calls).toEqual([[{ orderToken: 'wrong' }], [{ orderToken: 'right' }]]);
  expect(tokens.all('a')).toEqual(['right']);
  expect(tokens.isLent('a')).toBe(false);
});

test('without any right one the host’s refusal is passed on, and nothing is forgotten', async () => {
  const tokens = new OrderTokens(device());
  tokens.keep('a', 'one');
  tokens.keep('a', 'two');
  await expect(tokens.use('a', () => Promise.reject(refused()))).rejects.toMatchObject({ code: 'ERR_ORDER_TOKEN_REQUIRED' });
  expect(tokens.all('a')).toEqual(['one', 'two']);
});

test('another refusal than that of the token ends it: nothing is done twice', async () => {
  const tokens = new OrderTokens(device());
  tokens.keep('a', 'one');
  tokens.keep('a', 'two');
  const call = vi.fn(() => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'No answer')));
  await expect(tokens.use('a', call)).rejects.toMatchObject({ code: 'ERR_SERVICE_UNAVAILABLE' });
  expect(call).toHaveBeenCalledTimes(1);
});

test('random text has the bytes asked for, as base64url', () => {
  const text = randomText(32);
  expect(text).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(randomText(32)).not.toBe(text);
});

test('the hash is the one that the host computes', async () => {
  const token = randomText(32);
  expect(await sha256Hex(token)).toBe(createHash('sha256').update(token, 'utf8').digest('hex'));
});
