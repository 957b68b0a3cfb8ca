import { existsSync } from 'node:fs';
import process from 'node:process';
import { canInstall, installPackages } from './apt.ts';

/** Chromium without windows. Opening a page takes it a fraction of the processor time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const FULL_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Returns the path of a Chromium: CHROMIUM_PATH, then an installed one. If there is none, apt installs one, as root on Debian.
 *
 * @param isFull whether it must be the browser that people use, as for measurements; otherwise the headless shell is preferred
 * @throws a sentence that says what to install
 */
export async function ensureChromium({ isFull = false } = {}): Promise<string> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
  }
  const find = () => [...(isFull ? [] : [HEADLESS_SHELL]), ...FULL_BROWSERS].find((path) => existsSync(path));
  const present = find();
  // A full browser asks before it opens a link of the desktop app, and blocks the page until somebody answers.
  if (present && (isFull || present === HEADLESS_SHELL || !canInstall())) return present;
  if (canInstall()) {
    // Older releases of Debian have no package of the headless shell.
    const packages = isFull ? ['chromium'] : ['chromium-headless-shell', 'chromium'];
    installPackages('Chromium', packages, () => (isFull ? find() !== undefined : existsSync(HEADLESS_SHELL)));
    const installed = find();
    if (installed) return installed;
  }
  throw new Error('The browser tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.');
}
