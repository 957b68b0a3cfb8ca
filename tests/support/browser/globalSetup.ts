import { buildStale } from '../../../scripts/builds/stamps.mjs';
import { ensureChromium } from '../../../scripts/chromium.ts';
import { ownEnvironment } from '../ownEnvironment.ts';

/** Runs once before the browser tests: finds or installs Chromium, and builds what is not up to date. */
export async function setup(): Promise<void> {
  // The workers inherit it.
  process.env['CHROMIUM_PATH'] = await ensureChromium();
  buildStale(['server', 'site'], { env: ownEnvironment() });
}
