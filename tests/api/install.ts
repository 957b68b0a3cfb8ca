import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const FOLDER = 'tests/api';
const MARK = `${FOLDER}/node_modules/.causeway-lock`;

/** Installs the packages of `tests/api/package-lock.json`, unless this lock file was installed before. Runs once per test run. */
export function setup(): void {
  const hash = createHash('sha256')
    .update(readFileSync(`${FOLDER}/package-lock.json`))
    .digest('hex');
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === hash) return;
  console.log('Installing the generators of API clients…');
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ci failed in ${FOLDER}: see above. Is the npm registry reachable?`);
  writeFileSync(MARK, hash);
}
