import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fingerprintOf, inProduction, isUpToDate } from './buildStamp.ts';

const STAMP = 'dist/stamp.json';
const INPUTS = ['contract', 'renderer', 'console', 'web', 'resources', 'scripts', 'package-lock.json', 'vite.config.ts'];
const CLIENT = 'dist/web/client';
const SERVER = 'dist/web/server';

export const isBuilt = (): Promise<boolean> => isUpToDate(STAMP, INPUTS);

/** Builds the site into `dist/`: page, mini-app, console, render bundle, texts, compressed copies. */
export async function build(): Promise<void> {
  const [{ build: viteBuild }, { buildMessages }, { precompress }] = await Promise.all([
    import('vite'),
    import('./messages.ts'),
    import('../web/build/precompress.ts'),
  ]);
  const fingerprint = await fingerprintOf(INPUTS);
  await rm('dist', { recursive: true, force: true });
  await inProduction(async () => {
    await viteBuild({ logLevel: 'warn' });
    await viteBuild({ logLevel: 'warn', mode: 'messenger' });
    await viteBuild({ logLevel: 'warn', mode: 'console' });
    await viteBuild({ logLevel: 'warn', build: { ssr: true } });
  });
  await buildMessages(CLIENT, SERVER);
  await precompress(CLIENT);
  await mkdir('dist', { recursive: true });
  const manifests = await Promise.all(['manifest.json', 'messenger.json'].map((file) => readFile(join(CLIENT, file))));
  const messages = await readFile(join(SERVER, 'messages.json'));
  const buildId = createHash('sha256')
    .update(Buffer.concat([...manifests, messages]))
    .digest('hex')
    .slice(0, 12);
  await writeFile(STAMP, JSON.stringify({ fingerprint, buildId, builtAt: new Date().toISOString() }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build();
