/** The options of a drill, and its log. */
export interface DrillOptions {
  /** Number of swaps, races or inputs per call, as the drill's summary says; null for the default. */
  orders: number | null;
  /** The short form, which `npm test` runs. */
  isShort: boolean;
  /** The seed of all random choices. */
  seed: number;
  /** null: both, if the drill supports both */
  database: DrillDatabase | null;
  /** The network of real nodes that replaces an embedded one; null: none */
  network: DrillNetwork | null;
  /** Logs one line about what happens. */
  log(line: string): void;
}

/** Returns the size of a drill: the requested one or the default. Throws if it is zero, because that would show nothing. */
export function howMany({ orders, isShort }: DrillOptions, size: { full: number; short: number }): number {
  const count = orders ?? (isShort ? size.short : size.full);
  if (count < 1) throw new Error('nothing would be practised');
  return count;
}

/** Networks whose nodes a drill can start */
export const DRILL_NETWORKS = ['litecoin', 'monero'] as const;
export type DrillNetwork = (typeof DRILL_NETWORKS)[number];
export type DrillDatabase = 'sqlite' | 'postgres';

export interface Drill {
  /** One line: the faults, and the default size. */
  summary: string;
  /** The database of its short form if only this one practises the fault: by default the drill's name decides. */
  shortDatabase?: DrillDatabase;
  /** The networks of real nodes with which it can run */
  networks?: readonly DrillNetwork[];
  /** Resolves to one sentence per broken promise; none is a pass. A rejection is a failure too. */
  run(options: DrillOptions): Promise<string[]>;
}
