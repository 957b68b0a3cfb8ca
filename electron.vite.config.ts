import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { libraryAliases } from './web/build/libraryAliases.ts';
import { numberFields } from './web/build/numberFields.ts';
import { pageContainers } from './web/build/pageContainers.ts';
import { SCRIPT_GROUPS } from './web/build/scriptGroups.ts';
import { createShortNames } from './web/build/shortNames.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The desktop app: `out/main` (ES module), `out/preload` (one CommonJS file, which the sandbox needs), `out/renderer`. */
export default defineConfig({
  main: {
    plugins: [numberFields()],
    build: {
      outDir: 'out/main',
      minify: true,
      // The packages contain the bundle and keytar, nothing else.
      externalizeDeps: false,
      // The files are read from the disk, not downloaded.
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: {
        input: at('main/index.ts'),
        external: ['electron', 'keytar'],
        output: { entryFileNames: 'index.js' },
        // The main process loads at once what pages load with their first call.
        checks: { ineffectiveDynamicImport: false },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      minify: true,
      externalizeDeps: false,
      rolldownOptions: {
        input: at('preload/index.ts'),
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: 'index.cjs' },
      },
    },
  },
  renderer: {
    root: at('renderer'),
    publicDir: at('resources/public'),
    plugins: [
      react(),
      numberFields(),
      pageContainers(),
      // Pages have paths of several segments, so the bundle's addresses start at the root.
      { name: 'absolute-addresses', enforce: 'post', config: (config) => void (config.base = '/') },
    ],
    css: { modules: { generateScopedName: createShortNames(at('renderer')) } },
    resolve: { alias: libraryAliases({ withoutParser: true }) },
    build: {
      outDir: 'out/renderer',
      minify: true,
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1_000,
      manifest: 'manifest.json',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: at('renderer/index.html'),
        output: { codeSplitting: { groups: [...SCRIPT_GROUPS] } },
      },
    },
  },
});
