import { rolldown, type OutputAsset, type OutputChunk, type Plugin } from 'rolldown';
import { BUNDLED } from '../commands.mjs';
import { checkContent } from './checkContent.ts';

/** Binaries, a package that reads files beside itself, and one with an import of a package that nobody installs. */
const OUTSIDE = ['sharp', '@fastify/swagger-ui', 'ccxt'];
/** Libraries use these only where somebody has installed them. */
const OPTIONAL = ['bufferutil', 'utf-8-validate', 'pg-native', 'encoding'];

/** Traces name the lines of our sources. What maps of the libraries would take, 25 MB of memory in each process, is not worth theirs. */
const withoutLibraryMaps: Plugin = {
  name: 'without-library-maps',
  transform: { filter: { id: /node_modules/ }, handler: (code) => ({ code, map: { mappings: '' } }) },
};

const isChunk = (file: OutputChunk | OutputAsset): file is OutputChunk => file.type === 'chunk';

/** V8 stores a file with a single character beyond Latin-1 with two bytes for each. */
const inLatin1: Plugin = {
  name: 'in-latin-1',
  generateBundle: (_options, bundle) => {
    for (const chunk of Object.values(bundle).filter(isChunk)) {
      chunk.code = chunk.code.replaceAll(/[^\0-\xff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
    }
  },
};

/**
 * `import … from 'node:http'` reads all properties of that module, and one of them loads the client behind `fetch`: 3 MB, and a twentieth
 * of a start. A property of what `require` returns is read when it is used.
 */
const requiredHttp: Plugin = {
  name: 'required-http',
  resolveId: { filter: { id: /^node:http$/ }, handler: () => '\0required-http' },
  load: { filter: { id: /required-http$/ }, handler: () => `module.exports = process.getBuiltinModule('node:http');` },
};

/**
 * Checks the texts of the hosts, and builds the bundle of hosts and operators' commands into `dist/server/`. Returns which packages each
 * file contains.
 */
export async function buildServer(): Promise<{ packages: Record<string, string[]> }> {
  checkContent();
  const bundle = await rolldown({
    input: BUNDLED,
    platform: 'node',
    external: [...OUTSIDE, ...OPTIONAL],
    // On a busy machine.
    checks: { pluginTimings: false },
    plugins: [withoutLibraryMaps, inLatin1, requiredHttp],
    onLog: (_level, { message }) => {
      throw new Error(message);
    },
  });
  const { output } = await bundle.write({
    dir: 'dist/server',
    format: 'esm',
    keepNames: true,
    comments: { legal: true, jsdoc: false, annotation: false },
    sourcemap: true,
    sourcemapExcludeSources: true,
    // The hash: a running host must not load a file of the next build.
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  return { packages: Object.fromEntries(output.filter(isChunk).map((chunk) => [chunk.fileName, packagesOf(chunk)])) };
}

function packagesOf({ moduleIds }: OutputChunk): string[] {
  const names = moduleIds.flatMap((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []);
  return [...new Set(names)].toSorted();
}
