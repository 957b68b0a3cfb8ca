import { readFile, rename, writeFile } from 'node:fs/promises';
import { isoTime } from '../../contract/isoTime.ts';
import type { Closures } from '../instruments/availability.ts';
import type { Logger } from '../common/log.ts';
import { NO_SWITCHES, parseOperatorSwitches, type OperatorSwitches } from './operatorSwitches.ts';

/** The name of the file in a host's data directory. */
export const OPERATOR_FILE = 'operator.json';

const READ_EVERY_MS = 5_000;
/** After this time an entry closes nothing any more (D72): the file is for emergencies. */
const EXPIRES_AFTER_MS = 24 * 3_600_000;

/** The emergency file of a running host, read every five seconds. Without the file nothing is closed. It can't open anything. */
export interface OperatorFile extends Closures {
  notice(): string | null;
  read(): Promise<void>;
  start(): Promise<() => void>;
}

/** One closure of the file, for operators. Times in ms since 1970. */
export interface FileEntry {
  text: string;
  expiresAt: number;
  isExpired: boolean;
}

/** When a host of this data directory first read each entry, by the entry's text. */
type FirstReads = Readonly<Record<string, number>>;

/**
 * Reads the file. An invalid file is logged, and the last valid content stays in effect.
 *
 * An entry expires 24 hours after the host first read it, which the host notes next to the file. So neither a new time stamp of the
 * file nor a tool that writes the same content again prolongs a closure. An entry that was removed, or changed, starts anew.
 */
export function createOperatorFile(path: string, log: Logger, now: () => number = Date.now): OperatorFile {
  let current: OperatorSwitches = NO_SWITCHES;
  let noted: FirstReads | null = null;

  const note = async (texts: readonly string[]): Promise<FirstReads> => {
    const earlier = noted ?? (await readFirstReads(path));
    const at = now();
    const next = Object.fromEntries(texts.map((text) => [text, Math.min(earlier[text] ?? at, at)]));
    for (const text of texts.filter((one) => earlier[one] === undefined)) {
      const until = isoTime(at + EXPIRES_AFTER_MS);
      log.warn(`operator.json closes ${text} until ${until}. For longer than that, use: npm run operator -- pause`);
    }
    // In memory also when it can't be written: then the time starts anew with the process.
    noted = next;
    if (JSON.stringify(next) !== JSON.stringify(earlier)) await writeFirstReads(path, next);
    return next;
  };

  const read = async (): Promise<void> => {
    try {
      const content = await readContent(path);
      const first = await note(entriesOf(content)).catch((error: unknown) => {
        log.error({ err: error }, 'operator.json: the time of its entries could not be noted');
        return noted ?? {};
      });
      const isActive = (text: string): boolean => now() - (first[text] ?? now()) < EXPIRES_AFTER_MS;
      const { notice, switches } = content;
      current = {
        notice: notice !== null && isActive(nameNotice(notice)) ? notice : null,
        switches: switches.filter((one) => isActive(nameSwitch(one))),
      };
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

/** Returns what the file closes. An entry that no host has read yet expires 24 hours from now. Throws when the file is invalid. */
export async function readOperatorFile(path: string, now: number): Promise<FileEntry[]> {
  const first = await readFirstReads(path);
  return entriesOf(await readContent(path)).map((text) => {
    const expiresAt = (first[text] ?? now) + EXPIRES_AFTER_MS;
    return { text, expiresAt, isExpired: expiresAt <= now };
  });
}

function entriesOf({ notice, switches }: OperatorSwitches): string[] {
  return [...(notice === null ? [] : [nameNotice(notice)]), ...switches.map(nameSwitch)];
}

const nameNotice = (notice: string): string => `all new orders with the notice ${JSON.stringify(notice)}`;
const nameSwitch = ({ kind, slug, side, reason }: OperatorSwitches['switches'][number]): string =>
  `${kind} ${slug} (${side}): ${reason}`;

/** Throws when the file exists and is invalid. */
async function readContent(path: string): Promise<OperatorSwitches> {
  const text = await readIfExists(path);
  return text === null ? NO_SWITCHES : parseOperatorSwitches(text);
}

/** A damaged note counts as none: the entries then expire 24 hours from now. */
async function readFirstReads(path: string): Promise<FirstReads> {
  try {
    return JSON.parse((await readIfExists(notesOf(path))) ?? '{}') as FirstReads;
  } catch {
    return {};
  }
}

async function readIfExists(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function writeFirstReads(path: string, first: FirstReads): Promise<void> {
  // Renamed into place, so that nobody reads a partly written file.
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, JSON.stringify(first), { mode: 0o600 });
  await rename(temporary, notesOf(path));
}

const notesOf = (path: string): string => `${path}.first-read`;
