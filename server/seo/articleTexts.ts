import { readBlogAddress } from '../../contract/paths/blogAddress.ts';
import { LOCALE_CODES, type LocaleCode } from '../../contract/paths/locales.ts';
import type { HostContent } from '../content/createContent.ts';

type Values = Readonly<Record<string, string>> | null;

/** The page whose texts an address below `/docs` or `/blog` has, and what their placeholders stand for; null where there is no such text. */
interface ArticleTexts {
  name: 'doc' | 'blog' | 'post' | 'not-found';
  values: (locale: LocaleCode) => Values;
}

/** Returns the texts of a doc, of a post or of a list of posts. `path` has no locale. Rejects when the blog can't be read. */
export async function articleTexts(path: string, content: Pick<HostContent, 'docs' | 'blog'>): Promise<ArticleTexts> {
  if (path.startsWith('/docs/')) return await docTexts(path.slice('/docs/'.length), content);
  const address = readBlogAddress(path);
  if (!address || address.kind === 'moved') return { name: 'not-found', values: () => null };
  if (address.kind === 'page') return await listTexts(address, content);
  const posts = await inEachLocale((locale) => content.blog.read(address.slug, locale));
  if (posts.every(([, post]) => post === null)) return await listTexts({ category: address.slug, number: 1 }, content);
  const found = new Map(posts);
  return {
    name: 'post',
    values: (locale) => {
      const post = found.get(locale);
      return post ? { title: post.title, lead: post.lead, slug: post.slug, date: post.date, author: post.author } : null;
    },
  };
}

async function docTexts(slug: string, { docs }: Pick<HostContent, 'docs'>): Promise<ArticleTexts> {
  const found = new Map(await inEachLocale((locale) => docs.read(slug, locale)));
  return {
    name: 'doc',
    values: (locale) => {
      const doc = found.get(locale) ?? null;
      return doc && { title: doc.title, lead: doc.lead, slug: doc.slug };
    },
  };
}

async function listTexts(
  { category, number }: { category: string | null; number: number },
  { blog }: Pick<HostContent, 'blog'>,
): Promise<ArticleTexts> {
  const lists = new Map(await inEachLocale((locale) => blog.list({ category, offset: 0, perPage: 1 }, locale)));
  return {
    name: 'blog',
    values: (locale) => {
      const name = lists.get(locale)?.categories.find(({ slug }) => slug === category)?.title ?? null;
      if (category !== null && name === null) return null;
      const parts = [name, number > 1 ? String(number) : null].filter((part) => part !== null);
      return { list: parts.length > 0 ? `: ${parts.join(', ')}` : '' };
    },
  };
}

const inEachLocale = <Value>(read: (locale: LocaleCode) => Promise<Value>): Promise<[LocaleCode, Value][]> =>
  Promise.all(LOCALE_CODES.map(async (locale): Promise<[LocaleCode, Value]> => [locale, await read(locale)]));
