import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The path of a Chromium for the browser tests: CHROMIUM_PATH, then the usual places; as root on Debian it is installed
 * by apt. Throws a sentence that says what to install.
 */
export async function ensureChromium(): Promise<string> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, which is not there.`);
  }
  const found = () => USUAL_PLACES.find((place) => existsSync(place));
  const present = found();
  if (present) return present;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium with apt…');
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    spawnSync('apt-get', ['update', '-qq'], options);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
    const installed = found();
    if (installed) return installed;
  }
  throw new Error('The browser tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.');
}
