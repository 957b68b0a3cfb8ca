import { spawnSync } from 'node:child_process';
import { isBuilt } from '../../../scripts/build.ts';
import { ensureChromium } from '../../../scripts/chromium.ts';
import { ownEnvironment } from '../ownEnvironment.ts';

/** Runs once before the browser tests: finds or installs Chromium, and builds the site if it is not up to date. */
export async function setup(): Promise<void> {
  // The workers inherit it.
  process.env['CHROMIUM_PATH'] = await ensureChromium();
  if (await isBuilt()) return;
  // A process of its own, as in `npm run build`: Vitest's environment variables would change the build.
  const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/build.ts'], {
    stdio: 'inherit',
    env: ownEnvironment(),
  });
  if (status !== 0) throw new Error('The site did not build: see above.');
}
