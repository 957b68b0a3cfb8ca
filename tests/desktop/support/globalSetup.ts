import { spawnSync } from 'node:child_process';
import { isDesktopBuilt } from '../../../scripts/desktopBuild.ts';
import { ownEnvironment } from '../../support/ownEnvironment.ts';
import { findDesktopHost, startDisplay } from './desktopHost.ts';
import { ensureDesktopTools } from './ensureDesktopTools.ts';

/** Runs once before the desktop tests: finds the host, installs what it needs, starts a display, builds the app if necessary. */
export async function setup(): Promise<(() => void) | undefined> {
  const host = findDesktopHost();
  console.log(`desktop host: ${host.name}`);
  if (process.platform === 'linux') ensureDesktopTools(host);
  if (!(await isDesktopBuilt())) {
    // A process of its own, as in `npm run desktop:build`: Vitest's environment variables would change the build.
    const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/desktopBuild.ts'], {
      stdio: 'inherit',
      env: ownEnvironment(),
    });
    if (status !== 0) throw new Error('The desktop app did not build: see above.');
  }
  if (process.platform !== 'linux' || process.env['DISPLAY']) return undefined;
  // The workers inherit DISPLAY.
  const display = await startDisplay();
  return () => display.kill();
}
