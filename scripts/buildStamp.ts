import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns a fingerprint of files and folders from names, sizes and times, which takes only milliseconds. Tests don't count. */
export async function fingerprintOf(inputs: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const visit = async (path: string): Promise<void> => {
    const info = await stat(path);
    if (!info.isDirectory()) {
      hash.update(`${path}:${info.size}:${Math.round(info.mtimeMs)}\n`);
      return;
    }
    for (const name of (await readdir(path)).toSorted()) if (!name.includes('.test.')) await visit(join(path, name));
  };
  for (const input of inputs) if (existsSync(input)) await visit(input);
  return hash.digest('hex');
}

/** Returns whether the stamp of a build has the fingerprint of its inputs. */
export async function isUpToDate(stampFile: string, inputs: readonly string[]): Promise<boolean> {
  if (!existsSync(stampFile)) return false;
  const stamp = JSON.parse(readFileSync(stampFile, 'utf8')) as { fingerprint?: string };
  return stamp.fingerprint === (await fingerprintOf(inputs));
}

/** Vite builds React's slow form when NODE_ENV says "test" or "development", and sets it itself when it says nothing. */
export async function inProduction(work: () => Promise<void>): Promise<void> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}
