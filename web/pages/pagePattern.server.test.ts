import { describe, expect, it } from 'vitest';
import { isPrivatePath, pathPattern } from './pagePattern.server.ts';

describe('isPrivatePath', () => {
  it.each([
    '/order',
    '/order/abc',
    '/order/abc/nowhere',
    '/ru/order/abc',
    '/RU/Order/abc',
    '/%6Frder/abc',
    '/order%2Fabc',
    '/history',
    '/profile/nowhere',
    '/lk',
    '/tg/order/abc',
    '/tg/ru/profile/info',
    '/%74g/order/abc',
    '/ru/unsubscribe',
  ])('keeps %s private', (path) => {
    expect(isPrivatePath(path)).toBe(true);
  });

  it.each(['/', '/ru', '/support', '/orders', '/exchange-btc-eth', '/profiles', '/%', '/nowhere/order'])(
    'lets %s be indexed and cached',
    (path) => {
      expect(isPrivatePath(path)).toBe(false);
    },
  );
});

describe('pathPattern', () => {
  it.each([
    ['/', '/'],
    ['/ru', '/ru'],
    ['/ru/support', '/ru/support'],
    ['/exchange-btc-eth', '/exchange-:pair'],
    ['/ru/order/secret', '/ru/order/:orderId'],
    ['/order/pending', '/order/pending'],
    ['/order/secret/more', '/*'],
    ['/tg', '/tg'],
    ['/tg/ru/order/secret', '/tg/ru/order/:orderId'],
    ['/tg/api/secret', '/tg/api/*'],
    ['/_payload.json', '/_payload.json'],
    ['/ru/order/secret/_payload.json', '/ru/order/:orderId/_payload.json'],
    ['/assets/client-1a2b.js', '/assets/*'],
    ['/api/v1/health', '/api/v1/health'],
    ['/api/v1/nowhere/secret', '/api/*'],
    ['/somebody@example.org', '/*'],
  ])('logs %s as %s', (path, pattern) => {
    expect(pathPattern(path)).toBe(pattern);
  });
});
