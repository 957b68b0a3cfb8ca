import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PAGE_NAMES, PAGES } from '../../contract/pages.ts';
import { LOCALE_CODES } from '../../contract/paths/locales.ts';
import { checkSeoTexts } from '../../contract/seo.ts';
import { createLogger } from '../common/log.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import { createContent } from '../content/createContent.ts';
import { CONTENT_SETTINGS } from '../content/testing/contentSettings.ts';
import { loadCatalogue } from '../instruments/loadCatalogue.ts';
import { createSeoDictionary } from './seoDictionary.ts';

const catalogue = loadCatalogue();
const content = createContent({ settings: () => CONTENT_SETTINGS, blogUrl: null, log: createLogger('silent') });
const dictionary = createSeoDictionary({ catalogue, brand: 'Quote "House"', content: async () => content });
const SAMPLES = [
  '/',
  '/exchange-btc-usdttrc20',
  '/popular-exchanges',
  '/order/pending',
  '/support',
  '/nowhere',
  '/sandbox',
  '/docs',
  '/docs/refunds',
  '/blog',
  '/blog/why-orders-have-a-pass',
  '/blog/security',
  '/roadmap',
];

/** Pages that lead to others */
const REDIRECTS = PAGE_NAMES.filter((name) => name === 'lk' || name === 'widget');
/** They have the texts of `/order`. */
const PRIVATE_TO_GUESTS = PAGE_NAMES.filter((name) => PAGES[name].isPrivate && PAGES[name].access === undefined);

/** A path of the page with values in place of parameters */
const sampleOf = (path: string): string =>
  path.replace(':pair', 'btc-eth').replace(':slug', 'refunds').replace('*', 'why-orders-have-a-pass');

describe('the SEO dictionary', () => {
  it.each(SAMPLES)('has all keys, valid JSON and no unresolved placeholder for %s in both languages', async (page) => {
    const messages = await dictionary.messages(page);
    expect(Object.keys(messages)).toEqual(['en', 'ru']);
    for (const texts of Object.values(messages)) {
      expect(checkSeoTexts(texts)).toEqual([]);
      // The web host knows the address of the site.
      expect(JSON.stringify(texts).replaceAll('{{origin}}', '')).not.toContain('{{');
      expect(texts['title']).not.toBe(undefined);
    }
  });

  it('has texts of its own for each page that is not private, and for account pages', async () => {
    const titles = await Promise.all(
      PAGE_NAMES.map(async (name) => [name, (await dictionary.messages(sampleOf(PAGES[name].path)))['en']?.['title']] as const),
    );
    const notFound = (await dictionary.messages('/not-found'))['en']?.['title'];
    expect(titles.filter(([, title]) => title === notFound).map(([name]) => name)).toEqual(REDIRECTS);
    expect(new Set(titles.map(([, title]) => title)).size).toBe(PAGE_NAMES.length - PRIVATE_TO_GUESTS.length);
  });

  it.each(LOCALE_CODES)('has no texts of another page in %s.json', (locale) => {
    const file = join(import.meta.dirname, `../../resources/seo/${locale}.json`);
    const pages = Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object);
    expect(pages).toHaveLength(33);
    expect(pages.filter((page) => page !== 'not-found' && !PAGE_NAMES.some((name) => name === page))).toEqual([]);
  });

  it('names the coins of a pair, with the network of coins on several networks', async () => {
    const { en, ru } = await dictionary.messages('/exchange-btc-usdttrc20');
    expect(en?.['title']).toBe('BTC to USDT TRC20: live rate and fees | Quote "House"');
    expect(ru?.['h1']).toBe('Обмен BTC на USDT TRC20');
    expect(JSON.parse(en?.['json_ld'] ?? '')).toMatchObject({ provider: { name: 'Quote "House"' }, inLanguage: 'en' });
  });

  it('accepts a path with locale, query and slashes', async () => {
    const pair = await dictionary.messages('/exchange-eth-xmr');
    expect(await dictionary.messages('/ru/exchange-eth-xmr/?amount=5')).toEqual(pair);
    expect(await dictionary.messages('/ru')).toEqual(await dictionary.messages('home'));
    expect(await dictionary.messages('/order/abcdefghijklmnopqrstuv')).toEqual(await dictionary.messages('/order'));
  });

  it('returns the not-found texts for unknown pairs, equal coins and invalid paths', async () => {
    const notFound = await dictionary.messages('/not-found');
    for (const page of ['/exchange-btc-nope', '/exchange-btc-btc', '/exchange', '/../brand', '/exchange-btc-eth-xmr']) {
      expect(await dictionary.messages(page)).toEqual(notFound);
    }
  });

  it('has the title and lead of a doc and of a post, in both languages', async () => {
    const { en, ru } = await dictionary.messages('/ru/docs/refunds');
    expect([en?.['title'], ru?.['h1']]).toEqual(['Refunds | Quote "House"', 'Возвраты']);
    const post = (await dictionary.messages('/blog/why-orders-have-a-pass'))['en'];
    expect(post?.['description']).toMatch(/^You exchange without an account/);
    expect(JSON.parse(post?.['json_ld'] ?? '')).toMatchObject({
      '@graph': [
        { '@type': 'BlogPosting', datePublished: '2026-11-24', url: '{{origin}}/blog/why-orders-have-a-pass' },
        { '@type': 'BreadcrumbList' },
      ],
    });
  });

  it('names the languages of a post that the blog service has in one only', async () => {
    const blog = {
      ...content.blog,
      read: async (slug: string, locale: LocaleCode) => (locale === 'ru' ? await content.blog.read(slug, locale) : null),
    };
    const partly = createSeoDictionary({ catalogue, brand: 'Quote "House"', content: async () => ({ ...content, blog }) });
    const { en, ru } = await partly.messages('/blog/why-orders-have-a-pass');
    expect([ru?.['languages'], en?.['languages']]).toEqual(['ru', undefined]);
    expect(en).toEqual((await partly.messages('/not-found'))['en']);
    expect((await dictionary.messages('/blog/why-orders-have-a-pass'))['ru']).not.toHaveProperty('languages');
  });

  it('names topic and number of a list of posts', async () => {
    expect((await dictionary.messages('/blog'))['en']?.['title']).toBe('Blog | Quote "House"');
    expect((await dictionary.messages('/blog/security'))['ru']?.['title']).toBe('Блог: Безопасность | Quote "House"');
    expect((await dictionary.messages('/blog/security/page2'))['en']?.['title']).toBe('Blog: Security, 2 | Quote "House"');
  });

  it.each([
    '/docs/nothing',
    '/docs/a/b',
    '/blog/nothing',
    '/blog/page1',
    '/blog/page0',
    '/blog/nothing/page2',
    '/blog/__proto__',
  ])('returns the not-found texts for %s', async (page) => {
    expect(await dictionary.messages(page)).toEqual(await dictionary.messages('/not-found'));
  });

  it('throws for a page without a required key', () => {
    const folder = mkdtempSync(join(tmpdir(), 'seo-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const original = join(import.meta.dirname, '../../resources/seo');
    cpSync(original, folder, { recursive: true });
    const { support, ...texts } = JSON.parse(readFileSync(join(original, 'ru.json'), 'utf8')) as Record<string, object>;
    writeFileSync(join(folder, 'ru.json'), JSON.stringify({ ...texts, support: { ...support, h1: undefined } }));
    expect(() => createSeoDictionary({ catalogue, brand: 'x', content: async () => content, folder })).toThrow(
      /ru\.json, page support: h1 is missing/,
    );
  });
});
