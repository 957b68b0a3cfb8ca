import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { pageAt } from '../contract/pages.ts';
import packageFile from '../package.json' with { type: 'json' };

const MAX_FILES_PER_FOLDER = 30;

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');

test('has at most 30 source files per folder, without tests', () => {
  const counts = new Map<string, number>();
  for (const file of tracked) {
    if (!/\.(tsx?|css)$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  }
  const large = [...counts].filter(([, count]) => count > MAX_FILES_PER_FOLDER);
  expect(large).toEqual([]);
});

test('has no server path in contract, because clients and other hosts share it', () => {
  const sources = tracked.filter((file) => file.startsWith('contract/') && !file.endsWith('.test.ts'));
  expect(sources.filter((file) => readFileSync(file, 'utf8').includes('server/'))).toEqual([]);
});

test('runs each test once and waits for no time in a browser', () => {
  const tests = tracked.filter(
    (file) => /^tests\/.*\.tsx?$|\.test\.tsx?$|^vitest/.test(file) && file !== 'scripts/structure.test.ts',
  );
  // A test that passes at the second attempt has a fault, or found one. A page tells when it is ready.
  const hidden = tests.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bretry: *\d|--retry|\.waitForTimeout\(/g)].map(([found]) => `${file}: ${found}`),
  );
  expect(tests.length).toBeGreaterThan(500);
  expect(hidden).toEqual([]);
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

const HOST_FOLDERS = /^(?:contract|server|renderer|console|web|scripts\/(?:builds|messenger|site))\//;
/** What only the desktop app and the drawing of icons need. */
const NOT_OF_HOSTS = ['scripts/builds/buildDesktop.ts', 'scripts/site/drawPictures.ts'];
const PACKAGE = /(?:^import (?!type )[^;]*?from |^import |import\()'((?:@[^/']+\/)?[^./'][^/']*)/gm;

test('imports only packages that a host installs, in what it runs or is built with', () => {
  const files = tracked.filter((file) => /\.tsx?$/.test(file) && HOST_FOLDERS.test(file) && !isTestFile(file));
  const imported = [...files.filter((file) => !NOT_OF_HOSTS.includes(file)), 'vite.config.ts'].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(PACKAGE)].map(([, name = '']) => ({ file, name })),
  );
  expect(imported.length).toBeGreaterThan(1_000);
  const dependencies = Object.keys(packageFile.dependencies);
  expect(imported.filter(({ name }) => !name.startsWith('node:') && !dependencies.includes(name))).toEqual([]);
});

/** Returns "folder folder" → one of the imports, for each pair of folders directly below a folder. */
function importsBetweenFolders(parent: string): Map<string, string> {
  const found = new Map<string, string>();
  const folderOf = (path: string): string | undefined =>
    path.startsWith(`${parent}/`) ? /^[^/]+(?=\/)/.exec(path.slice(parent.length + 1))?.[0] : undefined;
  for (const file of tracked.filter((one) => /\.tsx?$/.test(one) && !isTestFile(one) && folderOf(one) !== undefined)) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^'?]+)/g)) {
      const imported = join(dirname(file), path);
      const [from, to] = [folderOf(file), folderOf(imported)];
      if (to !== undefined && from !== to) found.set(`${from} ${to}`, `${file} imports ${imported}`);
    }
  }
  return found;
}

const isTestFile = (file: string): boolean => /\.test\.tsx?$|\/testing(\/|\.ts$)/.test(file);

test.each(['contract', 'renderer', 'renderer/components', 'web', 'main', 'server', 'scripts', 'bench'])(
  'has no two folders in %s that import each other',
  (top) => {
    const imports = importsBetweenFolders(top);
    const mutual = [...imports].filter(([pair]) => imports.has(pair.split(' ').toReversed().join(' ')));
    expect(mutual).toEqual([]);
  },
);

test('lists the folders of the server in an order in which each imports only folders further down', () => {
  const [, list = ''] = /Inside `server`, from top to bottom: ([^.]*)\./.exec(readFileSync('docs/architecture.md', 'utf8')) ?? [];
  const order = [...list.matchAll(/`([a-z]+)`/gi)].map(([, name]) => name ?? '');
  const folders = new Set(tracked.filter((file) => /^server\/[^/]+\//.test(file)).map((file) => file.split('/')[1] ?? ''));
  expect(order.toSorted()).toEqual([...folders].toSorted());
  const climbing = [...importsBetweenFolders('server')].filter(([pair]) => {
    const [from = '', to = ''] = pair.split(' ');
    return order.indexOf(from) > order.indexOf(to);
  });
  expect(climbing).toEqual([]);
});
