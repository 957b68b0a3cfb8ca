import { SITE_PICTURES } from '../../contract/sitePictures.ts';
import { taglineIn, type Brand } from '../../contract/brand.ts';
import { localesAt } from '../../contract/pages.ts';
import { DEFAULT_LOCALE, isLocaleCode, LOCALES, localizePath, type LocaleCode } from '../../contract/paths/locales.ts';
import { FEED_PATH } from './feed.server.ts';
import { escapeHtml, escapeJson } from '../http/html.server.ts';

/** Texts of `dict/seo` for one page in one locale: message key → text. `languages`: those of a page that does not exist in all, "en". */
export type SeoTexts = Readonly<Record<string, string>>;

export interface SeoPage {
  locale: LocaleCode;
  brand: Brand;
  texts: SeoTexts;
  /** Title set by the page, such as an order's state, without the brand. */
  title: string | null;
  /** Path without locale prefix. */
  page: string;
  /** "https://causeway.example" */
  origin: string;
  /** False for orders and errors, which must not be indexed. */
  isIndexed: boolean;
  nonce: string;
}

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`;
const link = (rel: string, href: string, hreflang = '') => `<link rel="${rel}"${hreflang} href="${escapeHtml(href)}">`;

const feedLink = (href: string) => `<link rel="alternate" type="application/rss+xml" href="${escapeHtml(href)}">`;

/** Returns the title and, of an indexed page, the elements for search engines and link previews, as HTML. */
export function seoHead({ locale, brand, texts, title, page, origin, isIndexed, nonce }: SeoPage): string {
  const ownTitle = title === null ? null : `${title} | ${brand.name}`;
  const shownTitle = ownTitle ?? texts['title'] ?? `${brand.name}: ${taglineIn(brand, locale)}`;
  const description = texts['description'] ?? taglineIn(brand, locale);
  const address = (code: LocaleCode) => origin + localizePath(code, page);
  const shown = `<title>${escapeHtml(shownTitle)}</title>`;
  if (!isIndexed) return shown + named('robots', 'noindex, nofollow');
  const locales = texts['languages']?.split(' ').filter(isLocaleCode) ?? localesAt(page);
  const others = locales.filter((code) => code !== locale);
  return [
    shown,
    named('description', description),
    link('canonical', address(locale)),
    ...locales.map((code) => link('alternate', address(code), ` hreflang="${LOCALES[code].langslug}"`)),
    ...(locales.includes(DEFAULT_LOCALE) ? [link('alternate', address(DEFAULT_LOCALE), ' hreflang="x-default"')] : []),
    property('og:type', 'website'),
    property('og:site_name', brand.name),
    property('og:title', texts['og_title'] ?? shownTitle),
    property('og:description', texts['og_description'] ?? description),
    property('og:url', address(locale)),
    property('og:locale', LOCALES[locale].ogp),
    ...others.map((code) => property('og:locale:alternate', LOCALES[code].ogp)),
    property('og:image', new URL(texts['og_image'] ?? SITE_PICTURES.preview.path, origin).href),
    property('og:image:alt', brand.name),
    named('twitter:card', 'summary_large_image'),
    ...(brand.socialHandle ? [named('twitter:site', brand.socialHandle)] : []),
    ...(/^\/blog(?:\/|$)/.test(page) ? [feedLink(origin + localizePath(locale, FEED_PATH))] : []),
    structuredData(texts['json_ld'], origin, nonce),
  ].join('');
}

/** `{{origin}}` stands for the site's address. Skips invalid structured data. The check-meta rule reports it. */
function structuredData(json: string | undefined, origin: string, nonce: string): string {
  if (json === undefined) return '';
  try {
    const compact = escapeJson(JSON.stringify(JSON.parse(json.replaceAll('{{origin}}', origin))));
    return `<script type="application/ld+json" nonce="${nonce}">${compact}</script>`;
  } catch {
    return '';
  }
}
