import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { ApiError } from '../../../contract/errors.ts';
import type { LocaleCode } from '../../../contract/paths/locales.ts';
import { createRequestLimit } from '../../../contract/requestLimit.ts';
import { CategorySlug, DOC_SECTIONS, PostSlug } from '../../../contract/schemas/content.ts';
import { callService } from '../../common/callService.ts';
import type { Logger } from '../../common/log.ts';
import { LONGEST_TEXT } from '../text/renderText.ts';
import type { BlogSource, SourceDoc, SourcePost } from './blogSource.ts';

/** The most that a page of posts may ask for (§7) */
const PER_PAGE = 50;
/** A service that claims to have more posts is not followed any further. */
const MOST_PAGES = 20;
/** For a whole answer */
const TIMEOUT_MS = 5_000;
const MOST_BYTES = 5_000_000;
const LIFETIME_MS = 5 * 60_000;
/** After a failure the service is left alone. Meanwhile the posts of the last answer are shown, however old. */
const PAUSE_MS = 30_000;
const OLD_SLUGS_PER_MINUTE = 60;
const MOST_OLD_SLUGS = 1_000;
/** The categories of docs: "docs-basics" has those of the section "basics". */
const DOCS = 'docs-';

const textOf = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const ServicePost = Type.Object({
  slug: PostSlug,
  title: textOf(300),
  lead: Type.String({ maxLength: 1_000 }),
  date: Type.String({ pattern: '^\\d{4}-(?:0\\d|1[0-2])-(?:[0-2]\\d|3[01])(?:T[0-9:.Z+-]*)?$' }),
  author: Type.String({ maxLength: 100 }),
  category: Type.Object({ slug: CategorySlug, title: textOf(60) }),
  html: Type.String({ maxLength: LONGEST_TEXT }),
});
const Answer = Type.Object({ items: Type.Array(Type.Unknown(), { maxItems: PER_PAGE }), total: Type.Integer({ minimum: 0 }) });

export interface BlogServiceOptions {
  /** "https://blog.example/api", without a slash at its end */
  url: string;
  log: Logger;
  now?: () => number;
  timeoutMs?: number;
}

interface Known {
  posts: readonly SourcePost[] | null;
  /** When the next attempt is due */
  until: number;
  loading: Promise<void> | null;
}

/**
 * Reads posts and docs from a blog service (§7): `GET {url}/posts` with `locale`, `category`, `offset`, `per_page` and `slug` answers
 * `{items, total}`. A post that does not fit is left out. Totals are not trusted: an empty page ends the list. The service answers an old
 * slug with the post under its present one.
 */
export function createBlogService({ url, log, now = Date.now, timeoutMs = TIMEOUT_MS }: BlogServiceOptions): BlogSource {
  const lists = new Map<string, Known>();
  const docsOf = new WeakMap<readonly SourcePost[], SourceDoc[]>();
  const moved = new Map<string, { slug: string | null; until: number }>();
  const lookups = createRequestLimit(OLD_SLUGS_PER_MINUTE);
  const ask = (query: Record<string, string | number>) => readAnswer(url, query, timeoutMs);

  const readAll = async (list: { locale: LocaleCode; category?: string }): Promise<SourcePost[]> => {
    const posts = new Map<string, SourcePost>();
    let offset = 0;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const items = await ask({ ...list, offset, per_page: PER_PAGE });
      if (items.length === 0) break;
      offset += items.length;
      for (const item of items) if (Value.Check(ServicePost, item)) posts.set(item.slug, toPost(item));
    }
    if (posts.size < offset)
      log.warn({ ...list, left: offset - posts.size }, 'The blog service has posts that do not fit, or twice.');
    return [...posts.values()];
  };

  const load = (list: { locale: LocaleCode; category?: string }, known: Known): Promise<void> => {
    known.loading ??= readAll(list)
      .then(
        (posts) => {
          known.posts = posts;
          known.until = now() + LIFETIME_MS;
        },
        (error: unknown) => {
          log.warn({ err: error, ...list }, 'The blog service could not be read.');
          known.until = now() + PAUSE_MS;
        },
      )
      .finally(() => {
        known.loading = null;
      });
    return known.loading;
  };

  /** Returns null while there is no answer. */
  const postsOf = async (list: { locale: LocaleCode; category?: string }): Promise<readonly SourcePost[] | null> => {
    const key = JSON.stringify(list);
    const known = lists.get(key) ?? { posts: null, until: -Infinity, loading: null };
    lists.set(key, known);
    // Docs are also files: after the first attempt, no reader of them waits for a service that does not answer.
    const isAwaited = list.category === undefined || known.until === -Infinity;
    const loading = now() >= known.until ? load(list, known) : known.loading;
    // While new posts load, readers get the stored ones.
    if (!known.posts && isAwaited) await loading;
    return known.posts;
  };

  return {
    posts: async (locale) => {
      const posts = await postsOf({ locale });
      if (!posts) throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'The blog can’t be read now.');
      return posts.filter(({ category }) => !category.slug.startsWith(DOCS));
    },
    docs: async (locale) => {
      const sections = DOC_SECTIONS.map(async (section) => {
        const posts = (await postsOf({ locale, category: DOCS + section })) ?? [];
        const known =
          docsOf.get(posts) ?? posts.flatMap((post) => (post.category.slug === DOCS + section ? { ...post, section } : []));
        docsOf.set(posts, known);
        return known;
      });
      return (await Promise.all(sections)).flat();
    },
    movedTo: async (slug, locale) => {
      if (!Value.Check(PostSlug, slug)) return null;
      const key = `${locale} ${slug}`;
      const found = moved.get(key);
      if (found && found.until > now()) return found.slug;
      if (lookups.take('')) return null;
      const items = await ask({ locale, slug, offset: 0, per_page: 1 }).catch(() => null);
      const [item] = items ?? [];
      const present = Value.Check(ServicePost, item) ? item.slug : null;
      moved.delete(key);
      moved.set(key, { slug: present, until: now() + (items ? LIFETIME_MS : PAUSE_MS) });
      const [oldest] = moved.keys();
      if (moved.size > MOST_OLD_SLUGS && oldest !== undefined) moved.delete(oldest);
      return present;
    },
  };
}

const toPost = ({ html, date, ...post }: Static<typeof ServicePost>): SourcePost => ({
  slug: post.slug,
  title: post.title,
  lead: post.lead,
  author: post.author,
  category: { slug: post.category.slug, title: post.category.title },
  date: date.slice(0, 10),
  format: 'html',
  text: html,
});

/** Returns the items of an answer. Rejects for one that is late, too large or of another shape. */
async function readAnswer(url: string, query: Record<string, string | number>, timeoutMs: number): Promise<unknown[]> {
  const address = new URL(`${url}/posts`);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
  const { status, text } = await callService({ url: address.href, timeoutMs, mostBytes: MOST_BYTES });
  if (status !== 200) throw new Error(`Status ${status}`);
  const body: unknown = JSON.parse(text);
  if (!Value.Check(Answer, body)) throw new Error('The answer is not {items, total} with at most 50 items');
  return body.items;
}
