import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Writes `package-lock.json` anew from `package.json`: `node scripts/lock.ts`. npm leaves out optional packages of other
 * platforms when it sees an installed tree, or when its registry lacks them, and `npm ci` then refuses the lock
 * everywhere. So the tree is resolved in an empty folder, and what is still left out is entered by its pinned version.
 */
interface LockedPackage {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const SYSTEMS = ['darwin', 'linux', 'win32', 'android', 'freebsd', 'openharmony'];
const PROCESSORS: Record<string, string> = {
  x64: 'x64',
  amd64: 'x64',
  arm64: 'arm64',
  arm: 'arm',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
};

const folder = mkdtempSync(join(tmpdir(), 'causeway-lock-'));
for (const file of ['package.json', '.npmrc']) copyFileSync(file, join(folder, file));
const { status } = spawnSync('npm', ['install', '--package-lock-only'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
if (status !== 0) process.exit(1);
const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockedPackage> };
rmSync(folder, { recursive: true });

for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!isLocked(path, name)) lock.packages[`node_modules/${name}`] = describe(name, version, entry.dev === true);
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([left], [right]) => (left < right ? -1 : 1)));
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);

/** Whether the package at `path` finds `name`, in its own folder or in one above. */
function isLocked(path: string, name: string): boolean {
  if (lock.packages[`${path}${path && '/'}node_modules/${name}`]) return true;
  if (path === '') return false;
  return isLocked(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name);
}

/** Binary packages say in their names what they run on: `@oxlint/binding-linux-x64-musl`. */
function describe(name: string, version: string, isDev: boolean): LockedPackage {
  const words = name.split(/[-/]/);
  const system = words.find((word) => SYSTEMS.includes(word));
  const processor = words.flatMap((word) => PROCESSORS[word] ?? [])[0];
  if (!system || !processor) throw new Error(`${name} does not say what it runs on: enter it in the lock by hand`);
  const isMusl = words.some((word) => word.startsWith('musl'));
  return {
    version: version.replace(/^\D*/, ''),
    cpu: [processor],
    ...(isDev && { dev: true }),
    ...(isMusl && { libc: ['musl'] }),
    optional: true,
    os: [system],
  };
}
