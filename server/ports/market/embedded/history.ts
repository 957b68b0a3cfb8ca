import type { Decimal } from '../../../../contract/money.ts';
import type { Walk } from './walk.ts';

const INTERVAL_MS = 15 * 60_000;
const POINTS = 96;

export interface History {
  readonly intervalMs: number;
  /** Oldest first: 96 points, a quarter of an hour apart, and the price of this moment. */
  of(symbol: string): readonly { at: number; price: Decimal }[];
  /** Notes the price of every symbol; called every `intervalMs`. */
  record(): void;
}

/** The last 24 hours: made up backwards from the first price where they lie before the start, noted since then. */
export function createHistory(walks: ReadonlyMap<string, Walk>, now: () => number): History {
  const startedAt = now();
  const noted = new Map<string, { at: number; price: Decimal }[]>();
  const recordOf = (symbol: string, walk: Walk): { at: number; price: Decimal }[] => {
    const known = noted.get(symbol);
    if (known) return known;
    const made = walk.past(POINTS).map((price, index) => ({ at: startedAt - (POINTS - index) * INTERVAL_MS, price }));
    noted.set(symbol, made);
    return made;
  };
  return {
    intervalMs: INTERVAL_MS,
    of: (symbol) => {
      const walk = walks.get(symbol);
      if (!walk) return [];
      return [...recordOf(symbol, walk), { at: now(), price: walk.middle() }];
    },
    record: () => {
      for (const [symbol, walk] of walks) {
        const points = recordOf(symbol, walk);
        points.push({ at: now(), price: walk.middle() });
        if (points.length > POINTS) points.shift();
      }
    },
  };
}
