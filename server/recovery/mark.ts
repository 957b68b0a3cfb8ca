import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createBatcher } from '../common/batcher.ts';
import { executorOf } from '../db/database.ts';
import { countSend } from '../db/repositories/recovery/sendMark.ts';
import { BooksBehindError, type SendFence } from '../ports/chain/chainGateway.ts';
import { ConfigurationError } from '../settings/configurationError.ts';

/** The host's own memory of how many payments the books have counted (D73). It is a file beside the database, and never in a backup. */
export interface Mark {
  /** null: the host has none yet */
  value(): number | null;
  /** Writes a higher count to the disk. Does nothing for a lower one. */
  raise(counter: number): Promise<void>;
}

/** The file in the data directory */
export const MARK_FILE = 'mark';
const DIGITS = 15;

/** Reads the mark. Throws ConfigurationError when the file is damaged. */
export async function openMark(path: string): Promise<Mark> {
  let value = await read(path);
  // Payments on several networks that are stored at the same time share one write.
  const write = createBatcher<number, null>(1_000, async (counters) => {
    const highest = Math.max(...counters);
    if (value === null || highest > value) {
      await writeDurably(path, highest, value === null);
      value = highest;
    }
    return counters.map(() => ({ result: null }));
  });
  return {
    value: () => value,
    raise: async (counter) => {
      if (value === null || counter > value) await write(counter);
    },
  };
}

async function read(path: string): Promise<number | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (text === '') return null;
  if (/^\d{15}\n$/.test(text)) return Number(text);
  throw new ConfigurationError(
    `${path} is damaged. It says how many payments this host has seen. Restore it, or remove it if you are sure that the database is the newest one.`,
  );
}

async function writeDurably(path: string, counter: number, isNew: boolean): Promise<void> {
  const file = await open(path, isNew ? 'w' : 'r+', 0o600);
  try {
    await file.write(`${String(counter).padStart(DIGITS, '0')}\n`, 0);
    await file.datasync();
  } finally {
    await file.close();
  }
  if (!isNew) return;
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Returns the fence that counts each stored payment in the books, and raises the mark before the payment is broadcast. It throws
 * BooksBehindError when the books have counted less than the mark: they are an old copy.
 */
export function createNoteSend(mark: Mark): SendFence {
  return async (transaction) => {
    const counter = await countSend(executorOf(transaction));
    const known = mark.value();
    if (known !== null && counter <= known) throw new BooksBehindError(known, counter);
    return async () => await mark.raise(counter);
  };
}
