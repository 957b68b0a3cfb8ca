import { mkdir, rm, writeFile } from 'node:fs/promises';
import { BUILDS, fingerprintOf, stampOf, type BuildName } from './builds/stamps.mjs';

/** Loaded one by one: only the desktop's needs electron-vite. Each returns what its stamp says besides the fingerprint. */
const MAKERS: Readonly<Record<BuildName, () => Promise<() => Promise<object>>>> = {
  site: async () => (await import('./builds/buildSite.ts')).buildSite,
  server: async () => (await import('./builds/buildServer.ts')).buildServer,
  desktop: async () => (await import('./builds/buildDesktop.ts')).buildDesktop,
};

/** `npm run build` builds the site and the bundle of the hosts anew; `npm run build -- desktop`, the desktop app. */
const names = process.argv.slice(2);
const isBuild = (name: string): name is BuildName => Object.hasOwn(MAKERS, name);
const unknown = names.filter((name) => !isBuild(name));
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Name ${Object.keys(MAKERS).join(', ')}.`);

// Vite builds React's slow form when NODE_ENV says "test" or "development".
process.env['NODE_ENV'] = 'production';
for (const name of names.length > 0 ? names.filter(isBuild) : (['server', 'site'] as const)) {
  const { output, inputs } = BUILDS[name];
  const fingerprint = fingerprintOf(inputs);
  await rm(output, { recursive: true, force: true });
  const make = await MAKERS[name]();
  const more = await make();
  await mkdir(output, { recursive: true });
  await writeFile(stampOf(name), JSON.stringify({ fingerprint, ...more }));
}
