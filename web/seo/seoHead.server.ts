import type { Brand } from '../../contract/brand.ts';
import { LOCALES, localizePath, type LocaleCode } from '../../renderer/i18n/locales.ts';
import { escapeHtml, escapeJson } from '../pages/html.server.ts';

/** One page's texts of `dict/seo` in one locale: message key → text. */
export type SeoTexts = Readonly<Record<string, string>>;

export interface SeoPage {
  locale: LocaleCode;
  brand: Brand;
  texts: SeoTexts;
  /** What the page itself knows better, such as the state of an order. */
  title: string | null;
  /** Path without locale prefix. */
  page: string;
  /** "https://causeway.example" */
  origin: string;
  /** False for orders and errors: they have no other address and are not to be found. */
  isIndexed: boolean;
  nonce: string;
}

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`;
const link = (rel: string, href: string, hreflang = '') => `<link rel="${rel}"${hreflang} href="${escapeHtml(href)}">`;

/** Everything that search engines and previews read of a page, as HTML for its head. */
export function seoHead({ locale, brand, texts, title, page, origin, isIndexed, nonce }: SeoPage): string {
  const shownTitle = title ?? texts['title'] ?? `${brand.name}: ${brand.tagline[locale]}`;
  const description = texts['description'] ?? brand.tagline[locale];
  const address = (code: LocaleCode) => origin + localizePath(code, page);
  const head = [`<title>${escapeHtml(shownTitle)}</title>`, named('description', description)];
  if (!isIndexed) return [...head, named('robots', 'noindex, nofollow')].join('');
  const others = (['en', 'ru'] as const).filter((code) => code !== locale);
  return [
    ...head,
    link('canonical', address(locale)),
    ...(['en', 'ru'] as const).map((code) => link('alternate', address(code), ` hreflang="${code}"`)),
    link('alternate', address('en'), ' hreflang="x-default"'),
    property('og:type', 'website'),
    property('og:site_name', brand.name),
    property('og:title', texts['og_title'] ?? shownTitle),
    property('og:description', texts['og_description'] ?? description),
    property('og:url', address(locale)),
    property('og:locale', LOCALES[locale].ogp),
    ...others.map((code) => property('og:locale:alternate', LOCALES[code].ogp)),
    ...(texts['og_image'] ? [property('og:image', new URL(texts['og_image'], origin).href)] : []),
    named('twitter:card', texts['og_image'] ? 'summary_large_image' : 'summary'),
    ...(brand.socialHandle ? [named('twitter:site', brand.socialHandle)] : []),
    structuredData(texts['json_ld'], nonce),
  ].join('');
}

/** Structured data that is no JSON is left out; the check-meta rule is where that is an error. */
function structuredData(json: string | undefined, nonce: string): string {
  if (json === undefined) return '';
  try {
    const compact = escapeJson(JSON.stringify(JSON.parse(json)));
    return `<script type="application/ld+json" nonce="${nonce}">${compact}</script>`;
  } catch {
    return '';
  }
}
