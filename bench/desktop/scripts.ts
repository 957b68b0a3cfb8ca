import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { buildStale } from '../../scripts/builds/stamps.mjs';
import { pageAssets, type Manifest } from '../../web/pages/pageAssets.server.ts';

type Chunks = Record<string, { file: string; imports?: string[] }>;

const SITE = 'dist/web/client';
const DESKTOP = 'out/renderer';

/**
 * Returns the bytes of the scripts, compressed with brotli, that the trading window and the website's exchange page need before
 * they show the form: the entry, the screen, and all that both import statically.
 */
export async function weighScripts(): Promise<{ desktop: number; exchangePage: number }> {
  buildStale(['site', 'desktop']);
  const page = pageAssets(await readManifest<Manifest>(SITE), 'en', ['renderer/screens/exchange/ExchangeScreen.tsx']);
  const desktop = filesOf(await readManifest<Chunks>(DESKTOP), ['index.html', 'screens/desk/exchange/DeskExchange.tsx']);
  return {
    desktop: await total(desktop.map((file) => join(DESKTOP, file))),
    exchangePage: await total([page.entry, ...page.modules].map((file) => join(SITE, file))),
  };
}

const readManifest = async <Content>(folder: string): Promise<Content> =>
  JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Content;

async function total(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await promisify(brotliCompress)(await readFile(file))).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns the files that the chunks and their static imports need. */
function filesOf(chunks: Chunks, keys: readonly string[]): string[] {
  const reached = new Map<string, string>();
  const visit = (key: string): void => {
    const chunk = chunks[key];
    if (!chunk) throw new Error(`The bundle has no ${key}.`);
    if (reached.has(key)) return;
    reached.set(key, chunk.file);
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return [...reached.values()];
}
