import { join, sep } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appUrl, fileOf, isAppUrl } from './appUrl.ts';

const FOLDER = join(sep, 'opt', 'causeway', 'renderer');

describe('isAppUrl', () => {
  it('knows the pages of the app', () => {
    expect([appUrl('/'), appUrl('/ru/history?page=2#x')].map(isAppUrl)).toEqual([true, true]);
  });

  it.each([
    'https://bundle/',
    'app://bundle.evil/',
    'app://evil/bundle',
    'app://bundle@evil/',
    'app://bundle:80/',
    'app:bundle',
    'data:text/html,app://bundle/',
    'about:blank',
    '',
  ])('knows that %j is none', (url) => {
    expect(isAppUrl(url)).toBe(false);
  });
});

describe('fileOf', () => {
  it('finds a file in a folder', () => {
    expect(fileOf(FOLDER, '/assets/a%20b.js')).toBe(join(FOLDER, 'assets', 'a b.js'));
  });

  it.each(['/../main/index.js', '/..%2f..%2fetc%2fpasswd', '/%2e%2e/x', '/a/../../x', '/%00', '/%'])(
    'gives no file for %j',
    (path) => {
      expect(fileOf(FOLDER, path)).toBeNull();
    },
  );

  it('never leaves the folder', () => {
    const part = fc.constantFrom('..', '%2e%2e', '%2E.', '/', '%2f', '\\', '%5c', 'a', '.', '%00', '%c0%ae');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        expect(fileOf(FOLDER, `/${parts.join('')}`) ?? FOLDER + sep).toMatch(FOLDER + sep);
      }),
    );
  });
});
