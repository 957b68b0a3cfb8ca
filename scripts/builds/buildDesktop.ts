import { mkdir, writeFile } from 'node:fs/promises';
import { build } from 'electron-vite';
import { LOCALE_CODES } from '../../contract/paths/locales.ts';
import { compileLocale, PAGE_PARTS } from './messages.ts';
import { NOTICES_FILE, thirdPartyNotices } from './thirdPartyNotices.ts';

const TEXTS = 'out/renderer/texts';

/** Builds main process, preload script, window and texts into `out/`. */
export async function buildDesktop(): Promise<object> {
  await build({ logLevel: 'warn' });
  await writeFile(`out/${NOTICES_FILE}`, thirdPartyNotices());
  await mkdir(TEXTS, { recursive: true });
  for (const locale of LOCALE_CODES) {
    const compiled = await compileLocale(locale);
    const parts = [...PAGE_PARTS, 'desktop' as const].map((part) => JSON.parse(compiled[part]) as object);
    await writeFile(`${TEXTS}/${locale}.json`, JSON.stringify(Object.assign({}, ...parts)));
  }
  return {};
}
