import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCALE_CODES } from '../../../contract/paths/locales.ts';
import { CONTENT_SETTINGS } from '../testing/contentSettings.ts';
import { createBlog } from './blog.ts';
import { createFileBlog } from './fileBlog.ts';

const EVERYTHING = { category: null, offset: 0, perPage: 50 };

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'blog-'));
  for (const locale of LOCALE_CODES) {
    for (const [name, text] of Object.entries({ 'categories.json': '{"news":"News","tips":"Tips"}', ...files })) {
      mkdirSync(dirname(join(folder, locale, name)), { recursive: true });
      writeFileSync(join(folder, locale, name), text);
    }
  }
  return folder;
}

const post = (title: string, date: string, category = 'news') =>
  `---\ntitle: ${title}\nlead: L\ndate: ${date}\nauthor: Me\ncategory: ${category}\n---\n## One\n\nText`;

describe('the posts of this repository', () => {
  const blog = createBlog(createFileBlog(() => CONTENT_SETTINGS));

  it('are the same in every language, in the same categories', async () => {
    const outline = async (locale: (typeof LOCALE_CODES)[number]) =>
      (await blog.list(EVERYTHING, locale)).items.map(({ slug, date, category }) => [slug, date, category.slug]);
    expect((await outline('en')).length).toBeGreaterThan(0);
    for (const locale of LOCALE_CODES) expect(await outline(locale)).toEqual(await outline('en'));
  });

  it('are known to exist in every language, and others in none', async () => {
    expect(await blog.languagesOf('why-orders-have-a-pass')).toEqual(LOCALE_CODES);
    expect(await blog.languagesOf('nothing')).toEqual([]);
  });

  it('contain the operator’s name', async () => {
    expect((await blog.read('why-orders-have-a-pass', 'en'))?.author).toBe('The Swap team');
  });
});

describe('a folder of posts', () => {
  const folder = folderWith({
    'old.md': post('Old', '2026-01-01'),
    'new.md': post('New', '2026-03-01', 'tips'),
    '2026/february/middle.md': post('Middle', '2026-02-01'),
  });
  const blog = createBlog(createFileBlog(() => CONTENT_SETTINGS, folder));

  it('is listed newest first, by page and category', async () => {
    const titles = async (range: { category?: string; offset?: number; perPage?: number }) =>
      (await blog.list({ ...EVERYTHING, ...range }, 'en')).items.map(({ title }) => title);
    expect(await titles({})).toEqual(['New', 'Middle', 'Old']);
    expect(await titles({ offset: 1, perPage: 1 })).toEqual(['Middle']);
    expect(await titles({ category: 'news' })).toEqual(['Middle', 'Old']);
    expect(await titles({ category: 'constructor' })).toEqual([]);
    expect(await titles({ offset: 1_000_000 })).toEqual([]);
    const { total, categories } = await blog.list({ ...EVERYTHING, category: 'news', perPage: 1 }, 'ru');
    expect(total).toBe(2);
    expect(categories).toEqual([
      { slug: 'tips', title: 'Tips', count: 1 },
      { slug: 'news', title: 'News', count: 2 },
    ]);
  });

  it('has posts with slugs of several segments, and their neighbours', async () => {
    expect(await blog.read('2026/february/middle', 'en')).toMatchObject({
      title: 'Middle',
      minutes: 1,
      headings: [{ id: 'one', title: 'One', level: 2 }],
      newer: { slug: 'new', title: 'New' },
      older: { slug: 'old', title: 'Old' },
    });
  });

  it.each(['', '/', 'old/', '../en/old', '2026%2ffebruary%2fmiddle', 'old.md', 'OLD', '2026/february', '__proto__'])(
    'has no post "%s"',
    async (slug) => {
      expect(await blog.read(slug, 'en')).toBeNull();
    },
  );

  it('is refused with an invalid file, which the error names', () => {
    const create = (files: Record<string, string>) => createFileBlog(() => CONTENT_SETTINGS, folderWith(files));
    expect(() => create({ 'a.md': post('A', '2026-02-31') })).toThrow(/a\.md: its head/);
    expect(() => create({ 'a.md': post('A', '2026-02-01', 'other') })).toThrow(/a\.md: .* no name of the category other/);
    expect(() => create({ 'a.b.md': post('A', '2026-02-01') })).toThrow(/a\.b\.md: its name/);
  });
});
