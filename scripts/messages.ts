import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import { LOCALE_CODES } from '../contract/paths/locales.ts';

const SOURCE = 'resources/locales';

/**
 * The texts of a locale: those of every page, those that account pages (`account-*.json`) or docs and blog
 * (`content.json`) load in addition, and those that only the desktop app (`desktop-*.json`) or the operators' console
 * (`console-*.json`) has.
 */
interface Parts<Value> {
  messages: Value;
  account: Value;
  content: Value;
  desktop: Value;
  console: Value;
}

export interface CompiledLocale extends Parts<string> {
  /** Hash of the texts of customers' pages, part of their URL: changed texts get a new URL. */
  hash: string;
}

/** The API host reads the texts of mails itself (`server/mail/mailLanguage.ts`), and the web host its own. No page loads them. */
const isLoadedByPages = (file: string): boolean => !file.startsWith('mail-') && file !== 'host.json';

/** Reads the texts of a locale from its area files. Throws if two areas have the same message id. */
async function readLocale(locale: string): Promise<Parts<Record<string, string>>> {
  const folder = join(SOURCE, locale);
  const parts: Parts<Record<string, string>> = { messages: {}, account: {}, content: {}, desktop: {}, console: {} };
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
  if (file.startsWith('account')) return 'account';
  if (file === 'content.json') return 'content';
  if (file.startsWith('console')) return 'console';
  return file.startsWith('desktop') ? 'desktop' : 'messages';
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
  const messages = compiled(texts.messages);
  const account = compiled(texts.account);
  const content = compiled(texts.content);
  const desktop = compiled(texts.desktop);
  const consoleTexts = compiled(texts.console);
  const hash = hashOf(messages, account, content);
  return { hash, messages, account, content, desktop, console: consoleTexts };
}

/**
 * Writes `messages.json`, `account.json` and `content.json` to `{clientDirectory}/_i18n/{hash}/{locale}`, the console's texts to
 * `{clientDirectory}/assets/console` and, for the host, `{serverDirectory}/messages.json` with the hash of each locale and
 * `{serverDirectory}/console.json` with the paths of the console's texts.
 */
export async function buildMessages(clientDirectory: string, serverDirectory: string): Promise<void> {
  const hashes: Record<string, string> = {};
  const consolePaths: Record<string, string> = {};
  const consoleFolder = join(clientDirectory, 'assets/console');
  await mkdir(consoleFolder, { recursive: true });
  for (const locale of LOCALE_CODES) {
    const { hash, messages, account, content, console: consoleTexts } = await compileLocale(locale);
    const folder = join(clientDirectory, '_i18n', hash, locale);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'messages.json'), messages);
    await writeFile(join(folder, 'account.json'), account);
    await writeFile(join(folder, 'content.json'), content);
    hashes[locale] = hash;
    const name = `${locale}-${hashOf(consoleTexts)}.json`;
    await writeFile(join(consoleFolder, name), consoleTexts);
    consolePaths[locale] = `/assets/console/${name}`;
  }
  await mkdir(serverDirectory, { recursive: true });
  await writeFile(join(serverDirectory, 'messages.json'), JSON.stringify(hashes));
  await writeFile(join(serverDirectory, 'console.json'), JSON.stringify(consolePaths));
}
