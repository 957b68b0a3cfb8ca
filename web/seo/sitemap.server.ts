import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Brand } from '../../contract/brand.ts';
import { localesAt, PAGE_NAMES, PAGES, type PageName } from '../../contract/pages.ts';
import { DEFAULT_LOCALE, LOCALE_CODES, localizePath, type LocaleCode } from '../../contract/paths/locales.ts';
import type { ApiClient } from '../http/apiClient.server.ts';
import { escapeHtml } from '../http/html.server.ts';

/** Whether search engines may list a page. The sitemap has its path, or for a page with a parameter the paths that the API host names. */
const LISTED: Readonly<Record<PageName, boolean>> = {
  home: true,
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
  widget: true,
  'for-competent-authorities': true,
  verify: true,
  sandbox: false,
  unsubscribe: false,
  'confirm-email': false,
  'cancel-withdrawal': false,
  'freeze-account': false,
  'desktop-sign-in': false,
  lk: false,
  'profile-wallet': false,
  'profile-withdraw': false,
  'profile-history': false,
  'profile-affiliate-program': false,
  'profile-cashback': false,
  'profile-info': false,
  'profile-keys': false,
};

const STATIC_PAGES = PAGE_NAMES.filter((name) => LISTED[name] && !/[:*]/.test(PAGES[name].path));
/** The first segments of the other paths: "/order" also forbids "/order/pending". */
const FORBIDDEN = [...new Set(PAGE_NAMES.filter((name) => !LISTED[name]).map((name) => `/${PAGES[name].path.split('/')[1]}`))];

interface SitemapOptions {
  api: ApiClient;
  brand: Pick<Brand, 'authoritiesEmail'>;
  originOf: (request: FastifyRequest) => string;
}

/** Serves `/sitemap.xml` in all languages with popular pairs only (D31), and `/robots.txt`. */
export function registerSitemap(app: FastifyInstance, { api, brand, originOf }: SitemapOptions): void {
  const paths = STATIC_PAGES.filter((name) => name !== 'for-competent-authorities' || brand.authoritiesEmail !== null).map(
    (name) => PAGES[name].path,
  );
  app.get('/sitemap.xml', async (request, reply) => {
    const origin = originOf(request);
    // Without the API host only static pages are listed, with a short cache time.
    const popular = await api.pairs().then(
      (pairs) => pairs.popular,
      () => null,
    );
    const pages = [...paths, ...(popular ?? []).filter(isNamable).map(({ from, to }) => `/exchange-${from}-${to}`)];
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', popular ? 'public, max-age=3600' : 'no-cache')
      .send(sitemap(origin, pages));
  });
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

function sitemap(origin: string, pages: readonly string[]): string {
  const address = (locale: LocaleCode, page: string) => escapeHtml(origin + localizePath(locale, page));
  const entries = pages.flatMap((page) => {
    const alternates = [
      ...localesAt(page).map((locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${address(locale, page)}"/>`),
      `<xhtml:link rel="alternate" hreflang="x-default" href="${address(DEFAULT_LOCALE, page)}"/>`,
    ].join('');
    return localesAt(page).map((locale) => `<url><loc>${address(locale, page)}</loc>${alternates}</url>`);
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}
