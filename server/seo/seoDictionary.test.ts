import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PAGE_NAMES, PAGES } from '../../contract/pages.ts';
import { LOCALE_CODES } from '../../contract/paths/locales.ts';
import { checkSeoTexts } from '../../contract/seo.ts';
import { loadCatalogue } from '../instruments/loadCatalogue.ts';
import { createSeoDictionary } from './seoDictionary.ts';

const catalogue = loadCatalogue();
const dictionary = createSeoDictionary(catalogue, 'Quote "House"');
const SAMPLES = ['/', '/exchange-btc-usdttrc20', '/popular-exchanges', '/order/pending', '/support', '/nowhere', '/sandbox'];

/** They have the texts of `/order`. */
const PRIVATE_TO_GUESTS = PAGE_NAMES.filter((name) => PAGES[name].isPrivate && PAGES[name].access === undefined);

describe('the SEO dictionary', () => {
  it.each(SAMPLES)('has all keys, valid JSON and no unresolved placeholder for %s in both languages', (page) => {
    const messages = dictionary.messages(page);
    expect(Object.keys(messages)).toEqual(['en', 'ru']);
    for (const texts of Object.values(messages)) {
      expect(checkSeoTexts(texts)).toEqual([]);
      expect(JSON.stringify(texts)).not.toContain('{{');
      expect(texts['title']).not.toBe(undefined);
    }
  });

  it('has texts of its own for each page that is not private, and for account pages', () => {
    const titles = PAGE_NAMES.map((name) => [
      name,
      dictionary.messages(PAGES[name].path.replace(':pair', 'btc-eth'))['en']?.['title'],
    ]);
    const notFound = dictionary.messages('/not-found')['en']?.['title'];
    expect(titles.filter(([, title]) => title === notFound).map(([name]) => name)).toEqual(['lk']);
    expect(new Set(titles.map(([, title]) => title)).size).toBe(PAGE_NAMES.length - PRIVATE_TO_GUESTS.length + 1);
  });

  it.each(LOCALE_CODES)('has no texts of another page in %s.json', (locale) => {
    const file = join(import.meta.dirname, `../../resources/seo/${locale}.json`);
    const pages = Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object);
    expect(pages).toHaveLength(27);
    expect(pages.filter((page) => page !== 'not-found' && !PAGE_NAMES.some((name) => name === page))).toEqual([]);
  });

  it('names the coins of a pair, with the network of coins on several networks', () => {
    const { en, ru } = dictionary.messages('/exchange-btc-usdttrc20');
    expect(en?.['title']).toBe('BTC to USDT TRC20: live rate and fees | Quote "House"');
    expect(ru?.['h1']).toBe('Обмен BTC на USDT TRC20');
    expect(JSON.parse(en?.['json_ld'] ?? '')).toMatchObject({ provider: { name: 'Quote "House"' }, inLanguage: 'en' });
  });

  it('accepts a path with locale, query and slashes', () => {
    const pair = dictionary.messages('/exchange-eth-xmr');
    expect(dictionary.messages('/ru/exchange-eth-xmr/?amount=5')).toEqual(pair);
    expect(dictionary.messages('/ru')).toEqual(dictionary.messages('home'));
    expect(dictionary.messages('/order/abcdefghijklmnopqrstuv')).toEqual(dictionary.messages('/order'));
  });

  it('returns the not-found texts for unknown pairs, equal coins and invalid paths', () => {
    const notFound = dictionary.messages('/not-found');
    for (const page of ['/exchange-btc-nope', '/exchange-btc-btc', '/exchange', '/../brand', '/exchange-btc-eth-xmr']) {
      expect(dictionary.messages(page)).toEqual(notFound);
    }
  });

  it('throws for a page without a required key', () => {
    const folder = mkdtempSync(join(tmpdir(), 'seo-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const original = join(import.meta.dirname, '../../resources/seo');
    cpSync(original, folder, { recursive: true });
    const { support, ...texts } = JSON.parse(readFileSync(join(original, 'ru.json'), 'utf8')) as Record<string, object>;
    writeFileSync(join(folder, 'ru.json'), JSON.stringify({ ...texts, support: { ...support, h1: undefined } }));
    expect(() => createSeoDictionary(catalogue, 'x', folder)).toThrow(/ru\.json, page support: h1 is missing/);
  });
});
