import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';

const SOURCE = 'resources/locales';

export interface CompiledLocale {
  /** Hash of the texts, part of their URL: changed texts get a new URL. */
  hash: string;
  json: string;
}

/** Reads the texts of a locale from its area files. Throws if two areas have the same message id. */
export async function readLocale(locale: string): Promise<Record<string, string>> {
  const folder = join(SOURCE, locale);
  const merged: Record<string, string> = {};
  for (const file of (await readdir(folder)).toSorted()) {
    const texts = JSON.parse(await readFile(join(folder, file), 'utf8')) as Record<string, string>;
    for (const [id, text] of Object.entries(texts)) {
      if (Object.hasOwn(merged, id)) throw new Error(`${locale}/${file}: "${id}" is in another file too`);
      merged[id] = text;
    }
  }
  return merged;
}

/** Compiles ICU texts for react-intl without a parser. Throws an error that names an invalid message. */
export async function compileLocale(locale: string): Promise<CompiledLocale> {
  const texts = await readLocale(locale);
  const compiled = Object.fromEntries(
    Object.entries(texts).map(([id, text]) => {
      try {
        return [id, parse(text, { captureLocation: false })];
      } catch (cause) {
        throw new Error(`${locale}: "${id}" is not a valid ICU message: ${text}`, { cause });
      }
    }),
  );
  const json = JSON.stringify(compiled);
  return { hash: createHash('sha256').update(json).digest('hex').slice(0, 12), json };
}

/**
 * Writes `{clientDirectory}/_i18n/{hash}/{locale}/messages.json` and, for the host, `{serverDirectory}/messages.json`
 * with the hash of each locale.
 */
export async function buildMessages(clientDirectory: string, serverDirectory: string): Promise<void> {
  const hashes: Record<string, string> = {};
  for (const locale of ['en', 'ru']) {
    const { hash, json } = await compileLocale(locale);
    const folder = join(clientDirectory, '_i18n', hash, locale);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'messages.json'), json);
    hashes[locale] = hash;
  }
  await mkdir(serverDirectory, { recursive: true });
  await writeFile(join(serverDirectory, 'messages.json'), JSON.stringify(hashes));
}
