import { describe, expect, it } from 'vitest';
import { isAccountPath, localesAt, localesOf, pageAt, PAGE_NAMES, PAGES, pagesIn, seoPath, textsAt } from './pages.ts';

describe('the table of pages', () => {
  it.each(PAGE_NAMES)('finds %s at its own path', (name) => {
    expect(pageAt(PAGES[name].path)).toBe(name);
  });

  it('has no path twice', () => {
    const paths = PAGE_NAMES.map((name) => PAGES[name].path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('keeps the pages of customers private', () => {
    const customers = PAGE_NAMES.filter((name) => PAGES[name].access === 'customer');
    expect(customers.length).toBeGreaterThan(5);
    expect(customers.filter((name) => !PAGES[name].isPrivate)).toEqual([]);
  });

  it('names an existing page as the section of another', () => {
    const sections = PAGE_NAMES.flatMap((name) => PAGES[name].section ?? []);
    expect(sections).toContain('history');
    expect(sections.filter((section) => PAGES[section as keyof typeof PAGES]?.places === undefined)).toEqual([]);
  });
});

it.each([
  ['/', 'home'],
  ['/docs', 'docs'],
  ['/docs/security', 'doc'],
  ['/docs/a/b', undefined],
  ['/blog', 'blog'],
  ['/blog/2026/fees/page2', 'post'],
  ['/blog/', undefined],
  ['/exchange-btc-usdttrc20', 'exchange'],
  ['/exchange-usd-btc', 'buy'],
  ['/exchange-EUR-usdttrc20', 'buy'],
  ['/exchange-btc-usd', 'exchange'],
  ['/order', 'open-order'],
  ['/order/pending', 'pending-order'],
  ['/order/AbC_12-3', 'order'],
  ['/Order/AbC', 'order'],
  ['/profile/withdraw', 'profile-withdraw'],
  ['/order/a/b', undefined],
  ['/exchange-', undefined],
  ['/exchange', undefined],
  ['/nowhere', undefined],
  ['', undefined],
])('finds at %s: %s', (path, name) => {
  expect(pageAt(path)).toBe(name);
});

it('lists the pages of a place in the order of the table', () => {
  expect(pagesIn('menu')).toEqual([
    'home',
    'buy',
    'history',
    'popular-exchanges',
    'affiliate',
    'profile-affiliate-program',
    'docs',
  ]);
  expect(pagesIn('help')).toEqual(['support', 'fees', 'status', 'blog', 'roadmap', 'how-it-works', 'privacy', 'terms']);
  expect(pagesIn('money')).toEqual(['profile-wallet', 'profile-withdraw', 'profile-history']);
});

it.each([
  ['/profile/info', true],
  ['/PROFILE/INFO', true],
  ['/lk', true],
  ['/order/abc', false],
  ['/profile', false],
  ['/', false],
])('knows whether %s needs a customer: %s', (path, expected) => {
  expect(isAccountPath(path)).toBe(expected);
});

it.each([
  ['/profile/info', ['account']],
  ['/profile/verification', ['account', 'identity']],
  ['/verification-photos', ['identity']],
  ['/docs/security', ['content']],
  ['/exchange-eur-btc', ['fiat']],
  ['/support', []],
  ['/nowhere', []],
])('knows which more texts %s has: %j', (path, parts) => {
  expect(textsAt(path)).toEqual(parts);
});

it('has pages in all languages, unless the table names some', () => {
  expect(localesOf({ path: '/notes' })).toEqual(['en', 'ru']);
  expect(localesOf({ path: '/notes', locales: ['en'] })).toEqual(['en']);
  expect(localesAt('/support')).toEqual(['en', 'ru']);
  expect(localesAt('/nowhere')).toEqual(['en', 'ru']);
});

it.each([
  ['/order/secret', '/order'],
  ['/unsubscribe', '/order'],
  ['/history', '/order'],
  ['/profile/info', '/profile/info'],
  ['/exchange-btc-eth', '/exchange-btc-eth'],
  ['/nowhere', '/nowhere'],
])('requests the SEO texts of %s with %s', (path, expected) => {
  expect(seoPath(path)).toBe(expected);
});
