import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { CONTENT_PAGES, type ContentPage } from '../../contract/paths/contentPages.ts';
import { pageAt } from '../../contract/pages.ts';
import { LOCALE_CODES, splitLocale, type LocaleCode } from '../../contract/paths/locales.ts';
import { loadCatalogue } from '../instruments/loadCatalogue.ts';
import { readOperatorSettings } from '../operator/settings/operatorSettings.ts';
import { contentFacts, type ContentSettings } from './contentFacts.ts';
import { createContentPages } from './contentPages.ts';
import { readContentFile } from './contentFile.ts';

const SETTINGS: ContentSettings = {
  ...readOperatorSettings({ PLATFORM_FEE_PERCENT: '0.75', REFERRER_SHARE_PERCENT: '30' }),
  brand: {
    name: 'Swap',
    legalEntity: 'Swap Ltd',
    supportEmail: 'help@swap.example',
    securityEmail: 'safe@swap.example',
    authoritiesEmail: 'law@swap.example',
  },
  catalogue: loadCatalogue(),
  networks: ['bitcoin', 'monero', 'ethereum', 'ripple'],
};

/** The text with ordinary spaces */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

describe('the pages of this repository', () => {
  const rendered = createContentPages(() => SETTINGS);
  const read = (name: ContentPage, locale: LocaleCode) => rendered.page(name, locale) ?? expect.fail(`no page ${name}`);

  it('contain the numbers of the configuration in the format of the language', () => {
    expect(plain(read('affiliate', 'en').html)).toContain('it is 7.5 USDT. Your share of 30 % is <strong>2.25 USDT</strong>');
    expect(plain(read('affiliate', 'ru').html)).toContain('то есть 7,5 USDT. Ваша доля 30 % — <strong>2,25 USDT</strong>');
    expect(plain(read('terms', 'en').html)).toContain('Our service fee is 0.75 %');
    expect(plain(read('terms', 'en').html)).toContain('between you and Swap Ltd, the operator of Swap');
    expect(plain(read('affiliate', 'ru').lead)).toBe('Рекомендуйте Swap, и 30 % нашей комиссии — ваши, в USDT.');
  });

  it.each(CONTENT_PAGES.flatMap((page) => LOCALE_CODES.map((locale) => [page, locale] as const)))(
    'links from %s (%s) only to pages of the same language that exist',
    (page, locale) => {
      const links = [...read(page, locale).html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
      expect(links.length).toBeGreaterThan(1);
      for (const href of links.filter((link) => link.startsWith('/') && !link.startsWith('/api/'))) {
        const { locale: language, path } = splitLocale(new URL(href, 'https://swap.example').pathname);
        expect([href, language, pageAt(path) !== undefined]).toEqual([href, locale, true]);
      }
    },
  );

  it('have one for authorities only if the operator has a contact for them', () => {
    expect(read('for-competent-authorities', 'en').html).toContain('href="mailto:law@swap.example"');
    const without = createContentPages(() => ({ ...SETTINGS, brand: { ...SETTINGS.brand, authoritiesEmail: null } }));
    expect(without.page('for-competent-authorities', 'en')).toBeNull();
    expect(without.page('terms', 'en')?.title).toBe('Terms of use');
  });

  it('keep a number and its unit in one line', () => {
    expect(read('affiliate', 'en').html).toContain('Your share of 30\u00a0% is <strong>2.25\u00a0USDT</strong>');
  });

  it.each(CONTENT_PAGES)('%s has the same sections in both languages', (page) => {
    const outline = LOCALE_CODES.map((locale) =>
      [...read(page, locale).html.matchAll(/<(h[1-6]|li|table)\b/g)].map(([tag]) => tag),
    );
    expect(outline[1]).toEqual(outline[0]);
  });
});

describe('facts', () => {
  it('list the networks of the host with the confirmations of the catalogue', () => {
    expect(contentFacts(SETTINGS, 'en')['networkRows']?.split('\n')).toEqual([
      '| Bitcoin | BTC | 2 | 20 min | – |',
      expect.stringMatching(/^\| Ethereum \| ERC20 \| \d+ \| \d+ (sec|min) \| – \|$/),
      expect.stringMatching(/^\| Monero \| XMR \| 50 \| 100 min \| – \|$/),
      expect.stringMatching(/^\| XRP Ledger \| XRP \| \d+ \| \d+ sec \| Destination tag \|$/),
    ]);
    expect(contentFacts(SETTINGS, 'ru')).toMatchObject({ networkCount: '4', platformFeePercent: '0,75' });
  });

  it('have a row for each cashback level', () => {
    expect(contentFacts(SETTINGS, 'en')['cashbackRows']?.split('\n')[1]).toBe('| ≥ 10,000 | 10 % | 0.75 |');
  });
});

describe('a content file', () => {
  it('fails for an unknown placeholder, a missing head and an unknown field', () => {
    const head = '---\ntitle: A\nlead: B\n---\n';
    const fields = Type.Object({ title: Type.String(), lead: Type.String() }, { additionalProperties: false });
    const read = (text: string, values: Record<string, string>) => readContentFile('a.md', text, values, fields);
    expect(read(`${head}\n# {{x}}\n`, { x: '1' })).toEqual({ title: 'A', lead: 'B', text: '# 1' });
    expect(() => read(`${head}{{y}}`, { x: '1' })).toThrow('a.md: unknown placeholder {{y}}');
    expect(() => read('# A', {})).toThrow('a.md must begin');
    expect(() => read('---\ntitle: A: B\nlead: B\n---\n', {})).toThrow('a.md: its head is no YAML');
    expect(() => read('---\ntitle: A\n---\n', {})).toThrow('must have title, lead, and');
    expect(() => read('---\ntitle: A\nlead: B\nfoo: C\n---\n', {})).toThrow('nothing else');
  });

  it('shows numbers that changed while the host runs, and reads no file twice otherwise', () => {
    let platformFeePercent = '0.75';
    const pages = createContentPages(() => ({ ...SETTINGS, pricing: { ...SETTINGS.pricing, platformFeePercent } }));
    const before = pages.page('terms', 'en');
    expect(pages.page('terms', 'en')).toBe(before);
    platformFeePercent = '0.9';
    expect(plain(pages.page('terms', 'en')?.html ?? '')).toContain('Our service fee is 0.9 %');
  });

  it('fails for a missing page', () => {
    const folder = mkdtempSync(join(tmpdir(), 'content-'));
    mkdirSync(join(folder, 'en'));
    writeFileSync(join(folder, 'en/terms.md'), '---\ntitle: A\nlead: B\n---\n');
    expect(() => createContentPages(() => SETTINGS, folder)).toThrow('affiliate.md');
  });
});
