import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkSeoTexts } from '../../contract/seo.ts';
import { loadCatalogue } from '../instruments/loadCatalogue.ts';
import { createSeoDictionary } from './seoDictionary.ts';

const catalogue = loadCatalogue();
const dictionary = createSeoDictionary(catalogue, 'Quote "House"');
const PAGES = ['/', '/exchange-btc-usdttrc20', '/popular-exchanges', '/order/pending', '/support', '/nowhere', '/sandbox'];

describe('the SEO dictionary', () => {
  it.each(PAGES)('has all keys, valid JSON and no unresolved placeholder for %s in both languages', (page) => {
    const messages = dictionary.messages(page);
    expect(Object.keys(messages)).toEqual(['en', 'ru']);
    for (const texts of Object.values(messages)) {
      expect(checkSeoTexts(texts)).toEqual([]);
      expect(JSON.stringify(texts)).not.toContain('{{');
      expect(texts['title']).not.toBe(undefined);
    }
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
