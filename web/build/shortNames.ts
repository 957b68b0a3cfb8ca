import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const CLASS_OR_ANIMATION = /(?:\.|@keyframes\s+)([a-z_][\w-]*)/gi;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Returns class names of one to three letters for CSS modules. Each page contains its styles, and long names would be a tenth
 * of its bytes. Names are numbered over all modules sorted by path, so that the browser and server builds agree.
 */
export function createShortNames(folder: string): (name: string, file: string) => string {
  const known = new Map<string, string>();
  for (const file of globSync('**/*.module.css', { cwd: folder }).toSorted()) {
    for (const [, name = ''] of readFileSync(`${folder}/${file}`, 'utf8').matchAll(CLASS_OR_ANIMATION)) {
      const key = `${file} ${name}`;
      if (!known.has(key)) known.set(key, `_${letters(known.size)}`);
    }
  }
  return (name, file) => {
    const short = known.get(`${relative(folder, file).replaceAll('\\', '/')} ${name}`);
    if (short === undefined) throw new Error(`${file} has no class "${name}"`);
    return short;
  };
}

/** 0 → "a", 25 → "z", 26 → "aa" */
function letters(index: number): string {
  const last = LETTERS.charAt(index % LETTERS.length);
  return index < LETTERS.length ? last : letters(Math.floor(index / LETTERS.length) - 1) + last;
}
