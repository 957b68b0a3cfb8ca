import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseBrand } from '../../contract/brand.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import type { Messages } from '../../renderer/i18n/messages.ts';
import { loadRedirects } from '../pages/fileRedirects.server.ts';
import { styleFiles, type Manifest } from '../pages/pageAssets.server.ts';
import type { BuiltSite } from '../pages/pagesOptions.server.ts';
import type { RenderBundle } from '../pages/renderPage.ts';

/** Exports of the render bundle. */
interface RenderModule {
  createRenderBundle(messages: Record<LocaleCode, Messages>): RenderBundle;
}

/**
 * Reads what `npm run build` left in `dist/`, and the operator's `brand.json` and `redirects.json`. Throws an Error that
 * names the file which is missing or not right.
 */
export async function loadBuiltSite({
  distDirectory = 'dist',
  resourcesDirectory = 'resources',
}: { distDirectory?: string; resourcesDirectory?: string } = {}): Promise<BuiltSite> {
  const clientDirectory = resolve(distDirectory, 'web/client');
  const serverDirectory = resolve(distDirectory, 'web/server');
  const [manifest, stamp, messageHashes, brand, redirects, bundle] = await Promise.all([
    readJson<Manifest>(join(clientDirectory, 'manifest.json')),
    readJson<{ buildId: string; builtAt: string }>(join(distDirectory, 'stamp.json')),
    readJson<Record<LocaleCode, string>>(join(serverDirectory, 'messages.json')),
    readJson<unknown>(join(resourcesDirectory, 'brand.json')).then(parseBrand),
    loadRedirects(join(resourcesDirectory, 'redirects.json')),
    import(pathToFileURL(join(serverDirectory, 'render.js')).href) as Promise<RenderModule>,
  ]);
  const messagesOf = async (locale: LocaleCode): Promise<Messages> => {
    const folder = join(clientDirectory, '_i18n', messageHashes[locale], locale);
    const parts = ['messages.json', 'account.json'].map((file) => readJson<Messages>(join(folder, file)));
    return Object.assign({}, ...(await Promise.all(parts))) as Messages;
  };
  const [en, ru, ...styles] = await Promise.all([
    messagesOf('en'),
    messagesOf('ru'),
    ...styleFiles(manifest).map((file) => readStyles(join(clientDirectory, file))),
  ]);
  return {
    clientDirectory,
    manifest,
    styles: styles.join(''),
    render: bundle.createRenderBundle({ en, ru }),
    build: { id: stamp.buildId, timestamp: Date.parse(stamp.builtAt) },
    messageHashes,
    brand,
    redirects,
  };
}

/** Our own build wrote these files, so their shape is taken at its word. */
async function readJson<Value>(file: string): Promise<Value> {
  return JSON.parse(await readFile(file, 'utf8')) as Value;
}

/** It will stand inside of a style element, which nothing in it may close. */
async function readStyles(file: string): Promise<string> {
  const text = (await readFile(file, 'utf8')).trim();
  if (/<\/style/i.test(text)) throw new Error(`${file} holds the end of a style element`);
  return text;
}
