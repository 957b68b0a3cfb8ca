import { globSync, readFileSync } from 'node:fs';

const NOT_SOURCE = new Set(['node_modules', 'dist', 'out', '.git', '.data']);

/** Paths of the repository's files that match a glob pattern, sorted; installed packages, builds and data are left out. */
export function listRepositoryFiles(pattern: string): string[] {
  return globSync(pattern, { exclude: (path) => path.split('/').some((part) => NOT_SOURCE.has(part)) }).toSorted();
}

/** Each line of a file with its place, "path:number". */
export function readLines(path: string): { place: string; text: string }[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((text, index) => ({ place: `${path}:${index + 1}`, text }));
}
