import type { Executor } from '../database.ts';

/** Changes one area of the schema and its rows. It runs once, in the transaction of all migrations. */
export type Migration = (transaction: Executor) => Promise<void>;

/** A release with another schema than the one before it. */
export interface Release {
  /** The digest of the schema that the release before it has: `schema_versions.digest` in its databases */
  from: string;
  /** One per area, from `migrations/RELEASE/AREA.ts`, in the order in which they run */
  migrations: readonly Migration[];
}

/** Oldest first. The first release has none: its databases have the schema that it describes. */
export const releases: readonly Release[] = [];
