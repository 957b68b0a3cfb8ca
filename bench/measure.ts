import type { Browser } from 'playwright-core';

/** What a figure is held against: a bound of its own, or so many times the floor of the same run. */
export type Target = { kind: 'atMost' | 'atLeast'; value: number } | { kind: 'atMostFloor' | 'atLeastFloor'; times: number };

export type Unit = 'ms' | 'µs' | 'USD' | 'kB' | 'MB' | 'points' | 'shift' | 'per second' | 'share' | 'cores';

/** One line of the report. */
export interface Figure {
  name: string;
  unit: Unit;
  ours: number;
  /** The same of our own small page, measured in the same run; null where there is none. */
  floor: number | null;
  /** null: shown for comparison only. */
  target: Target | null;
  /** What the figure hides, such as its spread. */
  note?: string;
}

/** Where the three floors are served (bench/floors). */
export interface FloorPages {
  /** A static HTML form: what a browser takes for a page without any script. */
  form: string;
  /** React, router, MobX and intl around one field, rendered in the browser. */
  spa: string;
  /** The same, rendered on the server. */
  rendered: string;
  stop(): Promise<void>;
}

/** What every measurement gets. */
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

/** As the telephone that Lighthouse simulates. */
export const CPU_THROTTLING = 4;

/** The value below which `share` (0–1) of the samples lie; of two neighbours the greater. Throws without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((left, right) => left - right);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (found === undefined) throw new Error('Nothing was measured');
  return found;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/** null for a figure without a target, or whose target needs a floor that it lacks. */
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

/** "p50 of 40; p95 61" */
export function spread(samples: readonly number[]): string {
  return `of ${samples.length}: ${Math.round(Math.min(...samples))} to ${Math.round(Math.max(...samples))}, p95 ${Math.round(percentile(samples, 0.95))}`;
}

export async function repeat<Value>(times: number, once: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (let count = 0; count < times; count += 1) values.push(await once());
  return values;
}
