import type { PostgresServer } from '../../scripts/postgres.ts';
import type { World } from './support/customer.ts';
import type { Random } from './support/random.ts';

/** The options of a drill, and its log. */
export interface DrillOptions {
  /** Number of swaps, races or inputs per call, as the drill's summary says; null for the default. */
  orders: number | null;
  /** The short form, which `npm test` runs. */
  isShort: boolean;
  /** The seed of all random choices. */
  seed: number;
  /** null: all that the drill supports, one after the other */
  database: DrillDatabase | null;
  /** The network of real nodes that replaces an embedded one; null: none */
  network: DrillNetwork | null;
  /** Logs one line about what happens. */
  log(line: string): void;
}

export const DRILL_DATABASES = ['sqlite', 'postgres'] as const;
export type DrillDatabase = (typeof DRILL_DATABASES)[number];
/** Networks whose nodes a drill can start */
export const DRILL_NETWORKS = ['ethereum', 'litecoin', 'monero'] as const;
export type DrillNetwork = (typeof DRILL_NETWORKS)[number];
/** Those of them on which drills with faults swap */
export const SWAP_NETWORKS = ['litecoin', 'monero'] as const satisfies readonly DrillNetwork[];

/** A drill of `npm run drill -- NAME`, as `defineDrill` makes it. */
export interface Drill {
  name: string;
  /** One line: the faults, and the default size. */
  summary: string;
  /** The databases with which it can run */
  databases: readonly DrillDatabase[];
  /** The database of its short form if only this one practises the fault: by default the drill's name decides. */
  shortDatabase?: DrillDatabase;
  /** The networks of real nodes with which it can run */
  networks: readonly DrillNetwork[];
  /** Resolves to one sentence per broken promise; none is a pass. A rejection is a failure too. */
  run(options: DrillOptions): Promise<string[]>;
}

/** A drill while it runs on one database. */
export interface DrillRun extends Pick<DrillOptions, 'isShort' | 'seed' | 'network' | 'log'>, Pick<World, 'complain'> {
  /** How many swaps, races or inputs it makes */
  count: number;
  /** Makes the choices of the drill */
  random: Random;
  /** null with the embedded database */
  postgres: PostgresServer | null;
  /** Creates an empty database on the server, and returns its URL; null with the embedded database. */
  createDatabase(): Promise<string | null>;
}

/** A drill while it runs on an exchange with hosts in processes of their own. */
export interface DrillWorld extends DrillRun, World {}
