import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PostSummary } from '../../contract/api/content.ts';
import { taglineIn, type Brand } from '../../contract/brand.ts';
import { LOCALE_CODES, LOCALES, localizePath, type LocaleCode } from '../../contract/paths/locales.ts';
import type { ApiClient } from '../http/apiClient.server.ts';

interface FeedsOptions {
  api: Pick<ApiClient, 'posts'>;
  brand: Brand;
  originOf: (request: FastifyRequest) => string;
}

/** The path of a feed, without locale */
export const FEED_PATH = '/blog/rss.xml';
/** Readers ask often, and seldom need old posts. */
const MOST_POSTS = 20;

/** Serves the newest posts of each language as RSS 2.0. */
export function registerFeeds(app: FastifyInstance, { api, brand, originOf }: FeedsOptions): void {
  for (const locale of LOCALE_CODES) {
    app.get(localizePath(locale, FEED_PATH), async (request, reply) => {
      const posts = await api.posts(locale);
      return reply
        .type('application/rss+xml; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(await feed(posts.slice(0, MOST_POSTS), { brand, locale, origin: originOf(request) }));
    });
  }
}

async function feed(
  posts: readonly PostSummary[],
  { brand, locale, origin }: { brand: Brand; locale: LocaleCode; origin: string },
): Promise<string> {
  const { Feed } = await import('feed');
  const address = (path: string): string => origin + localizePath(locale, path);
  const channel = new Feed({
    title: brand.name,
    description: taglineIn(brand, locale),
    id: address('/blog'),
    link: address('/blog'),
    language: `${LOCALES[locale].langslug}-${LOCALES[locale].iso3166}`,
    feedLinks: { rss: address(FEED_PATH) },
    generator: false,
    copyright: brand.legalEntity,
    // The time of the newest post, so that equal posts are an equal feed.
    ...(posts[0] && { updated: dateOf(posts[0]) }),
  });
  for (const post of posts) {
    const link = address(`/blog/${post.slug}`);
    channel.addItem({
      title: post.title,
      description: post.lead,
      id: link,
      link,
      date: dateOf(post),
      category: [{ name: post.category.title }],
    });
  }
  return channel.rss2();
}

const dateOf = ({ date }: PostSummary): Date => new Date(`${date}T00:00:00Z`);
