import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseBrand } from '../../contract/brand.ts';
import { TEXT_PARTS } from '../../contract/pages.ts';
import { eachLocale, type LocaleCode } from '../../contract/paths/locales.ts';
import type { Messages } from '../../renderer/i18n/messages.ts';
import type { HostTexts } from '../pages/errorPage.server.ts';
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
  const scriptsOf = (file: string) => {
    const manifest = readJson(join(clientDirectory, file)) as Manifest;
    return {
      manifest,
      styles: styleFiles(manifest)
        .map((style) => readStyles(join(clientDirectory, style)))
        .join(''),
    };
  };
  const stamp = readJson(join(distDirectory, 'web/stamp.json')) as { buildId: string; builtAt: string };
  const messageHashes = readJson(join(serverDirectory, 'messages.json')) as Record<LocaleCode, string>;
  const messages = eachLocale((locale): Messages => {
    const folder = join(clientDirectory, '_i18n', messageHashes[locale], locale);
    const parts = ['messages', ...TEXT_PARTS].map((part) => readJson(join(folder, `${part}.json`)));
    return Object.assign({}, ...parts) as Messages;
  });
  const bundle = (await import(pathToFileURL(join(serverDirectory, 'render.js')).href)) as RenderModule;
  return {
    clientDirectory,
    ...scriptsOf('manifest.json'),
    messenger: scriptsOf('messenger.json'),
    console: {
      ...scriptsOf('console.json'),
      texts: readJson(join(serverDirectory, 'console.json')) as Record<LocaleCode, string>,
    },
    render: bundle.createRenderBundle(messages),
    build: { id: stamp.buildId, timestamp: Date.parse(stamp.builtAt) },
    messageHashes,
    hostTexts: eachLocale((locale) => readJson(join(resourcesDirectory, 'locales', locale, 'host.json')) as HostTexts),
    brand: parseBrand(readJson(join(resourcesDirectory, 'brand.json'))),
    redirects: await loadRedirects(join(resourcesDirectory, 'redirects.json')),
  };
}

/** Our own build wrote most of these files, so their shape is taken at its word. */
function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** It will stand inside of a style element, which nothing in it may close. */
function readStyles(file: string): string {
  const text = readFileSync(file, 'utf8').trim();
  if (/<\/style/i.test(text)) throw new Error(`${file} holds the end of a style element`);
  return text;
}
