import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { libraryAliases } from './web/build/libraryAliases.ts';
import { SCRIPT_GROUPS } from './web/build/scriptGroups.ts';
import { shakenLibraries } from './web/build/shakenLibraries.ts';
import { createShortNames } from './web/build/shortNames.ts';

const RENDERER = fileURLToPath(new URL('renderer', import.meta.url));
/** A page rendered on the server is observed by nobody. */
const PLAIN_STORES = fileURLToPath(new URL('./web/pages/plainStores.server.ts', import.meta.url));

/** The browser build, that of the mini-app in the mode `messenger` and, with `--ssr`, the render bundle of the web host. */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [react(), shakenLibraries()],
  css: { modules: { generateScopedName: createShortNames(RENDERER) } },
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
    modulePreload: {
      polyfill: false,
      // An import fetches its own file at once, and every page has loaded the runtime before: neither needs to be named.
      resolveDependencies: (own, needed) => needed.filter((file) => file !== own && !file.includes('rolldown-runtime')),
    },
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
          // The mini-app has files of its own: what it needs must not weigh on the pages of the website.
          ...(mode === 'messenger'
            ? { manifest: 'messenger.json', emptyOutDir: false, copyPublicDir: false }
            : { manifest: 'manifest.json' }),
          assetsDir: 'assets',
          assetsInlineLimit: 0,
          rolldownOptions: {
            input: mode === 'messenger' ? 'web/messenger.tsx' : 'web/client.tsx',
            output: {
              codeSplitting: { groups: [...SCRIPT_GROUPS] },
              // The entry names all files, and hashes don't compress. 42 bits are enough to distinguish builds.
              chunkFileNames: 'assets/[name]-[hash:7].js',
            },
          },
        }),
  },
  // One file of the versions that were built and tested together, read at once when the host starts.
  ssr: { noExternal: true },
}));
