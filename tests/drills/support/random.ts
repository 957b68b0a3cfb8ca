/** Mulberry32: the same seed gives the same choices, so that a drill can be repeated. */
export interface Random {
  /** At least 0, less than 1 */
  next(): number;
  /** Whole, from `least` to `most` */
  between(least: number, most: number): number;
  pick<const Values extends readonly [unknown, ...unknown[]]>(values: Values): Values[number];
  shuffle<Value>(values: readonly Value[]): Value[];
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (values) => values[Math.floor(next() * values.length)] ?? values[0],
    shuffle: (values) =>
      values
        .map((value) => ({ value, at: next() }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ value }) => value),
  };
}
