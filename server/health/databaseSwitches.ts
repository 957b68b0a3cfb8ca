import type { Database } from '../db/database.ts';
import { listSwitches } from '../db/repositories/switches.ts';
import type { SwitchTable } from '../db/tables/operator.ts';
import type { Closures } from '../instruments/availability.ts';
import type { Logger } from '../common/log.ts';
import { SWITCH_REASONS } from './operatorSwitches.ts';

const READ_EVERY_MS = 5_000;

/** The sides that operators closed in the database, for all hosts that share it. Read every five seconds (D72). */
export interface DatabaseSwitches extends Closures {
  /** Throws what the database throws; then the last known switches stay in effect. */
  read(): Promise<void>;
  start(): Promise<() => void>;
}

export function createDatabaseSwitches(database: Database, log: Logger): DatabaseSwitches {
  let current: readonly SwitchTable[] = [];
  const listeners = new Set<() => void>();

  const read = async (): Promise<void> => {
    const before = JSON.stringify(current);
    current = await listSwitches(database);
    if (JSON.stringify(current) !== before) for (const listener of listeners) listener();
  };
  const readOrKeep = (): void => {
    void read().catch((error: unknown) => log.warn({ err: error }, 'the switches could not be read; the last known ones apply'));
  };

  return {
    reasonFor: (instrument, network, side) => {
      const found = current.find(
        ({ closes, target, slug }) =>
          closes === (side === 'send' ? 'SEND' : 'RECEIVE') &&
          (target === 'EVERYTHING' || slug === (target === 'NETWORK' ? network : instrument)),
      );
      return found ? (SWITCH_REASONS.find((reason) => reason === found.reason) ?? 'MAINTENANCE') : null;
    },
    onChange: (listener) => {
      listeners.add(listener);
    },
    read,
    start: async () => {
      await read();
      const timer = setInterval(readOrKeep, READ_EVERY_MS);
      return () => clearInterval(timer);
    },
  };
}
