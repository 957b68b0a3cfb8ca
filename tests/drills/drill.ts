/** What a person may say to a drill, and what it tells while it runs. */
export interface DrillOptions {
  /** How much: swaps, races or inputs per call, as the drill's summary says; null for the drill's own size. */
  orders: number | null;
  /** What `npm test` runs: a little of everything. */
  isShort: boolean;
  /** Everything random follows from it. */
  seed: number;
  /** null: both, where the drill knows both */
  database: DrillDatabase | null;
  /** One plain line about what happens. */
  log(line: string): void;
}

/** How much is done, unless the person said so. Throws for nothing: a drill that practised nothing has shown nothing. */
export function howMany({ orders, isShort }: DrillOptions, size: { full: number; short: number }): number {
  const count = orders ?? (isShort ? size.short : size.full);
  if (count < 1) throw new Error('nothing would be practised');
  return count;
}

export type DrillDatabase = 'sqlite' | 'postgres';

export interface Drill {
  /** One line: what is done to the exchange, and how much of it when nothing is said. */
  summary: string;
  /** Resolves to every promise that was seen broken, in words; none is a pass. A rejection is a failure too. */
  run(options: DrillOptions): Promise<string[]>;
}
