import { expect, test } from 'vitest';
import { blogPath, readBlogAddress } from './blogAddress.ts';

test.each([
  ['/blog', { kind: 'page', category: null, number: 1 }],
  ['/blog/page2', { kind: 'page', category: null, number: 2 }],
  ['/blog/news/page12', { kind: 'page', category: 'news', number: 12 }],
  ['/blog/news', { kind: 'slug', slug: 'news' }],
  ['/blog/2026/fees/tron', { kind: 'slug', slug: '2026/fees/tron' }],
  ['/blog/page', { kind: 'slug', slug: 'page' }],
  ['/blog/mypage2', { kind: 'slug', slug: 'mypage2' }],
  ['/blog/page1', { kind: 'moved', path: '/blog' }],
  ['/blog/news/page1', { kind: 'moved', path: '/blog/news' }],
  ['/blog/page0', null],
  ['/blog/page02', null],
  ['/blog/news/page0', null],
  ['/blog/page9999999', { kind: 'slug', slug: 'page9999999' }],
] as const)('%s', (path, address) => {
  expect(readBlogAddress(path)).toEqual(address);
});

test('an address leads back to its page', () => {
  for (const [category, number] of [
    [null, 1],
    [null, 3],
    ['news', 3],
  ] as const) {
    expect(readBlogAddress(blogPath(category, number))).toEqual({ kind: 'page', category, number });
  }
  expect(blogPath('news', 1)).toBe('/blog/news');
});
