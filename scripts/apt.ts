import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';

/** Returns whether this process may install packages of the system: as root on Debian. */
export const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Installs Debian packages, one after the other, until `isEnough`.
 *
 * @param what their name in the printed message
 */
export function installPackages(what: string, packages: readonly string[], isEnough: () => boolean): void {
  console.log(`Installing ${what} with apt…`);
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[],
    // RUNLEVEL keeps Debian from starting a server that it installs.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  };
  spawnSync('apt-get', ['update', '-qq'], options);
  for (const name of packages) {
    if (isEnough()) return;
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options);
  }
}
