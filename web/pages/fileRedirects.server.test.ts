import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findRedirect, loadRedirects, parseRedirects } from './fileRedirects.server.ts';

const redirects = parseRedirects([
  { from: '/old', to: '/popular-exchanges', status: 301 },
  { from: '/campaign', to: '/?ref=summer', status: 302 },
  { from: '/status', to: 'https://status.causeway.example/', status: 302 },
]);

describe('findRedirect', () => {
  it('keeps locale and query on pages of this site', () => {
    expect(findRedirect(redirects, { path: '/ru/old', search: '?ref=a' })).toEqual({
      location: '/ru/popular-exchanges?ref=a',
      status: 301,
    });
  });

  it('prefers the query of the target to that of the request', () => {
    expect(findRedirect(redirects, { path: '/ru/campaign', search: '?x=1' })?.location).toBe('/ru?ref=summer');
  });

  it('redirects to another site exactly as configured', () => {
    expect(findRedirect(redirects, { path: '/status', search: '?next=//evil' })).toEqual({
      location: 'https://status.causeway.example/',
      status: 302,
    });
  });

  it('returns null for other paths', () => {
    expect(findRedirect(redirects, { path: '/older', search: '' })).toBeNull();
    expect(findRedirect(redirects, { path: '/', search: '' })).toBeNull();
  });
});

describe('parseRedirects', () => {
  it.each([
    [
      'a loop',
      [
        { from: '/a', to: '/b' },
        { from: '/b', to: '/a' },
      ],
      'another redirect',
    ],
    ['itself', [{ from: '/a', to: '/ru/a' }], 'another redirect'],
    [
      'a duplicate path',
      [
        { from: '/a', to: '/b' },
        { from: '/a', to: '/c' },
      ],
      'twice',
    ],
    ['a target without a scheme', [{ from: '/a', to: '//evil.example' }], 'absolute http'],
    ['a script', [{ from: '/a', to: 'javascript:alert(1)' }], 'absolute http'],
    ['a line break', [{ from: '/a', to: '/b\r\nset-cookie: a=b' }], 'absolute http'],
    ['a line break in an absolute URL', [{ from: '/a', to: 'https://x.example/\r\nx: y' }], 'absolute http'],
    ['a localised path', [{ from: '/ru/a', to: '/b' }], 'without locale'],
    ['the home page', [{ from: '/', to: '/b' }], 'must be a path'],
    ['a slash at the end', [{ from: '/a/', to: '/b' }], 'slash at the end'],
    ['a status that redirects nobody', [{ from: '/a', to: '/b', status: 200 }], 'status'],
    ['no list', {}, 'list'],
    ['no entry', [null], 'must be a path'],
  ])('refuses %s', (_name, list, message) => {
    expect(() => parseRedirects(list)).toThrow(message);
  });

  it('accepts the shipped file', async () => {
    const shipped = await loadRedirects(fileURLToPath(new URL('../../resources/redirects.json', import.meta.url)));
    expect(findRedirect(shipped, { path: '/ru/help', search: '' })?.location).toBe('/ru/support');
  });
});
