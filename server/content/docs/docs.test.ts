import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCALE_CODES, type LocaleCode } from '../../../contract/paths/locales.ts';
import { CONTENT_SETTINGS } from '../testing/contentSettings.ts';
import { createDocLibrary } from './docs.ts';

const NONE = { docs: () => Promise.resolve([]) };
const HEAD = 'title: A\nlead: B\nsection: basics\norder: 1';

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  for (const locale of LOCALE_CODES) {
    mkdirSync(join(folder, locale));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, locale, name), text);
  }
  return folder;
}

describe('the docs of this repository', async () => {
  const docs = createDocLibrary(() => CONTENT_SETTINGS, NONE);
  const { sections } = await docs.list('en');
  const list = sections.flatMap(({ docs: own }) => own);

  it('are the same in every language', async () => {
    expect(list.length).toBeGreaterThan(1);
    for (const locale of LOCALE_CODES) {
      const outline = async (code: LocaleCode) =>
        (await docs.list(code)).sections.map(({ section, docs: own }) => [section, own.map(({ slug }) => slug)]);
      expect(await outline(locale)).toEqual(await outline('en'));
      for (const { slug } of list) {
        const levels = async (code: LocaleCode) => (await docs.read(slug, code))?.headings.map(({ level }) => level);
        expect([slug, await levels(locale)]).toEqual([slug, await levels('en')]);
      }
    }
  });

  it('lead from one to the next', async () => {
    const slugs = list.map(({ slug }) => slug);
    const read = await Promise.all(slugs.map(async (slug) => await docs.read(slug, 'en')));
    expect(read.map((doc) => doc?.next?.slug ?? null)).toEqual([...slugs.slice(1), null]);
    expect(read.map((doc) => doc?.previous?.slug ?? null)).toEqual([null, ...slugs.slice(0, -1)]);
  });

  it('have the numbers of the configuration', async () => {
    expect((await docs.read('refunds', 'en'))?.html).toContain('A decision is open for 24\u00a0hours');
  });

  it('are found by Russian words in other cases, and by misspelt ones', async () => {
    const found = async (query: string, locale: LocaleCode) => (await docs.search(query, locale)).found.map(({ slug }) => slug);
    expect(await found('адресом возврат', 'ru')).toContain('refunds');
    expect(await found('refnuds', 'en')).toContain('refunds');
  });

  it('answer any query, and none with nothing', async () => {
    for (const query of ['', ' ', '"', '*', '\\', '<script>', 'a '.repeat(50), '\u0000', '😀', 'zzzzqqqq']) {
      expect((await docs.search(query, 'en')).found.length).toBeLessThanOrEqual(10);
    }
    expect(await docs.search('', 'en')).toEqual({ found: [] });
  });

  it.each(['', '..', '../blog/en/categories', 'security.md', '%2e%2e', 'Security', 'constructor', 'a/b'])(
    'has no doc "%s"',
    async (slug) => {
      expect(await docs.read(slug, 'en')).toBeNull();
    },
  );
});

describe('a folder of docs', () => {
  it('is searched by part: all words before some, headings before text', async () => {
    const docs = createDocLibrary(
      () => CONTENT_SETTINGS,
      NONE,
      folderWith({
        'fees.md':
          '---\ntitle: Fees\nlead: L\nsection: money\norder: 1\n---\n## Service fee\n\nA fee of the service. See the refund.',
        'refunds.md': `---\ntitle: Refunds\nlead: L\nsection: money\norder: 2\n---\n## Address\n\nText\n\n## Refund fee\n\n${'Long text. '.repeat(40)}`,
      }),
    );
    const [first, second] = (await docs.search('refund fee', 'en')).found;
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
    expect((await docs.search('addr', 'en')).found[0]?.heading).toBe('address');
  });

  it('is refused with an invalid file, which the error names', async () => {
    const create = (files: Record<string, string>) => createDocLibrary(() => CONTENT_SETTINGS, NONE, folderWith(files));
    expect(await create({ 'a.md': `---\n${HEAD}\n---\nText` }).read('a', 'ru')).toMatchObject({ title: 'A', section: 'basics' });
    expect(() => create({ 'a.md': `---\n${HEAD}\n---\n{{nothing}}` })).toThrow(/a\.md: unknown placeholder/);
    expect(() => create({ 'a.md': '---\ntitle: A\nlead: B\nsection: other\norder: 1\n---\n' })).toThrow(/a\.md: its head/);
    expect(() => create({ 'A b.md': `---\n${HEAD}\n---\n` })).toThrow(/A b\.md: its name/);
  });
});
