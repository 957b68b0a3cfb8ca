import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCALE_CODES } from '../../../contract/paths/locales.ts';
import { CONTENT_SETTINGS } from '../testing/contentSettings.ts';
import { createDocLibrary } from './docs.ts';

const HEAD = 'title: A\nlead: B\nsection: basics\norder: 1';

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  for (const locale of LOCALE_CODES) {
    mkdirSync(join(folder, locale));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, locale, name), text);
  }
  return folder;
}

describe('the docs of this repository', () => {
  const docs = createDocLibrary(() => CONTENT_SETTINGS);
  const list = docs.list('en').sections.flatMap(({ docs: own }) => own);

  it('are the same in every language', () => {
    expect(list.length).toBeGreaterThan(1);
    for (const locale of LOCALE_CODES) {
      const outline = docs.list(locale).sections.map(({ section, docs: own }) => [section, own.map(({ slug }) => slug)]);
      expect(outline).toEqual(docs.list('en').sections.map(({ section, docs: own }) => [section, own.map(({ slug }) => slug)]));
      for (const { slug } of list) {
        const levels = docs.read(slug, locale)?.headings.map(({ level }) => level);
        expect([slug, levels]).toEqual([slug, docs.read(slug, 'en')?.headings.map(({ level }) => level)]);
      }
    }
  });

  it('lead from one to the next', () => {
    const slugs = list.map(({ slug }) => slug);
    expect(slugs.map((slug) => docs.read(slug, 'en')?.next?.slug ?? null)).toEqual([...slugs.slice(1), null]);
    expect(slugs.map((slug) => docs.read(slug, 'en')?.previous?.slug ?? null)).toEqual([null, ...slugs.slice(0, -1)]);
  });

  it('have the numbers of the configuration', () => {
    expect(docs.read('refunds', 'en')?.html).toContain('A decision is open for 24\u00a0hours');
  });

  it('are found by Russian words in other cases, and by misspelt ones', () => {
    const found = (query: string, locale: 'en' | 'ru') => docs.search(query, locale).found.map(({ slug }) => slug);
    expect(found('адресом возврат', 'ru')).toContain('refunds');
    expect(found('refnuds', 'en')).toContain('refunds');
  });

  it('answer any query, and none with nothing', () => {
    for (const query of ['', ' ', '"', '*', '\\', '<script>', 'a '.repeat(50), '\u0000', '😀', 'zzzzqqqq']) {
      expect(docs.search(query, 'en').found.length).toBeLessThanOrEqual(10);
    }
    expect(docs.search('', 'en')).toEqual({ found: [] });
  });

  it.each(['', '..', '../blog/en/categories', 'security.md', '%2e%2e', 'Security', 'constructor', 'a/b'])(
    'has no doc "%s"',
    (slug) => {
      expect(docs.read(slug, 'en')).toBeNull();
    },
  );
});

describe('a folder of docs', () => {
  it('is searched by part: all words before some, headings before text', () => {
    const docs = createDocLibrary(
      () => CONTENT_SETTINGS,
      folderWith({
        'fees.md':
          '---\ntitle: Fees\nlead: L\nsection: money\norder: 1\n---\n## Service fee\n\nA fee of the service. See the refund.',
        'refunds.md': `---\ntitle: Refunds\nlead: L\nsection: money\norder: 2\n---\n## Address\n\nText\n\n## Refund fee\n\n${'Long text. '.repeat(40)}`,
      }),
    );
    const [first, second] = docs.search('refund fee', 'en').found;
    expect(first).toMatchObject({
      slug: 'refunds',
      heading: 'refund-fee',
      title: 'Refund fee',
      doc: 'Refunds',
      section: 'money',
    });
    expect(first?.terms).toEqual(expect.arrayContaining(['refund', 'fee']));
    expect(first?.excerpt).toMatch(/^Long text\..{100,160} …$/);
    expect(second).toMatchObject({ slug: 'fees', heading: 'service-fee' });
    expect(docs.search('addr', 'en').found[0]?.heading).toBe('address');
  });

  it('is refused with an invalid file, which the error names', () => {
    const create = (files: Record<string, string>) => createDocLibrary(() => CONTENT_SETTINGS, folderWith(files));
    expect(create({ 'a.md': `---\n${HEAD}\n---\nText` }).read('a', 'ru')).toMatchObject({ title: 'A', section: 'basics' });
    expect(() => create({ 'a.md': `---\n${HEAD}\n---\n{{nothing}}` })).toThrow(/a\.md: unknown placeholder/);
    expect(() => create({ 'a.md': '---\ntitle: A\nlead: B\nsection: other\norder: 1\n---\n' })).toThrow(/a\.md: its head/);
    expect(() => create({ 'A b.md': `---\n${HEAD}\n---\n` })).toThrow(/A b\.md: its name/);
  });
});
