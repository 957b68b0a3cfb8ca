import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseBrand, type Brand } from '../../contract/brand.ts';
import { CONTENT_PAGES, type ContentPage } from '../../contract/paths/contentPages.ts';
import { LOCALE_CODES, type LocaleCode } from '../../contract/paths/locales.ts';
import type { Content } from '../../contract/schemas/service.ts';
import { contentFacts, type ContentSettings } from './contentFacts.ts';
import { readContentFile } from './contentFile.ts';
import { renderMarkdown } from './renderMarkdown.ts';

const RESOURCES = join(import.meta.dirname, '../../resources');

export interface ContentPages {
  /** Returns a page in a language, with the numbers of the running configuration; null if this operator has no such page. */
  page(name: ContentPage, locale: LocaleCode): Content | null;
}

/** Reads the operator's name and addresses, which the site shows too. Throws an Error that names an invalid field. */
export const readBrand = (): Brand => parseBrand(JSON.parse(readFileSync(join(RESOURCES, 'brand.json'), 'utf8')));

/** Reads and renders all pages once. Throws an Error that names the file when one is missing or invalid. */
export function createContentPages(settings: ContentSettings, folder = join(RESOURCES, 'content/pages')): ContentPages {
  const { authoritiesEmail } = settings.brand;
  const names = CONTENT_PAGES.filter((page) => page !== 'for-competent-authorities' || authoritiesEmail !== null);
  const rendered = new Map(
    LOCALE_CODES.flatMap((locale) => {
      const facts = contentFacts(settings, locale);
      return names.map((page): [string, Content] => {
        const name = `${locale}/${page}.md`;
        const { title, lead, text } = readContentFile(name, readFileSync(join(folder, name), 'utf8'), facts);
        return [name, { title, lead, html: renderMarkdown(text) }];
      });
    }),
  );
  return {
    page: (name, locale) => rendered.get(`${locale}/${name}.md`) ?? null,
  };
}
