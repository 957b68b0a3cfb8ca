import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const YEAR_SECONDS = 365 * 86_400;
const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;

/** Build output that is not served. */
const NOT_SERVED = new Set(['manifest.json', 'messenger.json', 'console.json', 'index.html']);

/**
 * Serves the files of the build. Files with a hash in their name are immutable. Coin logos are cached for a day, root files for
 * an hour, and the file of the internet check (D50) not at all.
 */
export async function registerStaticFiles(app: FastifyInstance, clientDirectory: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(clientDirectory, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    cacheControl: true,
    maxAge: YEAR_SECONDS * 1_000,
    immutable: true,
    // Never revalidated, so what a browser would compare is only weight.
    etag: false,
    lastModified: false,
    acceptRanges: false,
  });
  if (existsSync(join(clientDirectory, 'static'))) {
    await app.register(fastifyStatic, {
      root: join(clientDirectory, 'static'),
      prefix: '/static/',
      preCompressed: true,
      index: false,
      maxAge: DAY_SECONDS * 1_000,
      decorateReply: false,
    });
  }
  const entries = await readdir(clientDirectory, { withFileTypes: true });
  const names = entries.flatMap((entry) => (entry.isFile() && isServed(entry.name) ? [entry.name] : []));
  for (const name of names) {
    const maxAge = name === 'online.txt' ? 0 : HOUR_SECONDS * 1_000;
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name, clientDirectory, { maxAge, immutable: false }));
  }
}

const isServed = (name: string): boolean => !NOT_SERVED.has(name) && !name.startsWith('.') && !/\.(?:br|gz)$/.test(name);
