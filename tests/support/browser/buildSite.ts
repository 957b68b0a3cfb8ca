import { spawnSync } from 'node:child_process';
import { isBuilt } from '../../../scripts/build.ts';
import { ownEnvironment } from '../ownEnvironment.ts';

/**
 * Once before the browser tests, in a process of its own as `npm run build` has it: files that run at the same time must not
 * build side by side.
 */
export async function setup(): Promise<void> {
  if (await isBuilt()) return;
  const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/build.ts'], {
    stdio: 'inherit',
    env: ownEnvironment(),
  });
  if (status !== 0) throw new Error('The site did not build: see above.');
}
