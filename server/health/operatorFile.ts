import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Closures, Side } from '../instruments/availability.ts';
import type { Logger } from '../common/log.ts';
import {
  formatOperatorSwitches,
  NO_SWITCHES,
  parseOperatorSwitches,
  type OperatorSwitches,
  type Switch,
} from './operatorSwitches.ts';

/** The name of the file in a host's data directory. */
export const OPERATOR_FILE = 'operator.json';

const READ_EVERY_MS = 5_000;

/** The operator's switches of a running host. They are read from a file every five seconds; without the file none are set. */
export interface OperatorFile extends Closures {
  notice(): string | null;
  read(): Promise<void>;
  start(): Promise<() => void>;
}

/** Logs an invalid file and keeps the last valid content. */
export function createOperatorFile(path: string, log: Logger): OperatorFile {
  let current: OperatorSwitches = NO_SWITCHES;

  const read = async (): Promise<void> => {
    try {
      current = await readOperatorSwitches(path);
    } catch (error) {
      log.error({ err: error }, 'operator.json is invalid: the last valid content stays in effect; correct the file');
    }
  };

  return {
    notice: () => current.notice,
    reasonFor: (instrumentSlug, networkSlug, side) => {
      const slugs = { instrument: instrumentSlug, network: networkSlug };
      return current.switches.find((one) => one.side === side && one.slug === slugs[one.kind])?.reason ?? null;
    },
    read,
    start: async () => {
      await read();
      const timer = setInterval(() => void read(), READ_EVERY_MS);
      return () => clearInterval(timer);
    },
  };
}

/** Throws when the file exists and is invalid. */
async function readOperatorSwitches(path: string): Promise<OperatorSwitches> {
  try {
    return parseOperatorSwitches(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return NO_SWITCHES;
    throw error;
  }
}

/** Closes sides of an instrument or a network (`reason`), or opens them again (null). A running host applies it within ten seconds. */
export async function writeSwitch(
  path: string,
  target: Pick<Switch, 'kind' | 'slug'>,
  sides: readonly Side[],
  reason: Switch['reason'] | null,
): Promise<void> {
  const current = await readOperatorSwitches(path);
  const others = current.switches.filter(
    (one) => one.kind !== target.kind || one.slug !== target.slug || !sides.includes(one.side),
  );
  const added = reason === null ? [] : sides.map((side) => ({ ...target, side, reason }));
  // Renamed into place, so that the host never reads a partly written file.
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, formatOperatorSwitches({ ...current, switches: [...others, ...added] }), { mode: 0o600 });
  await rename(temporary, path);
}
