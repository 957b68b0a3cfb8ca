import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractFile, listPackage, statFile } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { build, Platform } from 'electron-builder';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builderOptions, FUSES } from '../../scripts/desktopPackages/builderConfiguration.ts';

/** Marks the place of the fuses in Electron's binary: https://www.electronjs.org/docs/latest/tutorial/fuses */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSE_COUNT = 9;
const BINARY = 'node_modules/keytar/build/Release/keytar.node';

let folder: string;
let archive: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'causeway-package-'));
  const config = builderOptions({ ELECTRON_DIST: await makeDistribution(join(folder, 'electron')) });
  const directories = { ...config.directories, output: join(folder, 'packages') };
  await build({ config: { ...config, directories }, targets: Platform.LINUX.createTarget('dir'), publish: 'never' });
  archive = join(folder, 'packages/linux-unpacked/resources/app.asar');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Makes a folder that electron-builder takes for an unpacked Electron: its binary consists of switched-off fuses. */
async function makeDistribution(distribution: string): Promise<string> {
  await mkdir(join(distribution, 'resources'), { recursive: true });
  await mkdir(join(distribution, 'locales'));
  await writeFile(
    join(distribution, 'electron'),
    Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, FUSE_COUNT]), Buffer.from('0'.repeat(FUSE_COUNT))]),
  );
  for (const language of ['en-US', 'de', 'ru']) await writeFile(join(distribution, `locales/${language}.pak`), '');
  return distribution;
}

it('packs the built output and keytar, nothing else', () => {
  const built = globSync('out/{main,preload,renderer}/**', { withFileTypes: true })
    .filter((entry) => entry.isFile() && !(entry.parentPath.endsWith('renderer') && entry.name === 'manifest.json'))
    .map((entry) => join(entry.parentPath, entry.name));
  const keytar = ['package.json', 'LICENSE.md', 'lib/keytar.js'].map((file) => `node_modules/keytar/${file}`);
  const packed = listPackage(archive, { isPack: false })
    .map((file) => file.slice(1))
    .filter((file) => !('files' in statFile(archive, file)));
  expect(packed.toSorted()).toEqual(
    ['out/third-party-notices.txt', 'package.json', 'resources/desktop/icon.ico', ...built, ...keytar, BINARY].toSorted(),
  );
  expect(packed.length).toBeGreaterThan(100);
});

it('keeps the binary of keytar outside of the archive', () => {
  expect(statFile(archive, BINARY)).toMatchObject({ unpacked: true });
  expect(globSync('**/*.*', { cwd: `${archive}.unpacked` })).toEqual([BINARY]);
});

it('has the hash of each file in the archive, which Electron compares', () => {
  expect(statFile(archive, 'out/main/index.js')).toMatchObject({ integrity: { algorithm: 'SHA256' } });
});

it('describes the app without its dependencies and scripts', () => {
  const described = JSON.parse(extractFile(archive, 'package.json').toString()) as Record<string, unknown>;
  expect(described).toMatchObject({ name: 'causeway', main: 'out/main/index.js', type: 'module' });
  expect([described['dependencies'], described['devDependencies'], described['scripts']].filter(Boolean)).toEqual([]);
});

it('sets the fuses of the executable and keeps the languages of the app', async () => {
  const wire = await getCurrentFuseWire(join(folder, 'packages/linux-unpacked/causeway'));
  const fuses = Object.values(FuseV1Options).filter((fuse) => typeof fuse === 'number');
  expect(fuses).toHaveLength(FUSE_COUNT);
  for (const fuse of fuses) expect([fuse, wire[fuse]]).toEqual([fuse, FUSES[fuse] ? FuseState.ENABLE : FuseState.DISABLE]);
  const locales = join(folder, 'packages/linux-unpacked/locales');
  expect(['en-US', 'ru', 'de'].map((language) => existsSync(join(locales, `${language}.pak`)))).toEqual([true, true, false]);
});
