import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import { TEXT_PARTS, type TextPart } from '../../contract/pages.ts';
import { LOCALE_CODES } from '../../contract/paths/locales.ts';

const SOURCE = 'resources/locales';

/** The texts of customers' pages */
export const PAGE_PARTS = ['messages', ...TEXT_PARTS] as const;

/** The parts that only the desktop app or the operators' console has */
const SHELL_PARTS = ['desktop', 'console'] as const;

/**
 * The texts of a locale: those of every page (`messages`), those that some pages load in addition, and those of one shell. The name
 * of a file begins with its part.
 */
type Parts<Value> = Record<'messages' | TextPart | (typeof SHELL_PARTS)[number], Value>;

export interface CompiledLocale extends Parts<string> {
  /** Hash of the texts of customers' pages, part of their URL: changed texts get a new URL. */
  hash: string;
}

/** The API host reads the texts of mails itself (`server/mail/mailLanguage.ts`), and the web host its own. No page loads them. */
const isLoadedByPages = (file: string): boolean => !file.startsWith('mail-') && file !== 'host.json';

/** Reads the texts of a locale from its area files. Throws if two areas have the same message id. */
async function readLocale(locale: string): Promise<Parts<Record<string, string>>> {
  const folder = join(SOURCE, locale);
  const parts = eachPart((): Record<string, string> => ({}));
  for (const file of (await readdir(folder)).filter(isLoadedByPages).toSorted()) {
    const texts = JSON.parse(await readFile(join(folder, file), 'utf8')) as Record<string, string>;
    for (const [id, text] of Object.entries(texts)) {
      const isKnown = Object.values(parts).some((part: object) => Object.hasOwn(part, id));
      if (isKnown) throw new Error(`${locale}/${file}: "${id}" is in another file too`);
      parts[partOf(file)][id] = text;
    }
  }
  return parts;
}

function partOf(file: string): keyof Parts<unknown> {
  return [...TEXT_PARTS, ...SHELL_PARTS].find((part) => file.startsWith(part)) ?? 'messages';
}

function eachPart<Value>(create: (part: keyof Parts<Value>) => Value): Parts<Value> {
  return Object.fromEntries([...PAGE_PARTS, ...SHELL_PARTS].map((part) => [part, create(part)])) as Parts<Value>;
}

function hashOf(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('hex').slice(0, 12);
}

/** Compiles ICU texts for react-intl without a parser. Throws an error that names an invalid message. */
export async function compileLocale(locale: string): Promise<CompiledLocale> {
  const texts = await readLocale(locale);
  const compiled = (part: Record<string, string>): string =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(part).map(([id, text]) => {
          try {
            return [id, parse(text, { captureLocation: false })];
          } catch (cause) {
            throw new Error(`${locale}: "${id}" is not a valid ICU message: ${text}`, { cause });
          }
        }),
      ),
    );
  const parts = eachPart((part) => compiled(texts[part]));
  return { hash: hashOf(...PAGE_PARTS.map((part) => parts[part])), ...parts };
}

/**
 * Writes `messages.json` and a file for each other part of pages to `{clientDirectory}/_i18n/{hash}/{locale}`, the console's texts to
 * `{clientDirectory}/assets/console` and, for the host, `{serverDirectory}/messages.json` with the hash of each locale and
 * `{serverDirectory}/console.json` with the paths of the console's texts.
 */
export async function buildMessages(clientDirectory: string, serverDirectory: string): Promise<void> {
  const hashes: Record<string, string> = {};
  const consolePaths: Record<string, string> = {};
  const consoleFolder = join(clientDirectory, 'assets/console');
  await mkdir(consoleFolder, { recursive: true });
  for (const locale of LOCALE_CODES) {
    const { hash, console: consoleTexts, ...parts } = await compileLocale(locale);
    const folder = join(clientDirectory, '_i18n', hash, locale);
    await mkdir(folder, { recursive: true });
    for (const part of PAGE_PARTS) await writeFile(join(folder, `${part}.json`), parts[part]);
    hashes[locale] = hash;
    const name = `${locale}-${hashOf(consoleTexts)}.json`;
    await writeFile(join(consoleFolder, name), consoleTexts);
    consolePaths[locale] = `/assets/console/${name}`;
  }
  await mkdir(serverDirectory, { recursive: true });
  await writeFile(join(serverDirectory, 'messages.json'), JSON.stringify(hashes));
  await writeFile(join(serverDirectory, 'console.json'), JSON.stringify(consolePaths));
}
