import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FLAGS } from '../commands.mjs';

const CHUNK_BYTES = 256 * 1024;
const BUILDERS = ['scripts/build.ts', 'scripts/builds'];

/** Plain JavaScript, because boot.mjs runs with any Node. Each build by name: its folder, and the files and folders that go into it. */
export const BUILDS = {
  site: {
    output: 'dist/web',
    inputs: ['contract', 'renderer', 'console', 'web', 'resources', ...BUILDERS, 'package-lock.json', 'vite.config.ts'],
  },
  server: {
    output: 'dist/server',
    inputs: [
      'contract',
      'server',
      'web',
      'scripts',
      'resources/brand.json',
      'resources/content',
      'tests/support/startHost.ts',
      'tests/support/testPorts.ts',
      'package.json',
      'package-lock.json',
    ],
  },
  desktop: {
    output: 'out',
    inputs: [
      'contract',
      'main',
      'preload',
      'renderer',
      'resources',
      ...BUILDERS,
      'web/build',
      'package-lock.json',
      'electron.vite.config.ts',
    ],
  },
};

export const stampOf = (name) => join(BUILDS[name].output, 'stamp.json');

/** Returns a fingerprint of the names and contents of files and folders. Tests don't count. */
export function fingerprintOf(inputs) {
  const hash = createHash('sha256');
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const visit = (path) => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).toSorted()) if (!name.includes('.test.')) visit(join(path, name));
      return;
    }
    hash.update(`${path}:${statSync(path).size}\n`);
    // One buffer for all: this process stays beside the host, and buffers of whole files would stay with it.
    const file = openSync(path, 'r');
    for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk)) hash.update(chunk.subarray(0, length));
    closeSync(file);
  };
  for (const input of inputs) if (existsSync(input)) visit(input);
  return hash.digest('hex');
}

function isUpToDate(name) {
  const stamp = stampOf(name);
  return existsSync(stamp) && JSON.parse(readFileSync(stamp, 'utf8')).fingerprint === fingerprintOf(BUILDS[name].inputs);
}

/**
 * Builds again what is not up to date, in a process of its own: this one would keep the 400 MB that a build takes. Throws if a build
 * fails; it has printed why.
 */
export function buildStale(names, { node = process.execPath, env = process.env } = {}) {
  const stale = names.filter((name) => !isUpToDate(name));
  if (stale.length === 0) return;
  console.log(`Building: ${stale.join(', ')}…`);
  const { status } = spawnSync(node, [...FLAGS, 'scripts/build.ts', ...stale], { stdio: 'inherit', env });
  if (status !== 0) throw new Error('The build failed: see above.');
}
