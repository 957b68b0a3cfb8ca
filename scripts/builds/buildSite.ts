import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { precompress } from '../../web/build/precompress.ts';
import { buildMessages } from './messages.ts';
import { NOTICES_FILE, thirdPartyNotices } from './thirdPartyNotices.ts';

const CLIENT = 'dist/web/client';
const SERVER = 'dist/web/server';

/** Builds the site into `dist/web/`: page, mini-app, console, render bundle, texts, compressed copies. Returns its id and time. */
export async function buildSite(): Promise<{ buildId: string; builtAt: string }> {
  await build({ logLevel: 'warn' });
  await build({ logLevel: 'warn', mode: 'messenger' });
  await build({ logLevel: 'warn', mode: 'console' });
  await build({ logLevel: 'warn', build: { ssr: true } });
  await buildMessages(CLIENT, SERVER);
  await writeFile(join(CLIENT, NOTICES_FILE), thirdPartyNotices());
  await precompress(CLIENT);
  const hash = createHash('sha256');
  for (const file of [join(CLIENT, 'manifest.json'), join(CLIENT, 'messenger.json'), join(SERVER, 'messages.json')]) {
    hash.update(await readFile(file));
  }
  return { buildId: hash.digest('hex').slice(0, 12), builtAt: new Date().toISOString() };
}
