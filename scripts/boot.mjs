// Runs a command: `node scripts/boot.mjs start`. It works on a fresh clone with any Node from 20: it first installs the packages of the
// lock file that the command needs, builds what it runs from, and runs it with the lock file's Node.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { buildStale, fingerprintOf } from './builds/stamps.mjs';
import { buildsFor, needsDevelopmentPackages, nodeArguments } from './commands.mjs';

const INSTALLED = 'node_modules/.package-lock.json';
const CACHE = 'node_modules/.cache';

const [command, ...rest] = process.argv.slice(2);
const withDevelopment = needsDevelopmentPackages(command, rest);
if (!hasPackages(withDevelopment)) install();

const node = process.platform === 'win32' ? 'node_modules/node/bin/node.exe' : 'node_modules/node/bin/node';
// Node stores the compiled code, with types stripped, so that the next start is faster. If it can’t write, it stores nothing.
const env = { NODE_COMPILE_CACHE: `${CACHE}/causeway`, ...process.env };
try {
  buildStale(buildsFor(command), { node, env });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const child = spawn(node, [...nodeArguments(command), ...rest], { stdio: 'inherit', env });
// The terminal sends Ctrl-C to the child too. This process waits for it, so that the shell does not return too early.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm runs this in a shell, which does not pass signals on. When npm or the shell has ended, this process has another parent.
const parent = process.ppid;
if (process.env.npm_lifecycle_event !== undefined) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
}
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

/** Returns whether npm's list of installed packages has every package of the lock file that is needed, in the same version. */
function hasPackages(withDevelopmentPackages) {
  if (!existsSync(INSTALLED)) return false;
  // A linked folder belongs to another checkout and must not be changed.
  if (lstatSync('node_modules').isSymbolicLink()) return true;
  // Reading the two lists takes time, and memory that this process keeps beside the host.
  const stamp = `${CACHE}/causeway-packages${withDevelopmentPackages ? '-development' : ''}`;
  const fingerprint = fingerprintOf(['package-lock.json', INSTALLED]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return true;
  const installed = JSON.parse(readFileSync(INSTALLED, 'utf8')).packages;
  const locked = Object.entries(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages);
  const hasAll = locked.every(
    ([path, { version, optional, dev }]) =>
      path === '' || optional || (dev && !withDevelopmentPackages) || installed[path]?.version === version,
  );
  if (hasAll) {
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(stamp, fingerprint);
  }
  return hasAll;
}

function install() {
  console.log('Installing packages of the lock file…');
  // `npm ci` empties the folder first. If only what tests and tools need is missing, a host may be running from it.
  const words = withDevelopment && hasPackages(false) ? ['install', '--no-save'] : ['ci'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const scope = withDevelopment ? '--include=dev' : '--omit=dev';
  const { status } = spawnSync(npm, [...words, scope, '--no-fund', '--no-audit', '--loglevel=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  console.error(`npm ${words.join(' ')} failed: see above. Is the npm registry reachable?`);
  process.exit(1);
}
