import { LOCALE_CODES, type LocaleCode } from '../../../contract/paths/locales.ts';
import type { Post, Posts, PostSummary } from '../../../contract/schemas/content.ts';
import { renderText, type RenderedText } from '../text/renderText.ts';
import type { BlogSource, SourcePost } from './blogSource.ts';

/** Which posts to list */
interface PostRange {
  category: string | null;
  offset: number;
  perPage: number;
}

export interface Blog {
  /** Returns a part of the posts, newest first, and all categories. Rejects when the source can't be read. */
  list(range: PostRange, locale: LocaleCode): Promise<Posts>;
  /** Returns the post; under its present slug if it has moved; null if there is none. */
  read(slug: string, locale: LocaleCode): Promise<Post | null>;
  /** Returns the languages in which the post exists. */
  languagesOf(slug: string): Promise<LocaleCode[]>;
}

export function createBlog(source: BlogSource): Blog {
  const rendered = createRenderedTexts();
  const allPosts = async (locale: LocaleCode) =>
    [...(await source.posts(locale))].toSorted((one, other) => compare(other.date, one.date) || compare(one.slug, other.slug));
  const present = ({ slug, title, lead, date, author, category, ...text }: SourcePost): PostSummary => ({
    slug,
    title,
    lead,
    date,
    author,
    category,
    minutes: rendered(text).minutes,
  });
  return {
    list: async ({ category, offset, perPage }, locale) => {
      const posts = await allPosts(locale);
      const wanted = category === null ? posts : posts.filter((post) => post.category.slug === category);
      return {
        items: wanted.slice(offset, offset + perPage).map(present),
        total: wanted.length,
        categories: categoriesOf(posts),
      };
    },
    languagesOf: async (slug) => {
      const lists = await Promise.all(LOCALE_CODES.map(async (code) => [code, await source.posts(code)] as const));
      return lists.flatMap(([code, posts]) => (posts.some((post) => post.slug === slug) ? [code] : []));
    },
    read: async (slug, locale) => {
      const posts = await allPosts(locale);
      const at = (name: string | null) => posts.findIndex((post) => post.slug === name);
      const here = at(slug);
      const place = here === -1 ? at(await source.movedTo(slug, locale)) : here;
      const post = posts[place];
      if (!post) return null;
      const { html, headings } = rendered(post);
      return {
        ...present(post),
        html,
        headings: [...headings],
        newer: linkTo(posts[place - 1]),
        older: linkTo(posts[place + 1]),
      };
    },
  };
}

const linkTo = (post: SourcePost | undefined) => (post ? { slug: post.slug, title: post.title } : null);

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

function categoriesOf(posts: readonly SourcePost[]): Posts['categories'] {
  const bySlug = Map.groupBy(posts, ({ category }) => category.slug);
  return [...bySlug].flatMap(([slug, own]) => (own[0] ? { slug, title: own[0].category.title, count: own.length } : []));
}

/** Rendering takes milliseconds, so its results are kept by text. More than any blog shows at once. */
const MOST_TEXTS = 1_000;

function createRenderedTexts(): (text: Pick<SourcePost, 'format' | 'text'>) => RenderedText {
  const known = new Map<string, RenderedText>();
  return ({ format, text }) => {
    const key = `${format} ${text}`;
    const result = known.get(key) ?? renderText({ format, text });
    known.delete(key);
    known.set(key, result);
    const [oldest] = known.keys();
    if (known.size > MOST_TEXTS && oldest !== undefined) known.delete(oldest);
    return result;
  };
}
