import type { Decimal } from '../../../../contract/money.ts';
import type { Walk } from './walk.ts';

const INTERVAL_MS = 15 * 60_000;
const POINTS = 96;

export interface History {
  readonly intervalMs: number;
  /** Returns 96 points, 15 minutes apart, oldest first, and the current price. */
  of(symbol: string): readonly { at: number; price: Decimal }[];
  /** Records the price of every symbol. Call it every `intervalMs`. */
  record(): void;
}

/** Keeps the prices of the last 24 hours. Those before the start are generated backwards from the first price. */
export function createHistory(walks: ReadonlyMap<string, Walk>, now: () => number): History {
  const startedAt = now();
  const recorded = new Map<string, { at: number; price: Decimal }[]>();
  const recordOf = (symbol: string, walk: Walk): { at: number; price: Decimal }[] => {
    const known = recorded.get(symbol);
    if (known) return known;
    const made = walk.past(POINTS).map((price, index) => ({ at: startedAt - (POINTS - index) * INTERVAL_MS, price }));
    recorded.set(symbol, made);
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
