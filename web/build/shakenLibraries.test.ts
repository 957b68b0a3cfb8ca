import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { libraryAliases } from './libraryAliases.ts';
import { shakenLibraries } from './shakenLibraries.ts';

const ENTRY = '\0entry';

/** Returns the code of a page that uses only these names of a library. */
async function bundle(library: string, names: string, plugins = [shakenLibraries()]): Promise<string> {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === ENTRY ? id : null),
    load: (id: string) => (id === ENTRY ? `import { ${names} } from '${library}'; globalThis.used = [${names}];` : null),
  };
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('../..', import.meta.url)),
    resolve: { alias: libraryAliases() },
    plugins: [entry, ...plugins],
    build: { write: false, minify: false, rolldownOptions: { input: ENTRY, external: ['react', 'react-dom'] } },
  })) as unknown as { output: { code: string }[] };
  return output[0]?.code ?? '';
}

it.each([
  ['react-router', 'Link', 'NavLinkWithRef'],
  ['react-intl', 'FormattedMessage', 'formatDateTimeRange'],
])('leaves components of %s that no page uses out of the build', async (library, names, unused) => {
  const [shaken, whole] = [await bundle(library, names), await bundle(library, names, [])];
  expect(whole).toContain(unused);
  expect(shaken.length).toBeLessThan(whole.length - 1_000);
  expect(shaken).toContain(names);
});

it('finds the names that it removes', () => {
  const source = readFileSync(fileURLToPath(import.meta.resolve('react-intl')), 'utf8');
  expect(source).toMatch(/^FormattedMessage\.displayName = /m);
});
