import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BRAND, startWebHost, type WebHostUnderTest } from '../support/browser/webHost.ts';

let site: WebHostUnderTest;
beforeAll(async () => {
  site = await startWebHost({ publicOrigin: 'https://causeway.example' });
});
afterAll(() => site.close());

describe('search metadata of a page', () => {
  it('comes from dict/seo, escaped', async () => {
    const { body } = await site.visit('/ru/exchange-btc-xmr?amount=1');
    expect(body).toContain('<title>ru &quot;/exchange-btc-xmr&quot; &lt;title&gt;</title>');
    expect(body).toContain('<meta name="description" content="About /exchange-btc-xmr">');
    expect(body).toContain('<meta property="og:title" content="Shared /exchange-btc-xmr">');
    expect(body).toContain('<meta property="og:locale" content="ru_RU">');
    expect(body).toContain('<meta property="og:locale:alternate" content="en_US">');
  });

  it('names one address, and its other languages', async () => {
    const { body } = await site.visit('/ru/exchange-btc-xmr?amount=1');
    for (const part of [
      '<link rel="canonical" href="https://causeway.example/ru/exchange-btc-xmr">',
      '<link rel="alternate" hreflang="en" href="https://causeway.example/exchange-btc-xmr">',
      '<link rel="alternate" hreflang="ru" href="https://causeway.example/ru/exchange-btc-xmr">',
      '<link rel="alternate" hreflang="x-default" href="https://causeway.example/exchange-btc-xmr">',
    ]) {
      expect(body).toContain(part);
    }
    expect((await site.visit('/ru')).body).toContain('<link rel="canonical" href="https://causeway.example/ru">');
  });

  it('carries structured data that can’t close its element', async () => {
    const { body } = await site.visit('/');
    expect(body).toContain('<script type="application/ld+json" nonce=');
    expect(body).toContain('\\u003c/script>');
    expect(body).not.toContain('<script>alert(1)');
  });

  it('marks an unknown page as not indexable', async () => {
    const { statusCode, body } = await site.visit('/nowhere');
    expect(statusCode).toBe(404);
    expect(body).toContain('noindex');
    expect(body).not.toContain('canonical');
  });

  it('requests the metadata of a page once a minute at most', async () => {
    await site.visit('/popular-exchanges');
    await site.visit('/ru/popular-exchanges');
    const requests = site.api.received.filter(({ url }) => url === '/dict/seo?page=%2Fpopular-exchanges');
    expect(requests).toHaveLength(1);
  });

  it('answers 500 if keys are missing and the check is on', async () => {
    const checked = await startWebHost({ checkMeta: true });
    onTestFinished(() => checked.close());
    const { statusCode, body } = await checked.visit('/support');
    expect(statusCode).toBe(500);
    expect(body).not.toContain('h1 (missing)');
    expect(checked.logged.join('')).toContain('SEO texts of /support in en: h1 (missing)');
  });

  it('is left out while the API host is unreachable', async () => {
    const alone = await startWebHost({ apiUrl: 'http://127.0.0.1:9' });
    onTestFinished(() => alone.close());
    const { statusCode, body } = await alone.visit('/');
    expect(statusCode).toBe(200);
    expect(body).toContain('<title>Causeway: Swap coins</title>');
  });

  it('ignores an invalid Host header', async () => {
    const open = await startWebHost();
    onTestFinished(() => open.close());
    const { body } = await open.visit('/', { host: 'evil"><script>' });
    expect(body).toContain('<link rel="canonical" href="http://localhost/">');
  });
});

