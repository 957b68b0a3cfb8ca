import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstall, installPackages } from '../../../scripts/apt.ts';

/** Debian's packages of the programs that the desktop tests start */
const PACKAGES = {
  Xvfb: 'xvfb',
  'dbus-daemon': 'dbus-daemon',
  'gnome-keyring-daemon': 'gnome-keyring',
};
const CHROMIUM = { chromium: 'chromium' };
const LIBRARY = 'libsecret-1-0';

/**
 * Finds the programs that the desktop tests need. If one is missing, apt installs it, as root on Debian.
 *
 * @throws a sentence that says what to install
 */
export function ensureDesktopTools({ isElectron }: { isElectron: boolean }): void {
  const needed = Object.entries(isElectron ? PACKAGES : { ...PACKAGES, ...CHROMIUM });
  const missing = () => needed.filter(([program]) => !isInstalled(program)).map(([, name]) => name);
  if (missing().length > 0 && canInstall()) {
    installPackages('the programs of the desktop tests', [...missing(), LIBRARY], () => false);
  }
  const names = missing();
  if (names.length > 0) throw new Error(`The desktop tests need ${names.join(', ')}. Debian: apt-get install ${names.join(' ')}`);
}

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
