import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstall, installPackages } from '../../../scripts/apt.ts';
import { findChromium } from '../standin/chromium/process.ts';

/** What the desktop tests need of the system: the package of Debian, and whether it is there */
const NEEDED: Record<string, () => boolean> = {
  xvfb: () => hasProgram('Xvfb'),
  'dbus-daemon': () => hasProgram('dbus-daemon'),
  'dbus-bin': () => hasProgram('dbus-send'),
  'gnome-keyring': () => hasProgram('gnome-keyring-daemon'),
  // A library that keytar loads
  'libsecret-1-0': () => spawnSync(process.execPath, ['-e', "require('keytar')"]).status === 0,
};
const OF_STAND_IN = { chromium: () => findChromium() !== undefined };

/**
 * Finds what the desktop tests need on Linux. If something is missing, apt installs it, as root on Debian.
 *
 * @throws a sentence that says what to install
 */
export function ensureDesktopTools({ isElectron }: { isElectron: boolean }): void {
  const needed = Object.entries(isElectron ? NEEDED : { ...NEEDED, ...OF_STAND_IN });
  const missing = () => needed.filter(([, isThere]) => !isThere()).map(([name]) => name);
  const names = missing();
  if (names.length === 0) return;
  if (canInstall()) installPackages('what the desktop tests need', names, () => false);
  const still = missing();
  if (still.length > 0) throw new Error(`The desktop tests need ${still.join(', ')}. Debian: apt-get install ${still.join(' ')}`);
}

function hasProgram(name: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
}
