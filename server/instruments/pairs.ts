import type { PairsOutput } from '../../contract/schemas/instruments.ts';
import type { Availability } from './availability.ts';
import type { Catalogue, CatalogueInstrument } from './catalogue.ts';

export type PairOfSlugs = { from: string; to: string };

/** Which pairs there are, without listing the product of both sides (D31). */
export interface Pairs {
  all(): PairsOutput;
  /** The first of the wanted pairs that can be exchanged now, or else the two most popular instruments. Null when nothing can. */
  first(): { from: CatalogueInstrument; to: CatalogueInstrument } | null;
}

const FIRST: PairOfSlugs = { from: 'btc', to: 'usdttrc20' };
const POPULAR_INSTRUMENTS = 8;
const POPULAR_PAIRS = 40;

export function createPairs(catalogue: Catalogue, availability: Availability): Pairs {
  const sorted = [...catalogue.instruments.values()].toSorted((left, right) => left.popularity - right.popularity);
  const active = () => sorted.filter(({ slug }) => availability.stateOf(slug).active);
  return {
    all: () => {
      const instruments = active();
      return {
        instruments: instruments.map(({ slug }) => slug),
        // Every active instrument is exchanged for every other one.
        excluded: [],
        popular: popularPairs(instruments.slice(0, POPULAR_INSTRUMENTS)),
      };
    },
    first: () => {
      const [from, to] = [FIRST.from, FIRST.to].map((slug) => active().find((instrument) => instrument.slug === slug));
      if (from && to) return { from, to };
      const [first, second] = active();
      return first && second ? { from: first, to: second } : null;
    },
  };
}

/** Those between the most popular instruments, the most popular first. */
function popularPairs(instruments: readonly CatalogueInstrument[]): PairOfSlugs[] {
  return instruments
    .flatMap((from, fromRank) =>
      instruments.flatMap((to, toRank) => (from === to ? [] : [{ from: from.slug, to: to.slug, rank: fromRank + toRank }])),
    )
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, POPULAR_PAIRS)
    .map(({ from, to }) => ({ from, to }));
}
