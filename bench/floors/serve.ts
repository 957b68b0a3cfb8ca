import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { acceptedEncoding, compressText } from '../../web/http/compress.server.ts';
import type { Manifest } from '../../web/pages/pageAssets.server.ts';
import { FLOOR_DIRECTORY, HYDRATED_ENTRY, readFloorManifest, SPA_ENTRY } from './build.ts';

/** A separate process that serves the baseline pages. */
const manifest = await readFloorManifest();
const bundle: { render(): Promise<string> } = await import(pathToFileURL(resolve(FLOOR_DIRECTORY, 'server/render.js')).href);
const form = await readFile(new URL('form.html', import.meta.url), 'utf8');

const app = Fastify();
await app.register(fastifyStatic, {
  root: resolve(FLOOR_DIRECTORY, 'client/assets'),
  prefix: '/assets/',
  preCompressed: true,
  maxAge: '365d',
  immutable: true,
});
const pages: Record<string, () => Promise<string> | string> = {
  '/form': () => form,
  '/spa': () => documentOf(SPA_ENTRY, ''),
  '/rendered': async () => documentOf(HYDRATED_ENTRY, await bundle.render()),
};
for (const [path, page] of Object.entries(pages)) {
  app.get(path, async (request, reply) => {
    const { body, encoding } = await compressText(await page(), acceptedEncoding(request.headers['accept-encoding']));
    if (encoding) reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(body);
  });
}
app.get('/favicon.ico', (_request, reply) => reply.status(204).send());
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));

function documentOf(entry: string, html: string): string {
  const modules = closure(manifest, entry);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>An empty page</title>',
    `<script type="module" src="/${manifest[entry]?.file}"></script>`,
    ...modules.map((file) => `<link rel="modulepreload" href="/${file}">`),
    `</head><body><div id="root">${html}</div></body></html>`,
  ].join('');
}

function closure(from: Manifest, entry: string): string[] {
  return (from[entry]?.imports ?? []).flatMap((key) => [from[key]?.file ?? '', ...closure(from, key)]);
}
