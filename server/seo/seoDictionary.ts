import { ownValue } from '../../contract/tables/ownValue.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { pageAt, PAGE_NAMES, PAGES, seoPath, type PageName } from '../../contract/pages.ts';
import { eachLocale, LOCALE_CODES, splitLocale, type LocaleCode } from '../../contract/paths/locales.ts';
import { checkSeoTexts } from '../../contract/seo.ts';
import { resourcePath } from '../common/resourcePath.ts';
import { articleTexts } from './articleTexts.ts';
import type { SeoMessages } from '../../contract/schemas/service.ts';
import type { LoadContent } from '../content/loadContent.ts';
import type { Catalogue, CatalogueInstrument } from '../instruments/catalogue.ts';

/** Page → key → text, or an object for keys of JSON type. `{{name}}` is a placeholder. */
const SeoFileSchema = Type.Record(
  Type.String(),
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())])),
);
type SeoFile = Static<typeof SeoFileSchema>;

/** All private pages that customers open without an account have the texts of `open-order` (D39). `lk` and `widget` only redirect. */
const SEO_PAGES = [...new Set(PAGE_NAMES.map(ownerOfTexts)), 'not-found' as const].filter(
  (page) => page !== 'lk' && page !== 'widget',
);
type SeoPage = PageName | 'not-found';

export interface SeoOptions {
  catalogue: Catalogue;
  brand: string;
  content: LoadContent;
  folder?: string;
}

export interface SeoDictionary {
  /**
   * Returns the texts of a page in all locales. `page` is its path, with or without the locale. Falls back to not-found. `{{origin}}`
   * in them stands for the address of the site, which its web host knows.
   */
  messages(page: string): Promise<SeoMessages>;
}

/** The values of placeholders, which may differ between languages; null: the page does not exist in this one */
type Values = (locale: LocaleCode) => Readonly<Record<string, string>> | null;

/** Reads `resources/seo/` once. Throws an Error that names the file and key if a text is missing. */
export function createSeoDictionary({ catalogue, brand, content, folder = resourcePath('seo') }: SeoOptions): SeoDictionary {
  const files = eachLocale((locale) => readSeoFile(join(folder, `${locale}.json`)));

  const fill = (page: SeoPage, values: Values): SeoMessages => {
    const languages = LOCALE_CODES.filter((locale) => values(locale) !== null);
    return eachLocale((locale) => {
      const own = values(locale);
      const all = { brand, ...own };
      const texts = (own && files[locale][page]) ?? files[locale]['not-found'] ?? {};
      const filled = Object.fromEntries(
        Object.entries(texts).map(([key, text]) => [
          key,
          typeof text === 'string' ? substitute(text, all) : JSON.stringify(text, (_, inner: unknown) => fillIn(inner, all)),
        ]),
      );
      // A text of the blog service may exist in one language only.
      return own && languages.length < LOCALE_CODES.length ? { ...filled, languages: languages.join(' ') } : filled;
    });
  };

  return {
    messages: async (asked) => {
      const page = await pageOf(asked, catalogue, content);
      return fill(page.name, page.values);
    },
  };
}

function ownerOfTexts(name: PageName): PageName {
  return pageAt(seoPath(PAGES[name].path)) ?? name;
}

const NO_VALUES: Values = () => ({});

async function pageOf(
  asked: string,
  catalogue: Catalogue,
  content: SeoOptions['content'],
): Promise<{ name: SeoPage; values: Values }> {
  const { path } = splitLocale(`/${(asked.split(/[?#]/)[0] ?? '').replace(/^\/+|\/+$/g, '')}`);
  const name = path === '/home' ? 'home' : (pageAt(path) ?? 'not-found');
  if (name === 'doc' || name === 'blog' || name === 'post') return await articleTexts(path, await content());
  if (name !== 'exchange' && name !== 'buy') return { name: name === 'not-found' ? name : ownerOfTexts(name), values: NO_VALUES };
  const pair = /^\/exchange-([a-z0-9]+)-([a-z0-9]+)$/.exec(path);
  const [from, to] = [catalogue.instruments.get(pair?.[1] ?? ''), catalogue.instruments.get(pair?.[2] ?? '')];
  if (!from || !to || from === to) return { name: 'not-found', values: NO_VALUES };
  const values = { ...describe('from', from, catalogue), ...describe('to', to, catalogue) };
  return { name, values: () => values };
}

/** Returns "BTC" or "USDT TRC20": the network is added for coins on several networks, except the native coin's own. */
function describe(side: 'from' | 'to', instrument: CatalogueInstrument, catalogue: Catalogue): Record<string, string> {
  const { title, nativeInstrument } = catalogue.networkOf(instrument);
  const hasConflict = [...catalogue.instruments.values()].some(
    (other) =>
      other !== instrument &&
      other.currencyTitle === instrument.currencyTitle &&
      (nativeInstrument !== instrument.slug || other.popularity < instrument.popularity),
  );
  return {
    [`${side}Label`]: hasConflict ? `${instrument.currencyTitle} ${title}` : instrument.currencyTitle,
    [`${side}Name`]: instrument.currencyFriendlyTitle,
  };
}

function substitute(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => ownValue(values, name) ?? placeholder);
}

function fillIn(value: unknown, values: Readonly<Record<string, string>>): unknown {
  return typeof value === 'string' ? substitute(value, values) : value;
}

function readSeoFile(file: string): SeoFile {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Value.Check(SeoFileSchema, content)) throw new Error(`${file} must be {page: {key: text}}.`);
  for (const page of SEO_PAGES) {
    const texts = Object.entries(content[page] ?? {}).map(([key, text]) => [
      key,
      typeof text === 'string' ? text : JSON.stringify(text),
    ]);
    const [problem] = checkSeoTexts(Object.fromEntries(texts));
    if (problem) throw new Error(`${file}, page ${page}: ${problem.key} is ${problem.problem}.`);
  }
  return content;
}
