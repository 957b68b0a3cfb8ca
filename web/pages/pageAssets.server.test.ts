import { describe, expect, it } from 'vitest';
import { pageAssets, styleFiles } from './pageAssets.server.ts';

const manifest = {
  'web/client.tsx': { file: 'assets/client.js', imports: ['_react.js', '_shared.js'] },
  '_react.js': { file: 'assets/react.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js', imports: ['_react.js'] },
  'screen.tsx': { file: 'assets/screen.js', imports: ['_form.js'], css: ['assets/screen.css'] },
  '_form.js': { file: 'assets/form.js' },
  'other.tsx': { file: 'assets/other.js' },
  'style.css': { file: 'assets/style.css' },
  'fonts/geist-latin-wght-normal.woff2': { file: 'assets/latin.woff2' },
  'fonts/geist-mono-latin-wght-normal.woff2': { file: 'assets/mono.woff2' },
  'fonts/geist-cyrillic-wght-normal.woff2': { file: 'assets/cyrillic.woff2' },
};

describe('pageAssets', () => {
  it('lists the imports of the entry and the screen once, and none of other screens', () => {
    const { entry, modules } = pageAssets(manifest, 'en', ['screen.tsx', 'screen.tsx']);
    expect(entry).toBe('/assets/client.js');
    expect(modules.toSorted()).toEqual(['/assets/form.js', '/assets/react.js', '/assets/screen.js', '/assets/shared.js']);
  });

  it('preloads the Cyrillic font for Russian', () => {
    expect(pageAssets(manifest, 'en', []).fonts).toEqual(['/assets/latin.woff2']);
    expect(pageAssets(manifest, 'ru', []).fonts).toEqual(['/assets/latin.woff2', '/assets/cyrillic.woff2']);
  });

  it('ignores a screen that is not in the build', () => {
    expect(pageAssets(manifest, 'en', ['gone.tsx']).entry).toBe('/assets/client.js');
  });

  it('explains what to do without a browser build', () => {
    expect(() => pageAssets({}, 'en', [])).toThrow('build the site again');
  });
});

describe('styleFiles', () => {
  it('lists the stylesheet and those of chunks once', () => {
    expect(styleFiles({ ...manifest, again: { file: 'a.js', css: ['assets/screen.css'] } }).toSorted()).toEqual([
      'assets/screen.css',
      'assets/style.css',
    ]);
    expect(styleFiles({})).toEqual([]);
  });
});
