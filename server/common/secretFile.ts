import { randomUUID } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';

/** A secret file that can't be used. The message names the file but never its content. */
export class SecretFileError extends Error {
  override readonly name = 'SecretFileError';
}

const GROUP_AND_OTHERS = 0o077;
const MAX_BYTES = 1_024;

/**
 * Reads a secret from a file that only its owner may read (mode 0600, D41). `what` names the secret in messages, such as
 * "seed". Throws a SecretFileError.
 */
export async function readSecretFile(path: string, what: string): Promise<string> {
  const file = await open(path, 'r').catch(() => {
    throw new SecretFileError(`The ${what} file ${path} can't be read.`);
  });
  try {
    // Checks the opened file, not the path, which could be replaced before the read.
    const status = await file.stat();
    if (!status.isFile() || status.size > MAX_BYTES)
      throw new SecretFileError(`The ${what} file ${path} is not a regular file of at most 1 KiB.`);
    if ((status.mode & GROUP_AND_OTHERS) !== 0) {
      throw new SecretFileError(`The ${what} file ${path} is readable by other users. Run chmod 600 on it.`);
    }
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/**
 * Creates the file atomically with mode 0600. Never overwrites an existing file: of several processes that start at the same
 * time one creates it, and the others read it.
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
    // The file exists or can't be created. The following read reports which.
  } finally {
    await rm(draft, { force: true });
  }
}
