import { randomUUID } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';

/** A file with a secret that can't be used; the message names the file and never its content. */
export class SecretFileError extends Error {
  override readonly name = 'SecretFileError';
}

const OTHERS_MAY = 0o077;
const MOST_BYTES = 1_024;

/**
 * D41: a secret comes from a file that only its owner may read (mode 0600), never from a command line, and is never
 * logged. `what` names it in messages: "seed". Throws a SecretFileError.
 */
export async function readSecretFile(path: string, what: string): Promise<string> {
  const file = await open(path, 'r').catch(() => {
    throw new SecretFileError(`The ${what} file ${path} can't be read.`);
  });
  try {
    // Of the opened file, not of the path: what was checked is what is read.
    const status = await file.stat();
    if (!status.isFile() || status.size > MOST_BYTES)
      throw new SecretFileError(`The ${what} file ${path} is no small plain file.`);
    if ((status.mode & OTHERS_MAY) !== 0) {
      throw new SecretFileError(`The ${what} file ${path} may be read by others than its owner: chmod 600 it.`);
    }
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/**
 * Makes the file with mode 0600 if it is not there; one that is there is never overwritten, and nobody ever sees half of
 * it: of several processes that start at the same moment one wins, and the others read what it wrote.
 */
export async function createSecretFile(path: string, content: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path);
  } catch {
    // It is there already, or can't be made: reading it says which.
  } finally {
    await rm(draft, { force: true });
  }
}
