import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Closures, Side } from '../instruments/availability.ts';
import type { Logger } from '../log.ts';
import {
  formatOperatorSwitches,
  NO_WISHES,
  parseOperatorSwitches,
  type OperatorSwitches,
  type Switch,
} from './operatorSwitches.ts';

/** In the data directory: each host has its own. */
export const OPERATOR_FILE = 'operator.json';

const READ_EVERY_MS = 5_000;

/** What an operator asks of the running host, in a file that is read again every five seconds; no file, no wishes. */
export interface OperatorFile extends Closures {
  notice(): string | null;
  read(): Promise<void>;
  start(): Promise<() => void>;
}

/** A file that can't be understood is logged, and the last good one holds. */
export function createOperatorFile(path: string, log: Logger): OperatorFile {
  let wishes: OperatorSwitches = NO_WISHES;

  const read = async (): Promise<void> => {
    try {
      wishes = await readOperatorSwitches(path);
    } catch (error) {
      log.error({ err: error }, 'operator.json can not be read: what it last said holds');
    }
  };

  return {
    notice: () => wishes.notice,
    reasonFor: (instrumentSlug, networkSlug, side) => {
      const slugs = { instrument: instrumentSlug, network: networkSlug };
      return wishes.switches.find((one) => one.side === side && one.slug === slugs[one.kind])?.reason ?? null;
    },
    read,
    start: async () => {
      await read();
      const timer = setInterval(() => void read(), READ_EVERY_MS);
      return () => clearInterval(timer);
    },
  };
}

/** Throws when the file is there and can't be understood. */
async function readOperatorSwitches(path: string): Promise<OperatorSwitches> {
  try {
    return parseOperatorSwitches(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return NO_WISHES;
    throw error;
  }
}

/** Switches sides of an instrument or a network off (`reason`), or on again (null). A running host sees it within ten seconds. */
export async function writeSwitch(
  path: string,
  target: Pick<Switch, 'kind' | 'slug'>,
  sides: readonly Side[],
  reason: Switch['reason'] | null,
): Promise<void> {
  const wishes = await readOperatorSwitches(path);
  const others = wishes.switches.filter(
    (one) => one.kind !== target.kind || one.slug !== target.slug || !sides.includes(one.side),
  );
  const added = reason === null ? [] : sides.map((side) => ({ ...target, side, reason }));
  // Renamed into place: the host never reads half of it.
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, formatOperatorSwitches({ ...wishes, switches: [...others, ...added] }), { mode: 0o600 });
  await rename(fresh, path);
}
