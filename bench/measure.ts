import type { Browser } from 'playwright';

/** What a figure is compared with: a bound, or a multiple of the floor of the same run. */
export type Target = { kind: 'atMost' | 'atLeast'; value: number } | { kind: 'atMostFloor' | 'atLeastFloor'; times: number };

export type Unit = 'ms' | 'µs' | 'USD' | 'kB' | 'MB' | 'points' | 'shift' | 'per second' | 'share' | 'cores' | 'litoshi';

/** One line of the report. */
export interface Figure {
  name: string;
  unit: Unit;
  ours: number;
  /** The same of a bare program that does the minimum, measured in the same run; null without one. */
  floor: number | null;
  /** null: shown for comparison only. */
  target: Target | null;
  /** Details, such as the spread. */
  note?: string;
}

/** Addresses of the three baseline pages (bench/floors). */
export interface FloorPages {
  /** A static HTML form without scripts. */
  form: string;
  /** React, router, MobX and intl around one field, rendered in the browser. */
  spa: string;
  /** The same, rendered on the server. */
  rendered: string;
}

/** What a measurement of the page gets. */
export interface Bench {
  /** The exchange page of our site: "http://127.0.0.1:40001/exchange-btc-usdttrc20" */
  exchange: string;
  floors: FloorPages;
  browser: Browser;
  chromiumPath: string;
  /** Cold runs of which the median counts. */
  runs: number;
}

export type Measurement = (bench: Bench) => Promise<Figure[]>;

/** The same as Lighthouse's simulated phone. */
export const CPU_THROTTLING = 4;

/** Returns the value below which `share` (0–1) of the samples lie; of two neighbours the greater. Throws without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((left, right) => left - right);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (found === undefined) throw new Error('Nothing was measured');
  return found;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/** Returns the bound of a figure; null without a target, or without the floor that the target needs. */
export function limitOf({ target, floor }: Pick<Figure, 'target' | 'floor'>): number | null {
  if (target === null) return null;
  if ('value' in target) return target.value;
  return floor === null ? null : floor * target.times;
}

export function isMet(figure: Figure): boolean | null {
  const limit = limitOf(figure);
  if (limit === null || figure.target === null) return null;
  return figure.target.kind.startsWith('atMost') ? figure.ours <= limit : figure.ours >= limit;
}

/** "of 40: 31 to 78, p95 61" */
export function spread(samples: readonly number[]): string {
  return `of ${samples.length}: ${Math.round(Math.min(...samples))} to ${Math.round(Math.max(...samples))}, p95 ${Math.round(percentile(samples, 0.95))}`;
}

export async function repeat<Value>(times: number, once: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (let count = 0; count < times; count += 1) values.push(await once());
  return values;
}

/** Measures both in turn, so that a machine that is busy for a while slows down both. */
export async function inTurn(
  rounds: number,
  ours: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<{ ours: number[]; floor: number[] }> {
  const pairs = await repeat(rounds, async () => ({ floor: await floor(), ours: await ours() }));
  return { ours: pairs.map((pair) => pair.ours), floor: pairs.map((pair) => pair.floor) };
}

/** Repeats `once` for so many milliseconds, `atOnce` at the same time. Returns how often per second. */
export async function perSecond(milliseconds: number, atOnce: number, once: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let count = 0;
  const work = async (): Promise<void> => {
    while (performance.now() - began < milliseconds) {
      await once();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return (count * 1_000) / (performance.now() - began);
}
