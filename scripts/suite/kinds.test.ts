import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { KINDS, linesByKind, linesOfSlowest } from './kinds.ts';

test('has a test file of each kind', () => {
  const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], { encoding: 'utf8' }).trim().split('\n');
  const first = (path: string): string | undefined => KINDS.find(({ files: pattern }) => pattern.test(path))?.name;
  expect(new Set(files.map(first))).toEqual(new Set(KINDS.map(({ name }) => name)));
});

test('adds up the seconds of a kind, and reports one that takes 1.5 times its goal', () => {
  const lines = linesByKind([
    { path: 'tests/drills/drills.test.ts', seconds: 80, tests: 14 },
    { path: 'tests/drills/support/books.test.ts', seconds: 10, tests: 3 },
    { path: 'renderer/screens/AScreen.test.tsx', seconds: 149.6, tests: 5 },
  ]);
  expect(lines).toEqual([
    '     90 s of  60  drills      2 files, 17 tests  TOO LONG for an idle machine with two cores',
    '    150 s of 150  component   1 files, 5 tests',
  ]);
});

test('lists the slowest files first', () => {
  const files = [1.5, 30.25, 2].map((seconds, index) => ({ path: `${index}.test.ts`, seconds, tests: 1 }));
  expect(linesOfSlowest(files, 2)).toEqual(['   30.3 s  1.test.ts', '    2.0 s  2.test.ts']);
});
