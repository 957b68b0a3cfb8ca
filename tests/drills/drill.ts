/** What a person may say to a drill, and what it tells while it runs. */
export interface DrillOptions {
  /** How much: orders, races or inputs per route, as the drill's summary says; null for the drill's own full size. */
  orders: number | null;
  /** Everything random follows from it. */
  seed: number;
  /** null: both, where the drill knows both */
  database: DrillDatabase | null;
  /** One plain line about what happens. */
  log(line: string): void;
}

export type DrillDatabase = 'sqlite' | 'postgres';

export interface Drill {
  /** One line: what is done to the exchange, and how much of it when nothing is said. */
  summary: string;
  /** Resolves to every promise that was seen broken, in words; none is a pass. A rejection is a failure too. */
  run(options: DrillOptions): Promise<string[]>;
}
