import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { pageAt } from '../contract/pages.ts';

const MAX_FILES_PER_FOLDER = 30;
/** The component library is one flat list of components, each with its styles. */
const EXEMPT = ['renderer/components'];

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');

test('has at most 30 source files per folder, without tests', () => {
  const counts = new Map<string, number>();
  for (const file of tracked) {
    if (!/\.(tsx?|css)$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  }
  const large = [...counts].filter(([folder, count]) => count > MAX_FILES_PER_FOLDER && !EXEMPT.includes(folder));
  expect(large).toEqual([]);
});

test('has no server path in contract, because clients and other hosts share it', () => {
  const sources = tracked.filter((file) => file.startsWith('contract/') && !file.endsWith('.test.ts'));
  expect(sources.filter((file) => readFileSync(file, 'utf8').includes('server/'))).toEqual([]);
});

test('links only to pages of the table', () => {
  const links = tracked
    .filter((file) => /^(?:renderer|main)\/.*\.tsx?$/.test(file) && !file.includes('.test.'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:\bpath|\bshow|hasAccountPage)\([^()]*'(\/[\w/-]*)'/g)].map(
        ([, path]) => `${file} ${path}`,
      ),
    );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((link) => pageAt(link.split(' ')[1] ?? '') === undefined)).toEqual([]);
});

test('composes the server in its top-level files, which no folder imports', () => {
  const isTest = (file: string): boolean => /\.test\.ts$|\/testing(\/|\.ts$)/.test(file);
  const climbing = tracked
    .filter((file) => /^server\/.+\/.+\.ts$/.test(file) && !isTest(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:from |import |import\()'(\.[^']+)'/g)]
        .filter(([, path]) => dirname(join(dirname(file), path ?? '')) === 'server')
        .map(([, path]) => `${file} imports ${path}`),
    );
  expect(climbing).toEqual([]);
});
