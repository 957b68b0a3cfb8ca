import { buildStale } from '../../../scripts/builds/stamps.mjs';
import { ownEnvironment } from '../../support/ownEnvironment.ts';
import { findDesktopHost, startDisplay } from './desktopHost.ts';
import { ensureDesktopTools } from './ensureDesktopTools.ts';

/** Runs once before the desktop tests: finds the host, installs what it needs, starts a display, builds what is not up to date. */
export async function setup(): Promise<(() => void) | undefined> {
  const host = findDesktopHost();
  console.log(`desktop host: ${host.name}`);
  if (process.platform === 'linux') ensureDesktopTools(host);
  buildStale(['server', 'site', 'desktop'], { env: ownEnvironment() });
  if (process.platform !== 'linux' || process.env['DISPLAY']) return undefined;
  // The workers inherit DISPLAY.
  const display = await startDisplay();
  return () => display.kill();
}