describe('sitemap and robots', () => {
  const addresses = async (path: string) =>
    [...(await site.visit(path)).body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
  const both = (path: string) => [`https://causeway.example${path}`, `https://causeway.example/ru${path}`];

  it('are an index of pages, pairs, docs and posts', async () => {
    const { headers, body } = await site.visit('/sitemap.xml');
    expect(headers['content-type']).toContain('application/xml');
    expect(body).toContain('<sitemapindex');
    expect(await addresses('/sitemap.xml')).toEqual(
      ['pages', 'pairs', 'docs', 'blog'].map((name) => `https://causeway.example/sitemap-${name}.xml`),
    );
  });

  it('lists pages in both languages', async () => {
    const pages = await addresses('/sitemap-pages.xml');
    expect(pages.slice(0, 4)).toEqual([
      'https://causeway.example/',
      'https://causeway.example/ru',
      ...both('/popular-exchanges'),
    ]);
    for (const path of [
      '/support',
      '/fees',
      '/status',
      '/blog',
      '/roadmap',
      '/how-it-works',
      '/terms',
      '/price',
      '/docs',
      '/affiliate',
    ])
      expect(pages).toEqual(expect.arrayContaining(both(path)));
    expect(pages.filter((page) => /[:*]|order|profile|exchange-/.test(page?.slice('https://'.length) ?? ''))).toEqual([]);
    expect((await site.visit('/sitemap-pages.xml')).body).toContain('hreflang="x-default"');
  });

  it('lists popular pairs, docs and posts, each in the languages that have it', async () => {
    expect(await addresses('/sitemap-pairs.xml')).toEqual(both('/exchange-btc-xmr'));
    expect(await addresses('/sitemap-docs.xml')).toEqual(both('/docs/security'));
    expect(await addresses('/sitemap-blog.xml')).toEqual([
      ...both('/blog/2026/fees'),
      'https://causeway.example/blog/only-english',
    ]);
  });

  it('are empty and not kept while the API host is unreachable', async () => {
    const alone = await startWebHost({ apiUrl: 'http://127.0.0.1:9' });
    onTestFinished(() => alone.close());
    for (const name of ['pairs', 'docs', 'blog']) {
      const { statusCode, headers, body } = await alone.visit(`/sitemap-${name}.xml`);
      expect([statusCode, headers['cache-control'], body.includes('<loc>')]).toEqual([200, 'no-cache', false]);
    }
    expect((await alone.visit('/blog/rss.xml')).statusCode).toBe(503);
  });

  it('lists the page for authorities only if the operator has a contact for them', async () => {
    const withContact = await startWebHost({ brand: { ...BRAND, authoritiesEmail: 'law@causeway.example' } });
    onTestFinished(() => withContact.close());
    expect((await withContact.visit('/sitemap-pages.xml')).body).toContain('/for-competent-authorities</loc>');
    expect((await site.visit('/sitemap-pages.xml')).body).not.toContain('for-competent-authorities');
  });

  it('keeps robots away from private pages in all languages, and from the sandbox', async () => {
    const { body } = await site.visit('/robots.txt');
    for (const path of ['/order', '/history', '/unsubscribe', '/lk', '/profile', '/sandbox']) {
      expect(body).toContain(`Disallow: ${path}\n`);
      expect(body).toContain(`Disallow: /ru${path}\n`);
    }
    const forbidden = [...body.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path ?? '');
    expect(forbidden.filter((path) => '/support'.startsWith(path) || '/exchange-btc-eth'.startsWith(path))).toEqual([]);
    expect(body).toContain('Sitemap: https://causeway.example/sitemap.xml');
  });
});

describe('the feed of the blog', () => {
  it('has the newest posts of its language, whose texts can’t leave their elements', async () => {
    const { body, headers } = await site.visit('/blog/rss.xml');
    expect(headers['content-type']).toContain('application/rss+xml');
    expect(body.match(/<item>/g)).toHaveLength(2);
    expect(body).toContain('<link>https://causeway.example/blog/2026/fees</link>');
    expect(body).toContain('<pubDate>Fri, 20 Nov 2026 00:00:00 GMT</pubDate>');
    expect(body).toContain('News &amp; more');
    const outside = body.replaceAll(/<!\[CDATA\[[\s\S]*?\]\]>/g, '');
    expect(outside).not.toMatch(/<script|<b>/);
    const russian = await site.visit('/ru/blog/rss.xml');
    expect(russian.body.match(/<item>/g)).toHaveLength(1);
    expect(russian.body).toContain('<language>ru-ru');
  });
});
