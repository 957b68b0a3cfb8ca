import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import { CONTENT_PAGES, type ContentPage } from '../../contract/paths/contentPages.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import type { Content } from '../../contract/schemas/service.ts';
import { once } from '../common/once.ts';
import { resourcePath } from '../common/resourcePath.ts';
import type { ContentSettings } from './contentFacts.ts';
import { readContentFile } from './contentFile.ts';
import { followFacts } from './followFacts.ts';
import { renderText } from './text/renderText.ts';

const PageHead = Type.Object({ title: Type.String(), lead: Type.String() }, { additionalProperties: false });

export interface ContentPages {
  /** Returns a page in a language, with the numbers of the running configuration; null if this operator has no such page. */
  page(name: ContentPage, locale: LocaleCode): Content | null;
}

/** Reads all pages. Throws an Error that names the file when one is missing or invalid. Each is rendered when it is asked for. */
export function createContentPages(settings: () => ContentSettings, folder = resourcePath('content/pages')): ContentPages {
  const pages = followFacts(settings, (locale, facts) => {
    const { authoritiesEmail } = settings().brand;
    const names = CONTENT_PAGES.filter((page) => page !== 'for-competent-authorities' || authoritiesEmail !== null);
    return new Map(
      names.map((page): [ContentPage, () => Content] => {
        const name = `${locale}/${page}.md`;
        const { title, lead, text } = readContentFile(name, readFileSync(join(folder, name), 'utf8'), facts, PageHead);
        return [page, once(() => ({ title, lead, html: renderText({ format: 'markdown', text }).html }))];
      }),
    );
  });
  return { page: (name, locale) => pages(locale).get(name)?.() ?? null };
}
