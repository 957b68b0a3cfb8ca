import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const STAMP = 'dist/stamp.json';
const INPUTS = ['contract', 'renderer', 'web', 'resources', 'scripts', 'package-lock.json', 'vite.config.ts'];
const CLIENT = 'dist/web/client';
const SERVER = 'dist/web/server';

/** Returns a fingerprint of all build inputs from names, sizes and times, which takes only milliseconds. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const visit = async (path: string): Promise<void> => {
    const info = await stat(path);
    if (!info.isDirectory()) {
      hash.update(`${path}:${info.size}:${Math.round(info.mtimeMs)}\n`);
      return;
    }
    for (const name of (await readdir(path)).toSorted()) if (!name.includes('.test.')) await visit(join(path, name));
  };
  for (const input of INPUTS) if (existsSync(input)) await visit(input);
  return hash.digest('hex');
}

export async function isBuilt(): Promise<boolean> {
  if (!existsSync(STAMP)) return false;
  const stamp = JSON.parse(readFileSync(STAMP, 'utf8')) as { fingerprint?: string };
  return stamp.fingerprint === (await fingerprint());
}

/** Builds the site into `dist/`: page, render bundle, texts, logos, compressed copies. */
export async function build(): Promise<void> {
  const [{ build: viteBuild }, { buildMessages }, { copyLogos }, { precompress }] = await Promise.all([
    import('vite'),
    import('./messages.ts'),
    import('./logos.ts'),
    import('../web/build/precompress.ts'),
  ]);
  const before = await fingerprint();
  await rm('dist', { recursive: true, force: true });
  await inProduction(async () => {
    await viteBuild({ logLevel: 'warn' });
    await viteBuild({ logLevel: 'warn', build: { ssr: true } });
  });
  await buildMessages(CLIENT, SERVER);
  copyLogos(join(CLIENT, 'static/coins'));
  await precompress(CLIENT);
  await mkdir('dist', { recursive: true });
  const manifest = await readFile(join(CLIENT, 'manifest.json'));
  const messages = await readFile(join(SERVER, 'messages.json'));
  const buildId = createHash('sha256').update(manifest).update(messages).digest('hex').slice(0, 12);
  await writeFile(STAMP, JSON.stringify({ fingerprint: before, buildId, builtAt: new Date().toISOString() }));
}

/** Vite builds React's slow form when NODE_ENV says "test" or "development", and sets it itself when it says nothing. */
async function inProduction(work: () => Promise<void>): Promise<void> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build();
