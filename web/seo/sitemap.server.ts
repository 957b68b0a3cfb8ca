import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Brand } from '../../contract/brand.ts';
import { localesAt, PAGE_NAMES, PAGES, type PageName } from '../../contract/pages.ts';
import { DEFAULT_LOCALE, LOCALE_CODES, LOCALES, localizePath, type LocaleCode } from '../../contract/paths/locales.ts';
import type { ApiClient } from '../http/apiClient.server.ts';
import { escapeHtml } from '../http/html.server.ts';

/** Whether search engines may list a page. The sitemaps have its path, or for a page with a parameter the paths that the API host names. */
const LISTED: Readonly<Record<PageName, boolean>> = {
  home: true,
  buy: false,
  exchange: true,
  history: false,
  'open-order': false,
  'pending-order': false,
  order: false,
  'popular-exchanges': true,
  support: true,
  fees: true,
  status: true,
  privacy: true,
  terms: true,
  affiliate: true,
  docs: true,
  doc: true,
  blog: true,
  post: true,
  roadmap: true,
  'how-it-works': true,
  price: true,
  wallet: true,
  cashback: true,
  'swap-api': true,
  widget: false,
  'for-competent-authorities': true,
  verify: true,
  sandbox: false,
  unsubscribe: false,
  'confirm-email': false,
  'cancel-withdrawal': false,
  'freeze-account': false,
  'verification-photos': false,
  'desktop-sign-in': false,
  lk: false,
  'profile-wallet': false,
  'profile-withdraw': false,
  'profile-history': false,
  'profile-affiliate-program': false,
  'profile-cashback': false,
  'profile-info': false,
  'profile-verification': false,
  'profile-keys': false,
};

const STATIC_PAGES = PAGE_NAMES.filter((name) => LISTED[name] && !/[:*]/.test(PAGES[name].path));
/** The first segments of the other paths: "/order" also forbids "/order/pending". */
const FORBIDDEN = [...new Set(PAGE_NAMES.filter((name) => !LISTED[name]).map((name) => `/${PAGES[name].path.split('/')[1]}`))];

const XML = 'application/xml; charset=utf-8';
const CACHED = 'public, max-age=3600';

interface SitemapOptions {
  api: ApiClient;
  brand: Pick<Brand, 'authoritiesEmail'>;
  originOf: (request: FastifyRequest) => string;
}

/** A page of a sitemap, and the languages in which it exists */
interface SitemapPage {
  /** Without locale */
  path: string;
  locales: readonly LocaleCode[];
}

/**
 * Serves `/robots.txt` and `/sitemap.xml`: an index of the pages, popular pairs only (D31), docs and posts, in all languages. A list that
 * the API host can't give is empty, with a short cache time.
 */
export function registerSitemap(app: FastifyInstance, { api, brand, originOf }: SitemapOptions): void {
  const sitemaps: Readonly<Record<string, () => Promise<SitemapPage[]>>> = {
    pages: () =>
      Promise.resolve(
        STATIC_PAGES.filter((name) => name !== 'for-competent-authorities' || brand.authoritiesEmail !== null).map((name) =>
          everywhere(PAGES[name].path),
        ),
      ),
    pairs: async () => (await api.pairs()).popular.filter(isNamable).map(({ from, to }) => everywhere(`/exchange-${from}-${to}`)),
    docs: () =>
      inTheirLanguages('/docs', async (locale) => (await api.docs(locale)).flatMap(({ docs }) => docs.map(({ slug }) => slug))),
    blog: () => inTheirLanguages('/blog', async (locale) => (await api.posts(locale)).map(({ slug }) => slug)),
  };
  app.get('/sitemap.xml', (request, reply) =>
    reply
      .type(XML)
      .header('cache-control', CACHED)
      .send(
        [
          '<?xml version="1.0" encoding="UTF-8"?>',
          '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
          ...Object.keys(sitemaps).map(
            (name) => `<sitemap><loc>${escapeHtml(`${originOf(request)}/sitemap-${name}.xml`)}</loc></sitemap>`,
          ),
          '</sitemapindex>',
          '',
        ].join('\n'),
      ),
  );
  for (const [name, list] of Object.entries(sitemaps)) {
    app.get(`/sitemap-${name}.xml`, async (request, reply) => {
      const pages = await list().catch(() => null);
      return reply
        .type(XML)
        .header('cache-control', pages ? CACHED : 'no-cache')
        .send(sitemap(originOf(request), pages ?? []));
    });
  }
  app.get('/robots.txt', (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          'User-agent: *',
          ...['/api/', '/dict/', ...FORBIDDEN.flatMap((path) => LOCALE_CODES.map((locale) => localizePath(locale, path)))].map(
            (path) => `Disallow: ${path}`,
          ),
          '',
          `Sitemap: ${originOf(request)}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  );
}

const isNamable = ({ from, to }: { from: string; to: string }): boolean =>
  [from, to].every((slug) => /^[a-z0-9]{1,32}$/.test(slug));

const everywhere = (path: string): SitemapPage => ({ path, locales: localesAt(path) });

/** Returns the texts below a path, each in the languages that have it. */
async function inTheirLanguages(parent: string, slugsIn: (locale: LocaleCode) => Promise<string[]>): Promise<SitemapPage[]> {
  const locales = new Map<string, LocaleCode[]>();
  for (const locale of LOCALE_CODES)
    for (const slug of await slugsIn(locale)) locales.set(slug, [...(locales.get(slug) ?? []), locale]);
  return [...locales].map(([slug, own]) => ({ path: `${parent}/${slug}`, locales: own }));
}

function sitemap(origin: string, pages: readonly SitemapPage[]): string {
  const address = (locale: LocaleCode, path: string) => escapeHtml(origin + localizePath(locale, path));
  const entries = pages.flatMap(({ path, locales }) => {
    const alternates = [
      ...locales.map(
        (locale) => `<xhtml:link rel="alternate" hreflang="${LOCALES[locale].langslug}" href="${address(locale, path)}"/>`,
      ),
      ...(locales.includes(DEFAULT_LOCALE)
        ? [`<xhtml:link rel="alternate" hreflang="x-default" href="${address(DEFAULT_LOCALE, path)}"/>`]
        : []),
    ].join('');
    return locales.map((locale) => `<url><loc>${address(locale, path)}</loc>${alternates}</url>`);
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}
