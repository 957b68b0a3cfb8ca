import type { PairsOutput } from '../../contract/schemas/instruments.ts';
import type { Availability, Side } from './availability.ts';
import type { Catalogue, CatalogueInstrument } from './catalogue.ts';

export type PairOfSlugs = { from: string; to: string };

/** The available pairs: all combinations except those with a closed side (D31). */
export interface Pairs {
  all(): PairsOutput;
  /** Returns the first active one of the preferred pairs, or the two most popular instruments. Null without an active pair. */
  first(): { from: CatalogueInstrument; to: CatalogueInstrument } | null;
}

const FIRST: PairOfSlugs = { from: 'btc', to: 'usdttrc20' };
const POPULAR_INSTRUMENTS = 8;
const POPULAR_PAIRS = 40;

export function createPairs(catalogue: Catalogue, availability: Availability): Pairs {
  const sorted = [...catalogue.instruments.values()].toSorted((left, right) => left.popularity - right.popularity);
  const active = () => sorted.filter(({ slug }) => availability.stateOf(slug).active);
  const isOpen = (slug: string, side: Side): boolean => availability.stateOf(slug)[side].active;
  return {
    all: () => {
      const instruments = active();
      return {
        instruments: instruments.map(({ slug }) => slug),
        // Every instrument that can be sent pairs with every other one that can be received.
        excluded: [],
        popular: popularPairs(instruments.slice(0, POPULAR_INSTRUMENTS)).filter(
          ({ from, to }) => isOpen(from, 'send') && isOpen(to, 'receive'),
        ),
        inactiveToSend: instruments.map(({ slug }) => slug).filter((slug) => !isOpen(slug, 'send')),
        inactiveToReceive: instruments.map(({ slug }) => slug).filter((slug) => !isOpen(slug, 'receive')),
      };
    },
    first: () => {
      const toSend = active().filter(({ slug }) => isOpen(slug, 'send'));
      const toReceive = active().filter(({ slug }) => isOpen(slug, 'receive'));
      const from = toSend.find(({ slug }) => slug === FIRST.from);
      const to = toReceive.find(({ slug }) => slug === FIRST.to);
      if (from && to) return { from, to };
      for (const first of toSend) {
        const second = toReceive.find((instrument) => instrument !== first);
        if (second) return { from: first, to: second };
      }
      return null;
    },
  };
}

/** Returns the pairs of the most popular instruments, most popular first. */
function popularPairs(instruments: readonly CatalogueInstrument[]): PairOfSlugs[] {
  return instruments
    .flatMap((from, fromRank) =>
      instruments.flatMap((to, toRank) => (from === to ? [] : [{ from: from.slug, to: to.slug, rank: fromRank + toRank }])),
    )
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, POPULAR_PAIRS)
    .map(({ from, to }) => ({ from, to }));
}
