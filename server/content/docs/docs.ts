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
import type { BlogSource, SourceDoc } from '../blog/blogSource.ts';
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
  list(locale: LocaleCode): Promise<Docs>;
  read(slug: string, locale: LocaleCode): Promise<Doc | null>;
  /** Returns the parts of docs that fit a query best. */
  search(query: string, locale: LocaleCode): Promise<FoundDocs>;
}

/**
 * Reads the docs, `{slug}.md` of each language, and those of `source`, which take the place of a file with their slug. Throws an Error that
 * names an invalid file. Each is rendered when it is asked for.
 */
export function createDocLibrary(settings: () => ContentSettings, source: Pick<BlogSource, 'docs'>, folder = FOLDER): DocLibrary {
  const files = followFacts(settings, (locale, facts) => libraryOf(readDocs(join(folder, locale), facts)));
  const known = new Map<LocaleCode, { own: Library; added: readonly SourceDoc[]; library: Library }>();
  const libraries = async (locale: LocaleCode): Promise<Library> => {
    const [own, added] = [files(locale), await source.docs(locale)];
    if (added.length === 0) return own;
    const last = known.get(locale);
    const isSame =
      last?.own === own && last.added.length === added.length && added.every((doc, place) => doc === last.added[place]);
    if (isSame) return last.library;
    const library = libraryOf(inOrder(withAdded(own.docs, added)));
    known.set(locale, { own, added, library });
    return library;
  };
  return {
    list: async (locale) => {
      const { docs } = await libraries(locale);
      const sections = DOC_SECTIONS.map((section) => ({
        section,
        docs: docs.filter((doc) => doc.section === section).map(({ slug, title, lead }) => ({ slug, title, lead })),
      }));
      return { sections: sections.filter(({ docs: own }) => own.length > 0) };
    },
    read: async (wanted, locale) => {
      const { docs } = await libraries(locale);
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
    search: async (query, locale) => (await libraries(locale)).search()(query),
  };
}

interface Library {
  docs: readonly DocText[];
  search: () => (query: string) => FoundDocs;
}

const libraryOf = (docs: readonly DocText[]): Library => ({ docs, search: once(() => createDocSearch(docs)) });

/** After the files of its section */
const LAST = 999;

function withAdded(files: readonly DocText[], added: readonly SourceDoc[]): DocText[] {
  const docs = new Map(files.map((doc) => [doc.slug, doc]));
  for (const { slug, title, lead, section, format, text } of added) {
    if (!Value.Check(DocSlug, slug)) continue;
    const file = docs.get(slug);
    const place = file ? { section: file.section, order: file.order } : { section, order: LAST };
    docs.set(slug, { slug, title, lead, ...place, rendered: once(() => renderText({ format, text })) });
  }
  return [...docs.values()];
}

function inOrder(docs: readonly DocText[]): DocText[] {
  const place = ({ section, order }: DocText): number => DOC_SECTIONS.indexOf(section) * 1_000 + order;
  return docs.toSorted((one, other) => place(one) - place(other) || one.slug.localeCompare(other.slug));
}

const linkTo = (doc: DocText | undefined): DocLink | null => (doc ? { slug: doc.slug, title: doc.title } : null);

function readDocs(folder: string, facts: Placeholders): DocText[] {
  const docs = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => readDoc(folder, file, facts));
  return inOrder(docs);
}

function readDoc(folder: string, file: string, facts: Placeholders): DocText {
  const path = join(folder, file);
  const slug = file.replace(/\.md$/, '');
  if (!Value.Check(DocSlug, slug)) throw new Error(`${path}: its name must be small letters, digits and hyphens`);
  const { text, ...head } = readContentFile(path, readFileSync(path, 'utf8'), facts, DocHead);
  return { slug, ...head, rendered: once(() => renderText({ format: 'markdown', text })) };
}
