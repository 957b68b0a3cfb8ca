import { performance } from 'node:perf_hooks';
import { createDocLibrary } from '../../server/content/docs/docs.ts';
import { createDocSearch } from '../../server/content/docs/docSearch.ts';
import { CONTENT_SETTINGS } from '../../server/content/testing/contentSettings.ts';
import { renderText } from '../../server/content/text/renderText.ts';
import { median, repeat, type Figure } from '../measure.ts';

/** Far more than a service of this kind has */
const DOCS = 500;
const WORDS_OF_ITS_OWN = 40;
const TIMES = 20;
/** Also misspelt: each word is compared with all that are similar */
const QUERIES = ['refund fee', 'adress of the refnud', 'confirmatons netwrk', 'term499x3'];

/** Measures a search of the docs, next to reading all their texts once for the same words. */
export async function measureDocs(): Promise<Figure[]> {
  const docs = await manyDocs();
  const search = createDocSearch(docs);
  const texts = docs.map(({ rendered }) => rendered().html.toLowerCase());
  const scan = (query: string): number => {
    const words = query.split(' ');
    return texts.filter((text) => words.some((word) => text.includes(word))).length;
  };
  const ours = await timeOf((query) => search(query).found.length);
  const floor = await timeOf(scan);
  return [
    {
      name: `a search of ${DOCS} docs, also with misspelt words`,
      unit: 'ms',
      ours,
      floor,
      target: { kind: 'atMost', value: 30 },
      note: 'the floor: each text is read once, for words as they are spelt',
    },
  ];
}

async function manyDocs() {
  const source = createDocLibrary(() => CONTENT_SETTINGS, { docs: () => Promise.resolve([]) });
  const { sections } = await source.list('en');
  const read = sections.flatMap(({ docs }) => docs).map(({ slug }) => source.read(slug, 'en'));
  const own = (await Promise.all(read)).filter((doc) => doc !== null);
  return Array.from({ length: DOCS }, (_, number) => {
    const doc = own[number % own.length];
    if (!doc) throw new Error('There are no docs to search.');
    const { title, lead, section, html } = doc;
    const words = Array.from({ length: WORDS_OF_ITS_OWN }, (_word, place) => `term${number}x${place}`).join(' ');
    const rendered = renderText({ format: 'html', text: `${html}<p>${words}</p>` });
    return { slug: `doc-${number}`, title, lead, section, order: number, rendered: () => rendered };
  });
}

/** Returns the median time of a search in ms. */
async function timeOf(search: (query: string) => number): Promise<number> {
  const times = QUERIES.map(async (query) => {
    return await repeat(TIMES, () => {
      const began = performance.now();
      search(query);
      return Promise.resolve(performance.now() - began);
    });
  });
  return median((await Promise.all(times)).flat());
}
