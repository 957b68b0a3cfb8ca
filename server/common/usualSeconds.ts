/** How many of the last cases tell the usual time */
export const COUNTED_CASES = 20;
const FEWEST_CASES = 3;
const SHARE = 0.9;

/** Returns within how many seconds nine of ten of the cases were done; null: too few to tell. `times` in ms. */
export function usualSeconds(times: readonly number[]): number | null {
  if (times.length < FEWEST_CASES) return null;
  const sorted = times.toSorted((one, other) => one - other);
  return Math.ceil((sorted[Math.ceil(sorted.length * SHARE) - 1] ?? 0) / 1_000);
}
