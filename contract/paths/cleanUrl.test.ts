import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOwnPath } from './ownPath.ts';
import { cleanUrl, splitUrl } from './cleanUrl.ts';

describe('cleanUrl', () => {
  it.each([
    ['/', '/', ''],
    ['/support/', '/support', ''],
    ['//support///', '/support', ''],
    ['/ru/', '/ru', ''],
    ['/ru//order///x?a=1', '/ru/order/x', '?a=1'],
    ['/ua/exchange-btc-eth', '/uk/exchange-btc-eth', ''],
    ['/ua//evil.example', '/uk/evil.example', ''],
    ['/ua/', '/uk', ''],
    ['/ua', '/ua', ''],
    ['/uaction', '/uaction', ''],
    ['//evil.example', '/evil.example', ''],
    ['////evil.example/%2e%2e', '/evil.example/%2e%2e', ''],
    ['/\\evil.example', '/evil.example', ''],
    ['\\\\evil.example', '/evil.example', ''],
    ['/\t/evil.example', '/%09/evil.example', ''],
    ['/%2Fevil.example/', '/%2Fevil.example', ''],
    ['/%5Cevil.example/', '/%5Cevil.example', ''],
    ['/%0d%0aSet-Cookie:%20a=b/', '/%0d%0aSet-Cookie:%20a=b', ''],
    ['http://evil.example//x/', '/x', ''],
    ['http://evil.example', '/', ''],
    ['/support/?ref=//evil', '/support', '?ref=//evil'],
    ['/support/?', '/support', ''],
    ['/support/#x', '/support', ''],
    ['/caf\u00e9/', '/caf%E9', ''],
    ['/a?q="<x>', '/a', '?q=%22%3Cx%3E'],
    ['?x=1', '/', '?x=1'],
  ])('%s becomes %s%s', (raw, path, search) => {
    expect(cleanUrl(raw)).toEqual({ path, search });
  });

  it('never returns an address that a browser could read as another site', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '%2F',
      '%5C',
      '.',
      '..',
      'ua',
      'ru',
      'evil.example',
      '\t',
      '\r\n',
      ':',
      '@',
      '?',
      '#',
      ' ',
      'http:',
      '\u00ff',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const { path, search } = cleanUrl(`/${pieces.join('')}`);
        expect(isOwnPath(path + search)).toBe(true);
        expect(new URL(path + search, 'https://here.example').origin).toBe('https://here.example');
      }),
      { numRuns: 2_000 },
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { path, search } = cleanUrl(`/${text}`);
        expect(cleanUrl(path + search)).toEqual({ path, search });
      }),
    );
  });
});

describe('splitUrl', () => {
  it('leaves the path unchanged', () => {
    expect(splitUrl('//a//b/?x=1?y#z')).toEqual({ path: '//a//b/', search: '?x=1?y' });
  });
});

describe('isOwnPath', () => {
  it.each(['//evil', '/\\evil', 'https://evil', '', 'x', '/a\nb', '/a\\b'])('rejects %j', (location) => {
    expect(isOwnPath(location)).toBe(false);
  });
});
