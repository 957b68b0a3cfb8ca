import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../common/log.ts';
import { DatabaseLockedError } from './databaseErrors.ts';
import { findLockHolder } from './lockHolder.ts';

/** A lock of another process, for which writes have waited for a second or longer. */
export interface DatabaseLock {
  /** In ms since 1970 */
  since: number;
  /** Such as "process 4711 (sqlite3)"; "another process" if it is not known */
  holder: string;
}

export interface LockOptions {
  log?: Pick<Logger, 'warn'> | undefined;
  /** How long a statement waits for the lock, in ms */
  patienceMs?: number | undefined;
}

/** How PostgreSQL waits too. Most clients wait for 15 s. */
const PATIENCE_MS = 10_000;
/** Other hosts hold the lock for some ms at a time. */
const LONG_MS = 1_000;
const LOOK_EVERY_MS = 5_000;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 25;

/** Waits for the locks that other processes hold on an embedded database, with timers: the process serves others meanwhile (D83). */
export interface LockWaits {
  /** A statement that found the database locked. */
  begin(): LockWait;
  /** A write was not blocked, or no longer. */
  released(): void;
  /** null while no write waits, or not for long */
  current(): DatabaseLock | null;
}

interface LockWait {
  /** Resolves when the statement may be tried again. Throws DatabaseLockedError when its patience is over. */
  next(): Promise<void>;
}

/** `path`: null for a database in memory */
export function createLockWaits(path: string | null, { log, patienceMs = PATIENCE_MS }: LockOptions): LockWaits {
  /** By `performance.now()`: the clock can be set. */
  let since: number | null = null;
  let lookedAt = -Infinity;
  let current: DatabaseLock | null = null;

  const look = async (startedAt: number, at: number): Promise<void> => {
    lookedAt = at;
    const holder = (path === null ? null : await findLockHolder(path)) ?? 'another process';
    if (since !== startedAt) return;
    if (current?.holder !== holder)
      log?.warn({ holder }, 'another process has locked the database; writes wait and are tried again');
    current = { since: Date.now() - (performance.now() - startedAt), holder };
  };
  return {
    begin: () => {
      const startedAt = performance.now();
      since ??= startedAt;
      let pause = FIRST_PAUSE_MS;
      return {
        next: async () => {
          const now = performance.now();
          if (now - startedAt > patienceMs) throw new DatabaseLockedError();
          if (since !== null && now - since > LONG_MS && now - lookedAt > LOOK_EVERY_MS) void look(since, now);
          await delay(pause * (0.5 + Math.random()));
          pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
        },
      };
    },
    released: () => {
      if (current) log?.warn({ seconds: (Date.now() - current.since) / 1_000 }, 'the database is not locked any more');
      since = null;
      current = null;
    },
    current: () => current,
  };
}
