import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporaryFolder.ts';
import { fingerprintOf } from './stamps.mjs';

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'inner/a.ts');
  mkdirSync(join(folder, 'inner'));
  writeFileSync(file, 'one');
});

test('a fingerprint is of contents, whenever they were written', () => {
  const before = fingerprintOf([folder]);
  utimesSync(file, 1, 1);
  expect(fingerprintOf([folder])).toBe(before);
});

test('a change of a file, of the same length and time, changes the fingerprint', () => {
  const before = fingerprintOf([folder]);
  const { atime, mtime } = statSync(file);
  writeFileSync(file, 'two');
  utimesSync(file, atime, mtime);
  expect(fingerprintOf([folder])).not.toBe(before);
});

test('a file with another name changes the fingerprint, a test does not', () => {
  const before = fingerprintOf([folder]);
  writeFileSync(join(folder, 'a.test.ts'), 'three');
  expect(fingerprintOf([folder])).toBe(before);
  writeFileSync(join(folder, 'b.ts'), '');
  expect(fingerprintOf([folder])).not.toBe(before);
});
