import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { memoryStorage } from '../../../tests/support/fakePlatform.ts';
import { OrderTokens, randomText, sha256Hex } from './OrderTokens.ts';

test('a token is kept per order and found after a reload', () => {
  const storage = memoryStorage();
  new OrderTokens({ storage }).keep('a', 'token a');
  new OrderTokens({ storage }).keep('b', 'token b');
  expect(new OrderTokens({ storage }).get('a')).toBe('token a');
  expect(new OrderTokens({ storage }).get('c')).toBeNull();
});

test('where the device keeps nothing, the page still remembers', () => {
  const tokens = new OrderTokens({ storage: { get: () => null, set: () => false, remove: () => undefined } });
  tokens.keep('a', 'token');
  expect(tokens.get('a')).toBe('token');
});

test('only the newest hundred are kept', () => {
  const storage = memoryStorage();
  const tokens = new OrderTokens({ storage });
  for (let place = 0; place < 101; place += 1) tokens.keep(`order ${place}`, 'token');
  const reloaded = new OrderTokens({ storage });
  expect(reloaded.get('order 0')).toBeNull();
  expect(reloaded.get('order 100')).toBe('token');
});

test('a spoiled record is as good as none', () => {
  const storage = memoryStorage();
  storage.set('order-tokens', '{"a":');
  expect(new OrderTokens({ storage }).get('a')).toBeNull();
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
