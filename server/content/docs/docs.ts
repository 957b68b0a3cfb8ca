import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import Value from 'typebox/value';
import type { LocaleCode } from '../../../contract/paths/locales.ts';
import {
  DOC_SECTIONS,
  DocSection,
  DocSlug,
  type Doc,
  type DocLink,
  type Docs,
  type FoundDocs,
} from '../../../contract/schemas/content.ts';
import { once } from '../../common/once.ts';
import { resourcePath } from '../../common/resourcePath.ts';
import type { ContentSettings } from '../contentFacts.ts';
import { readContentFile, type Placeholders } from '../contentFile.ts';
import { followFacts } from '../followFacts.ts';
import { renderText } from '../text/renderText.ts';
import { createDocSearch } from './docSearch.ts';
import type { DocText } from './docText.ts';

const FOLDER = resourcePath('content/docs');

const DocHead = Type.Object(
  { title: Type.String(), lead: Type.String(), section: DocSection, order: Type.Integer() },
  { additionalProperties: false },
);

export interface DocLibrary {
  /** Returns the docs by section, in reading order. Sections without a doc are left out. */
  list(locale: LocaleCode): Docs;
  read(slug: string, locale: LocaleCode): Doc | null;
  /** Returns the parts of docs that fit a query best. */
  search(query: string, locale: LocaleCode): FoundDocs;
}

/** Reads the docs, `{slug}.md` of each language. Throws an Error that names an invalid file. Each is rendered when it is asked for. */
export function createDocLibrary(settings: () => ContentSettings, folder = FOLDER): DocLibrary {
  const libraries = followFacts(settings, (locale, facts) => {
    const docs = readDocs(join(folder, locale), facts);
    return { docs, search: once(() => createDocSearch(docs)) };
  });
  return {
    list: (locale) => ({
      sections: DOC_SECTIONS.map((section) => ({
        section,
        docs: libraries(locale)
          .docs.filter((doc) => doc.section === section)
          .map(({ slug, title, lead }) => ({ slug, title, lead })),
      })).filter(({ docs }) => docs.length > 0),
    }),
    read: (wanted, locale) => {
      const { docs } = libraries(locale);
      const place = docs.findIndex(({ slug }) => slug === wanted);
      const doc = docs[place];
      if (!doc) return null;
      const { slug, title, lead, section } = doc;
      const { html, headings } = doc.rendered();
      return {
        slug,
        title,
        lead,
        section,
        html,
        headings: [...headings],
        previous: linkTo(docs[place - 1]),
        next: linkTo(docs[place + 1]),
      };
    },
    search: (query, locale) => libraries(locale).search()(query),
  };
}

const linkTo = (doc: DocText | undefined): DocLink | null => (doc ? { slug: doc.slug, title: doc.title } : null);

function readDocs(folder: string, facts: Placeholders): DocText[] {
  const docs = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => readDoc(folder, file, facts));
  const place = ({ section, order }: DocText): number => DOC_SECTIONS.indexOf(section) * 1_000 + order;
  return docs.toSorted((one, other) => place(one) - place(other) || one.slug.localeCompare(other.slug));
}

function readDoc(folder: string, file: string, facts: Placeholders): DocText {
  const path = join(folder, file);
  const slug = file.replace(/\.md$/, '');
  if (!Value.Check(DocSlug, slug)) throw new Error(`${path}: its name must be small letters, digits and hyphens`);
  const { text, ...head } = readContentFile(path, readFileSync(path, 'utf8'), facts, DocHead);
  return { slug, ...head, rendered: once(() => renderText({ format: 'markdown', text })) };
}
