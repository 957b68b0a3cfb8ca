import MiniSearch from 'minisearch';
import type { FoundDocs } from '../../../contract/schemas/content.ts';
import type { DocText } from './docText.ts';

const MOST_RESULTS = 10;
/** Longer queries are cut: every word costs a search with all its spellings. */
const MOST_WORDS = 8;
const EXCERPT_LENGTH = 160;
/** Single letters match everything. */
const SHORTEST_PREFIX = 2;
/** A short word with one wrong letter is another word. */
const SHORTEST_FUZZY = 4;

interface Part {
  id: number;
  title: string;
  doc: string;
  text: string;
  found: Omit<FoundDocs['found'][number], 'excerpt' | 'terms'>;
}

/**
 * Returns a search of docs by words, beginnings of words and similar words, which finds Russian words in other cases. Best first, by
 * the part under a heading.
 */
export function createDocSearch(docs: readonly DocText[]): (query: string) => FoundDocs {
  const parts = docs.flatMap(partsOf).map((part, id): Part => ({ ...part, id }));
  const index = new MiniSearch<Part>({ fields: ['title', 'doc', 'text'] });
  index.addAll(parts);
  return (query) => {
    const words = query.trim().split(/\s+/).slice(0, MOST_WORDS).join(' ');
    const options = {
      prefix: (term: string) => term.length >= SHORTEST_PREFIX,
      fuzzy: (term: string) => (term.length >= SHORTEST_FUZZY ? 0.25 : false),
      boost: { title: 3, doc: 1.5 },
    };
    const all = index.search(words, { ...options, combineWith: 'AND' });
    // A part with all words is better than one with some.
    const results = all.length > 0 ? all : index.search(words, options);
    return {
      found: results.slice(0, MOST_RESULTS).flatMap(({ id, terms }) => {
        const part = parts[id as number];
        return part ? { ...part.found, excerpt: excerpt(part.text, terms), terms } : [];
      }),
    };
  };
}

function partsOf({ slug, title, lead, section, rendered }: DocText): Omit<Part, 'id'>[] {
  const { parts } = rendered();
  const before = parts.find(({ heading }) => heading === null)?.text ?? '';
  const beginning = {
    title,
    doc: title,
    text: `${lead} ${before}`.trim(),
    found: { slug, heading: null, title, doc: title, section },
  };
  const others = parts.flatMap(({ heading, text }) =>
    heading
      ? {
          title: heading.title,
          doc: title,
          text,
          found: { slug, heading: heading.id, title: heading.title, doc: title, section },
        }
      : [],
  );
  return [beginning, ...others];
}

/** Returns whole words around the first term that the text contains. */
function excerpt(text: string, terms: readonly string[]): string {
  const small = text.toLowerCase();
  const places = terms.map((term) => small.indexOf(term)).filter((place) => place >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const start = first > EXCERPT_LENGTH / 2 ? text.lastIndexOf(' ', first - EXCERPT_LENGTH / 4) + 1 : 0;
  if (text.length - start <= EXCERPT_LENGTH) return `${start > 0 ? '… ' : ''}${text.slice(start)}`;
  const end = text.lastIndexOf(' ', start + EXCERPT_LENGTH);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end > start ? end : start + EXCERPT_LENGTH)} …`;
}
