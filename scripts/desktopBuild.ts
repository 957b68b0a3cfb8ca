import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LOCALE_CODES } from '../contract/paths/locales.ts';
import { fingerprintOf, inProduction, isUpToDate } from './buildStamp.ts';
import { compileLocale, PAGE_PARTS } from './messages.ts';

const OUTPUT = 'out';
const STAMP = join(OUTPUT, 'stamp.json');
const INPUTS = [
  'contract',
  'main',
  'preload',
  'renderer',
  'resources',
  'web/build',
  'package-lock.json',
  'electron.vite.config.ts',
];

export const isDesktopBuilt = (): Promise<boolean> => isUpToDate(STAMP, INPUTS);

/** `npm run desktop:build`: builds main process, preload script, window and texts into `out/`. */
export async function buildDesktop(): Promise<void> {
  // The desktop tests import this file to ask whether the app is built. Vitest can't load electron-vite.
  const { build } = await import('electron-vite');
  const fingerprint = await fingerprintOf(INPUTS);
  await rm(OUTPUT, { recursive: true, force: true });
  await inProduction(() => build({ logLevel: 'warn' }));
  const texts = join(OUTPUT, 'renderer/texts');
  await mkdir(texts, { recursive: true });
  for (const locale of LOCALE_CODES) {
    const compiled = await compileLocale(locale);
    const parts = [...PAGE_PARTS, 'desktop' as const].map((part) => JSON.parse(compiled[part]) as object);
    await writeFile(join(texts, `${locale}.json`), JSON.stringify(Object.assign({}, ...parts)));
  }
  await writeFile(STAMP, JSON.stringify({ fingerprint }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildDesktop();
