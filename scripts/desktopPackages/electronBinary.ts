import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigurationError } from '../../server/settings/configurationError.ts';

const PACKAGE = 'node_modules/electron';

/**
 * Returns Electron's program: the one that the variable ELECTRON names, or the one of the package `electron`. Null if its binary was
 * not downloaded. Throws a ConfigurationError if ELECTRON names a missing file.
 */
export function findElectron(): { path: string; name: string } | null {
  const named = process.env['ELECTRON'];
  if (named) {
    if (!existsSync(named)) throw new ConfigurationError(`ELECTRON names ${named}, which does not exist.`);
    return { path: resolve(named), name: `Electron at ${named}` };
  }
  const pathFile = join(PACKAGE, 'path.txt');
  const binary = existsSync(pathFile) ? resolve(PACKAGE, 'dist', readFileSync(pathFile, 'utf8').trim()) : '';
  if (binary === '' || !existsSync(binary)) return null;
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  return { path: binary, name: `Electron ${version}` };
}
