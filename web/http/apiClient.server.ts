import type { Docs, PostSummary } from '../../contract/api/content.ts';
import { consoleRoutes } from '../../contract/console/routes.ts';
import type { Instrument } from '../../contract/api/instruments.ts';
import type { CallInput, CallName, CallOutput } from '../../contract/api/index.ts';
import type { Transport } from '../../contract/platform.ts';
import { eachLocale, type LocaleCode } from '../../contract/paths/locales.ts';
import { createHttpTransport } from '../../contract/client/httpTransport.ts';
import { forwardedHeaders, type Caller } from './forwardedHeaders.server.ts';
import { cached, cachedByKey } from './cached.server.ts';
import { createHostRequests } from './hostRequests.server.ts';

/** Calls of the web host itself to the API host, cached briefly. Each rejects with an ApiError when no value is cached. */
export interface ApiClient {
  instruments(): Promise<readonly Instrument[]>;
  pairs(): Promise<CallOutput<'pairs.list'>>;
  /** Returns locale → message key → text for a page path without its locale prefix. */
  seo(page: string): Promise<CallOutput<'seo.page'>>;
  /** Returns the docs of a language by section. */
  docs(locale: LocaleCode): Promise<Docs['sections']>;
  /** Returns all posts of a language, newest first. */
  posts(locale: LocaleCode): Promise<readonly PostSummary[]>;
  /** Returns whether the caller's session is an operator's. Not cached. False for an expired access token (D64) and without an answer. */
  isOperator(caller: Caller): Promise<boolean>;
}

const INSTRUMENTS_LIFETIME_MS = 60_000;
const PAIRS_LIFETIME_MS = 10 * 60_000;
const SEO_LIFETIME_MS = 60_000;
const TEXTS_LIFETIME_MS = 60_000;
/** The most that a call returns, and the most that a host has */
const POSTS_PER_CALL = 50;
const MOST_POSTS = 1_000;
const SEO_PAGES = 2_000;
/** How long a page waits for its SEO texts, in ms. */
const SEO_TIMEOUT_MS = 2_000;

export function createApiClient(apiUrl: string, now: () => number = Date.now): ApiClient {
  const send = createHostRequests(apiUrl);
  const transport: Transport = createHttpTransport(send);
  const call = <Name extends CallName>(name: Name, input: CallInput<Name>, signal?: AbortSignal) =>
    transport.call(name, input, signal ? { signal } : {});
  const allPosts = async (locale: LocaleCode): Promise<PostSummary[]> => {
    const posts: PostSummary[] = [];
    while (posts.length < MOST_POSTS) {
      const { items, total } = await call('content.posts', {
        locale,
        offset: String(posts.length),
        per_page: String(POSTS_PER_CALL),
      });
      posts.push(...items);
      if (items.length === 0 || posts.length >= total) break;
    }
    return posts;
  };
  const docs = eachLocale((locale) =>
    cached(async () => (await call('content.docs', { locale })).sections, { lifetimeMs: TEXTS_LIFETIME_MS, now }),
  );
  const posts = eachLocale((locale) => cached(() => allPosts(locale), { lifetimeMs: TEXTS_LIFETIME_MS, now }));
  return {
    docs: (locale) => docs[locale](),
    posts: (locale) => posts[locale](),
    instruments: cached(() => call('instruments.list', { providers: 'mercuryo' }), { lifetimeMs: INSTRUMENTS_LIFETIME_MS, now }),
    pairs: cached(() => call('pairs.list', {}), { lifetimeMs: PAIRS_LIFETIME_MS, now }),
    seo: cachedByKey((page) => call('seo.page', { page }, AbortSignal.timeout(SEO_TIMEOUT_MS)), {
      lifetimeMs: SEO_LIFETIME_MS,
      limit: SEO_PAGES,
      now,
    }),
    isOperator: async (caller) => {
      const { method, path, timeoutMs } = consoleRoutes.session;
      const headers = forwardedHeaders(caller);
      if (!('cookie' in headers)) return false;
      const answer = send({ method, path, query: null, body: null, headers, timeoutMs, signal: null });
      return await answer.then(
        ({ status }) => status === 200,
        () => false,
      );
    },
  };
}
