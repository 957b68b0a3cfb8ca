import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CLASS_OR_ANIMATION = /(?:\.|@keyframes\s+)([a-z_][\w-]*)/gi;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Returns class names of one to three letters for CSS modules. Each page contains its styles, and long names would be a tenth
 * of its bytes. Names are numbered over the modules of one folder after the other, in each sorted by path, so that the browser and
 * server builds agree.
 */
export function createShortNames(...folders: readonly string[]): (name: string, file: string) => string {
  const known = new Map<string, string>();
  const files = folders.flatMap((folder) =>
    globSync('**/*.module.css', { cwd: folder })
      .toSorted()
      .map((file) => join(folder, file)),
  );
  for (const file of files) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(CLASS_OR_ANIMATION)) {
      const key = keyOf(name, file);
      if (!known.has(key)) known.set(key, `_${letters(known.size)}`);
    }
  }
  return (name, file) => {
    const short = known.get(keyOf(name, file));
    if (short === undefined) throw new Error(`${file} has no class "${name}"`);
    return short;
  };
}

const keyOf = (name: string, file: string): string => `${file.replaceAll('\\', '/')} ${name}`;

/** 0 → "a", 25 → "z", 26 → "aa" */
function letters(index: number): string {
  const last = LETTERS.charAt(index % LETTERS.length);
  return index < LETTERS.length ? last : letters(Math.floor(index / LETTERS.length) - 1) + last;
}
