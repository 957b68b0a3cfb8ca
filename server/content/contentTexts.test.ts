import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageAt } from '../../contract/pages.ts';
import { LOCALE_CODES, splitLocale } from '../../contract/paths/locales.ts';
import { readBrand } from './readBrand.ts';
import { contentFacts } from './contentFacts.ts';
import { loadCatalogue } from '../instruments/loadCatalogue.ts';
import { readOperatorSettings } from '../operator/settings/operatorSettings.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['docs', 'blog', 'pages'].filter((folder) => existsSync(join(ROOT, 'resources/content', folder)));
const facts = contentFacts(
  { ...readOperatorSettings({}), brand: readBrand(), catalogue: loadCatalogue(), networks: ['bitcoin'] },
  'en',
);

const namesIn = (folder: string, locale: string): string[] =>
  readdirSync(join(ROOT, 'resources/content', folder, locale)).filter((name) => name.endsWith('.md'));
const read = (folder: string, locale: string, name: string): string =>
  readFileSync(join(ROOT, 'resources/content', folder, locale, name), 'utf8');
const codeOf = (text: string): string[] =>
  [...text.matchAll(/^```(?:sh|ts|python)\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
/** Headings by level, list items, rows of tables and blocks of code, in their order */
const outlineOf = (text: string): string[] =>
  [...text.matchAll(/^(?:(#+) |( *)(?:[-*]|\d+\.) |(\|)|(```))/gm)].map(
    ([, heading, list, row, code]) => heading ?? row ?? code ?? `${list}-`,
  );

const TEXTS = FOLDERS.flatMap((folder) => namesIn(folder, 'en').map((name) => [folder, name] as const));

describe.each(TEXTS)('%s/%s', (folder, name) => {
  it('has the same outline and head fields in both languages', () => {
    const [en, ru] = LOCALE_CODES.map((locale) => {
      const text = read(folder, locale, name);
      const head = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? '';
      const fields = Object.fromEntries(head.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line]));
      return { outline: outlineOf(text), fields };
    });
    expect(ru?.outline).toEqual(en?.outline);
    expect(Object.keys(ru?.fields ?? {})).toEqual(Object.keys(en?.fields ?? {}));
    for (const field of ['section', 'order', 'date', 'category']) expect(ru?.fields[field]).toBe(en?.fields[field]);
  });

  it.each(LOCALE_CODES)('has only known placeholders in %s', (locale) => {
    const used = [...read(folder, locale, name).matchAll(/\{\{(\w+)\}\}/g)].map(([, key = '']) => key);
    expect(used.filter((key) => !Object.hasOwn(facts, key))).toEqual([]);
  });

  it.each(LOCALE_CODES)('links only to texts and pages that exist, in %s', (locale) => {
    const prose = read(folder, locale, name).replaceAll(/^```[\s\S]*?^```$/gm, '');
    for (const [, href = ''] of prose.matchAll(/\]\((\/[^)]*)\)/g)) {
      if (href.startsWith('/api/')) continue;
      const { locale: language, path } = splitLocale(new URL(href, 'https://swap.example').pathname);
      const [, kind, slug] = /^\/(docs|blog)\/(.+)$/.exec(path) ?? [];
      const exists = kind && slug ? namesIn(kind, locale).includes(`${slug}.md`) : pageAt(path) !== undefined;
      expect([href, language, exists]).toEqual([href, locale, true]);
    }
  });
});

it('has no fact that no text uses', () => {
  const all = TEXTS.map(([folder, name]) => read(folder, 'en', name)).join('\n');
  expect(Object.keys(facts).filter((fact) => !all.includes(`{{${fact}}}`))).toEqual([]);
});

it.each(FOLDERS)('has every text of %s in both languages', (folder) => {
  expect(namesIn(folder, 'ru')).toEqual(namesIn(folder, 'en'));
});

it('has the questions and answers of the site, with their numbers', () => {
  expect(facts['frequentQuestions']).toContain('### Floating or fixed rate?\n\n');
  expect(facts['frequentQuestions']).toContain('we hold the rate for 20 minutes');
  expect(facts['supportQuestions']).toContain('We watch the address for 7 more days');
  expect(`${facts['frequentQuestions']}${facts['supportQuestions']}`).not.toMatch(/[{}]/);
});

it('has the fee of a fixed rate at three volatilities', () => {
  expect([facts['premiumAt40'], facts['premiumAt80'], facts['premiumAt120']]).toEqual(['0.5', '0.99', '1.49']);
  expect([facts['assumedVolatilityPercent'], facts['fixedVolatilityLimitPercent']]).toEqual(['80', '150']);
});

it.each(LOCALE_CODES)('shows commands in the docs about the API (%s) that the tested guide has too', (locale) => {
  const tested = codeOf(readFileSync(join(ROOT, 'docs/api.md'), 'utf8'));
  const shown = codeOf(read('docs', locale, 'api.md'));
  expect(shown.length).toBeGreaterThan(8);
  expect(shown.filter((code) => !tested.includes(code))).toEqual([]);
});
