import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { libraryAliases } from './web/build/libraryAliases.ts';
import { numberFields } from './web/build/numberFields.ts';
import { CONSOLE_GROUPS, SCRIPT_GROUPS } from './web/build/scriptGroups.ts';
import { shakenLibraries } from './web/build/shakenLibraries.ts';
import { createShortNames } from './web/build/shortNames.ts';

const folder = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Builds of their own, by mode: what they need must not weigh on the pages of the website. */
const CLIENTS = {
  site: { input: 'web/client.tsx', manifest: 'manifest.json', assets: 'assets', groups: SCRIPT_GROUPS, styles: ['renderer'] },
  messenger: {
    input: 'web/messenger.tsx',
    manifest: 'messenger.json',
    assets: 'assets',
    groups: SCRIPT_GROUPS,
    styles: ['renderer'],
  },
  console: {
    input: 'web/console.tsx',
    manifest: 'console.json',
    assets: 'assets/console',
    groups: CONSOLE_GROUPS,
    styles: ['renderer', 'console'],
  },
} as const;
const clientOf = (mode: string) => CLIENTS[mode === 'messenger' || mode === 'console' ? mode : 'site'];

/** A page rendered on the server is observed by nobody. */
const PLAIN_STORES = fileURLToPath(new URL('./web/pages/plainStores.server.ts', import.meta.url));

/**
 * The browser build, those of the mini-app and of the operators' console in the modes `messenger` and `console` and, with `--ssr`, the
 * render bundle of the web host.
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [react(), numberFields(), shakenLibraries()],
  css: { modules: { generateScopedName: createShortNames(...clientOf(mode).styles.map(folder)) } },
  publicDir: 'resources/public',
  // React's development form renders several times slower, and NODE_ENV is the operator's to set or not.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  resolve: {
    alias: isSsrBuild
      ? [{ find: /^mobx(-react-lite)?$/, replacement: PLAIN_STORES }, ...libraryAliases()]
      : libraryAliases({ withoutParser: true }),
  },
  build: {
    target: 'es2022',
    // The names of what each page imports would be a hundredth of the first page's scripts. Most pages are loaded before they are opened.
    modulePreload: false,
    // One file: style that arrives late is a layout that moves.
    cssCodeSplit: false,
    ...(isSsrBuild
      ? {
          outDir: 'dist/web/server',
          copyPublicDir: false,
          rolldownOptions: { input: 'web/render.server.tsx', output: { entryFileNames: 'render.js' } },
        }
      : {
          outDir: 'dist/web/client',
          manifest: clientOf(mode).manifest,
          ...(clientOf(mode) !== CLIENTS.site && { emptyOutDir: false, copyPublicDir: false }),
          assetsDir: clientOf(mode).assets,
          assetsInlineLimit: 0,
          rolldownOptions: {
            input: clientOf(mode).input,
            // The document calls the exported start of the entry.
            preserveEntrySignatures: 'exports-only',
            output: {
              codeSplitting: { groups: [...clientOf(mode).groups] },
              // The entry names all files, and hashes don't compress. 42 bits are enough to distinguish builds.
              chunkFileNames: `${clientOf(mode).assets}/[name]-[hash:7].js`,
            },
          },
        }),
  },
  // One file of the versions that were built and tested together, read at once when the host starts.
  ssr: { noExternal: true },
}));
