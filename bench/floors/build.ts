import react from '@vitejs/plugin-react';
import { build, type InlineConfig } from 'vite';
import { libraryAliases } from '../../web/build/libraryAliases.ts';
import { precompress } from '../../web/build/precompress.ts';
import type { Manifest } from '../../web/pages/pageAssets.server.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const FLOOR_DIRECTORY = 'dist/bench';
export const SPA_ENTRY = 'bench/floors/spa.tsx';
export const HYDRATED_ENTRY = 'bench/floors/hydrated.tsx';

/** Builds the baseline pages with the site's own versions, target and compression. */
export async function buildFloors(): Promise<void> {
  const common = { configFile: false, logLevel: 'warn', plugins: [react()], publicDir: false } satisfies InlineConfig;
  const client = join(FLOOR_DIRECTORY, 'client');
  await build({
    ...common,
    resolve: { alias: libraryAliases({ withoutParser: true }) },
    build: {
      target: 'es2022',
      modulePreload: { polyfill: false },
      outDir: client,
      manifest: 'manifest.json',
      rolldownOptions: { input: [SPA_ENTRY, HYDRATED_ENTRY] },
    },
  });
  await precompress(client);
  await build({
    ...common,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: join(FLOOR_DIRECTORY, 'server'),
      rolldownOptions: { input: 'bench/floors/render.server.tsx', output: { entryFileNames: 'render.js' } },
    },
  });
}

export async function readFloorManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(FLOOR_DIRECTORY, 'client/manifest.json'), 'utf8')) as Manifest;
}
