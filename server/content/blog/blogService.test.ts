import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../common/log.ts';
import { createDocLibrary } from '../docs/docs.ts';
import { CONTENT_SETTINGS } from '../testing/contentSettings.ts';
import { createBlog } from './blog.ts';
import { createBlogService } from './blogService.ts';

const EVERYTHING = { category: null, offset: 0, perPage: 50 };
const MINUTE_MS = 60_000;
const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

const post = (number: number, changes: object = {}) => ({
  slug: `post-${number}`,
  title: `Post ${number}`,
  lead: 'A lead.',
  date: '2026-11-20T10:00:00Z',
  author: 'Anna',
  category: { slug: 'news', title: 'News' },
  html: '<p onclick="x()">Hello <script>alert(1)</script></p>',
  ...changes,
});

type Handler = (query: URLSearchParams, response: ServerResponse) => void;

/** Starts a blog service that answers as `handle` says, and returns the blog of it. */
async function startService(handle: Handler, timeoutMs = 5_000) {
  const asked: string[] = [];
  const behaviour = { handle };
  const server = createServer((request: IncomingMessage, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://blog.example');
    asked.push(`${pathname}?${searchParams.toString()}`);
    behaviour.handle(searchParams, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  open.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const clock = { now: 0 };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const source = createBlogService({ url, log: createLogger('silent'), now: () => clock.now, timeoutMs });
  return { blog: createBlog(source), source, asked, behaviour, clock };
}

const json = (response: ServerResponse, body: unknown): void => void response.end(JSON.stringify(body));

/** Answers as a service that has these posts. */
const having =
  (posts: { slug: string }[], total = posts.length): Handler =>
  (query, response) => {
    const slug = query.get('slug');
    const offset = Number(query.get('offset'));
    const items = slug === null ? posts : posts.filter((item) => item.slug === slug);
    json(response, { items: items.slice(offset, offset + Number(query.get('per_page'))), total });
  };

describe('a blog service', () => {
  it('is read page by page, in both languages, and its HTML is sanitised', async () => {
    const { blog, asked } = await startService(having(Array.from({ length: 60 }, (_, index) => post(index))));
    expect((await blog.list(EVERYTHING, 'ru')).total).toBe(60);
    expect(asked).toEqual([0, 50, 60].map((offset) => `/api/posts?locale=ru&offset=${offset}&per_page=50`));
    expect(await blog.read('post-7', 'ru')).toMatchObject({ date: '2026-11-20', html: '<p>Hello </p>', author: 'Anna' });
  });

  it.each([0, 7, 1_000_000])('that says it has %i posts has those that it returns', async (total) => {
    const { blog } = await startService(having([post(1), post(2)], total));
    expect(await blog.list(EVERYTHING, 'en')).toMatchObject({ total: 2, categories: [{ slug: 'news', count: 2 }] });
  });

  it('that never ends is left after twenty pages', async () => {
    let number = 0;
    const { blog, asked } = await startService((_query, response) => {
      json(response, { items: Array.from({ length: 50 }, () => post((number += 1))), total: 1 });
    });
    expect((await blog.list(EVERYTHING, 'en')).total).toBe(1_000);
    expect(asked).toHaveLength(20);
  });

  it('that repeats its first page for ever shows each post once', async () => {
    const { blog } = await startService((_query, response) => json(response, { items: [post(1)], total: 1 }));
    expect((await blog.list(EVERYTHING, 'en')).total).toBe(1);
  });

  it('loses only the posts that do not fit', async () => {
    const wrong = [
      post(1, { slug: '../../etc' }),
      post(2, { slug: 'A' }),
      post(3, { date: 'yesterday' }),
      post(4, { html: 'a'.repeat(200_001) }),
      post(5, { category: 'news' }),
      post(6, { title: null }),
      null,
      'post',
    ];
    const { blog } = await startService((query, response) =>
      json(response, { items: query.get('offset') === '0' ? [...wrong, post(9)] : [], total: 9 }),
    );
    expect((await blog.list(EVERYTHING, 'en')).items.map(({ slug }) => slug)).toEqual(['post-9']);
  });

  it('shows old posts while it is down, and asks again after a pause', async () => {
    const { blog, behaviour, clock, asked } = await startService(having([post(1)]));
    await blog.list(EVERYTHING, 'en');
    behaviour.handle = (_query, response) => void response.writeHead(500).end();
    clock.now = 5 * 60_000;
    expect((await blog.list(EVERYTHING, 'en')).total).toBe(1);
    await expect.poll(() => asked.length).toBe(3);
    expect((await blog.list(EVERYTHING, 'en')).total).toBe(1);
    behaviour.handle = having([post(1), post(2)]);
    await expect
      .poll(async () => {
        clock.now += 30_000;
        return (await blog.list(EVERYTHING, 'en')).total;
      })
      .toBe(2);
  });

  const FAILURES: [string, Handler][] = [
    ['is down', (_query, response) => void response.socket?.destroy()],
    ['answers 503', (_query, response) => void response.writeHead(503).end('{"items":[],"total":0}')],
    ['answers HTML', (_query, response) => void response.end('<html></html>')],
    ['answers another shape', (_query, response) => json(response, [post(1)])],
    [
      'answers more items than asked for',
      (_query, response) => json(response, { items: Array.from({ length: 51 }, () => post(1)), total: 51 }),
    ],
    ['sends 6 MB', (_query, response) => void response.end(`{"total":0,"items":["${'a'.repeat(6_000_000)}"]}`)],
    ['redirects', (_query, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ];
  it.each(FAILURES)('that %s from the start gives an error, once per pause', async (_name, handle) => {
    const { blog, asked } = await startService(handle);
    await expect(blog.list(EVERYTHING, 'en')).rejects.toMatchObject({ code: 'ERR_SERVICE_UNAVAILABLE' });
    await expect(blog.read('post-1', 'en')).rejects.toMatchObject({ code: 'ERR_SERVICE_UNAVAILABLE' });
    expect(asked.length).toBeLessThanOrEqual(1);
  });

  it('that never finishes its answer is left after its time', async () => {
    const { blog } = await startService((_query, response) => void response.write('{"items":['), 50);
    await expect(blog.list(EVERYTHING, 'en')).rejects.toMatchObject({ code: 'ERR_SERVICE_UNAVAILABLE' });
  });
});

describe('docs of a blog service', () => {
  const doc = (slug: string, section: string, title: string) =>
    post(1, { slug, title, category: { slug: `docs-${section}`, title: 'Docs' } });
  const served = [doc('fees', 'money', 'Our fees'), doc('branches', 'basics', 'Branches'), doc('a/b', 'basics', 'No'), post(2)];
  const byCategory: Handler = (query, response) => {
    const category = query.get('category');
    const items = served.filter((item) => category === null || item.category.slug === category);
    json(response, { items: items.slice(Number(query.get('offset'))), total: items.length });
  };

  it('take the place of a file or follow those of their section, are asked for by category, and are no posts', async () => {
    const { blog, source, asked } = await startService(byCategory);
    const docs = createDocLibrary(() => CONTENT_SETTINGS, source);
    const [basics, money] = (await docs.list('ru')).sections;
    expect(basics?.docs.at(-1)).toMatchObject({ slug: 'branches', title: 'Branches' });
    expect(money?.docs.find(({ slug }) => slug === 'fees')?.title).toBe('Our fees');
    expect(await docs.read('branches', 'ru')).toMatchObject({ section: 'basics', html: '<p>Hello </p>' });
    expect((await docs.search('Branches', 'ru')).found[0]).toMatchObject({ slug: 'branches' });
    expect(asked).toContain('/api/posts?locale=ru&category=docs-money&offset=0&per_page=50');
    const before = asked.length;
    await docs.read('fees', 'ru');
    expect(asked).toHaveLength(before);
    expect((await blog.list(EVERYTHING, 'ru')).items.map(({ slug }) => slug)).toEqual(['post-2']);
  });

  it('are the files while the service is down, and no reader waits for it again', async () => {
    const unavailable: Handler = (_query, response) => void response.writeHead(503).end();
    // Longer than a test may take
    const { source, behaviour, clock, asked } = await startService(unavailable, 60 * MINUTE_MS);
    const docs = createDocLibrary(() => CONTENT_SETTINGS, source);
    expect((await docs.read('fees', 'en'))?.title).toBe('Fees');
    const before = asked.length;
    clock.now += MINUTE_MS;
    const silent = new Promise<ServerResponse>((resolve) => {
      behaviour.handle = (_query, response) => {
        resolve(response);
      };
    });
    expect((await docs.read('fees', 'en'))?.title).toBe('Fees');
    await silent;
    expect(asked.length).toBeGreaterThan(before);
  });
});

describe('a post that has moved', () => {
  it('is read under its old slug, which is asked for once', async () => {
    const { blog, asked } = await startService((query, response) => {
      const all = query.get('offset') === '0' && (query.get('slug') ?? 'old-name') === 'old-name' ? [post(1)] : [];
      json(response, { items: all, total: 1 });
    });
    expect((await blog.read('old-name', 'en'))?.slug).toBe('post-1');
    const before = asked.length;
    expect((await blog.read('old-name', 'en'))?.slug).toBe('post-1');
    expect(asked.length).toBe(before);
    expect(await blog.read('unknown', 'en')).toBeNull();
  });

  it('is looked for sixty times a minute at most, and never by an address that is no slug', async () => {
    const { source, asked } = await startService(having([]));
    for (const slug of ['../x', 'a b', 'A', '', 'a'.repeat(300), 'a//b', 'a.md'])
      expect(await source.movedTo(slug, 'en')).toBeNull();
    expect(asked).toHaveLength(0);
    for (let number = 0; number < 70; number += 1) await source.movedTo(`unknown-${number}`, 'en');
    expect(asked).toHaveLength(60);
  });
});
