import { expect, it } from 'vitest';
import { CONTENT_PAGES } from '../../contract/paths/contentPages.ts';
import { readBlogAddress } from '../../contract/paths/blogAddress.ts';
import { LOCALE_CODES, splitLocale, type LocaleCode } from '../../contract/paths/locales.ts';
import { pageAt } from '../../contract/pages.ts';
import { createLogger } from '../common/log.ts';
import { createContent } from './createContent.ts';
import { CONTENT_SETTINGS } from './testing/contentSettings.ts';

const { pages, docs, blog } = createContent({
  settings: () => CONTENT_SETTINGS,
  blogUrl: null,
  log: createLogger('silent'),
});

/** The host's own addresses that are no pages */
const OTHERS = new Set(['/api/docs', '/api/openapi.json', '/api/asyncapi.json', '/blog/rss.xml', '/ru/blog/rss.xml']);

async function textsOf(locale: LocaleCode): Promise<{ name: string; html: string }[]> {
  const { items } = await blog.list({ category: null, offset: 0, perPage: 50 }, locale);
  const { sections } = await docs.list(locale);
  const slugs = sections.flatMap((section) => section.docs.map(({ slug }) => slug));
  return [
    ...CONTENT_PAGES.map((name) => ({ name, html: pages.page(name, locale)?.html ?? '' })),
    ...(await Promise.all(
      slugs.map(async (slug) => ({ name: `docs/${slug}`, html: (await docs.read(slug, locale))?.html ?? '' })),
    )),
    ...(await Promise.all(
      items.map(async ({ slug }) => ({ name: `blog/${slug}`, html: (await blog.read(slug, locale))?.html ?? '' })),
    )),
  ];
}

/** Returns the text of the page at a path, or null if there is no page. Pages that are no texts have an empty one. */
async function textAt(path: string, locale: LocaleCode): Promise<string | null> {
  const name = pageAt(path);
  if (name === 'doc') return (await docs.read(path.slice('/docs/'.length), locale))?.html ?? null;
  if (name === 'post') {
    const address = readBlogAddress(path);
    return address?.kind === 'slug' ? ((await blog.read(address.slug, locale))?.html ?? null) : null;
  }
  const content = CONTENT_PAGES.find((page) => page === name);
  return content ? (pages.page(content, locale)?.html ?? null) : name === undefined ? null : '';
}

it.each(LOCALE_CODES)('links of texts (%s) lead to pages and headings of the same language', async (locale) => {
  const wrong: string[] = [];
  let count = 0;
  for (const { name, html } of await textsOf(locale)) {
    for (const [, href = ''] of html.matchAll(/href="([^"]+)"/g)) {
      if (OTHERS.has(href) || /^(?:https|mailto):/.test(href)) continue;
      count += 1;
      const { pathname, hash } = new URL(href, `https://swap.example${locale === 'en' ? '' : `/${locale}`}/${name}`);
      const target = splitLocale(pathname);
      const text = target.locale === locale ? await textAt(target.path, locale) : null;
      const hasHeading = hash === '' || text === '' || text?.includes(`id="${decodeURIComponent(hash.slice(1))}"`);
      if (text === null || !hasHeading) wrong.push(`${name}: ${href}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(20);
});
