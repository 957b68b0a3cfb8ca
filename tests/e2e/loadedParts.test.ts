import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { stampOf } from '../../scripts/builds/stamps.mjs';
import { startSite } from '../support/browser/site.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** Writes the URL of each module that the process loads to the file LOADED. */
const RECORDER = `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  load: (url, context, load) => {
    appendFileSync(process.env.LOADED, url + '\\n');
    return load(url, context);
  },
});`;

/** PostgreSQL, real networks, prices of exchanges, SMTP, the bot, photos of documents, texts, the description of the API, feeds */
const UNUSED = [
  'pg',
  'viem',
  'ccxt',
  'nodemailer',
  'grammy',
  'sharp',
  'unified',
  'parse5',
  'yaml',
  'minisearch',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  'feed',
];

it('a host with the default configuration loads no library that only others use', async () => {
  const loaded = join(temporaryFolder(), 'loaded');
  const recorder = `--import data:text/javascript,${encodeURIComponent(RECORDER)}`;
  const site = await startSite({ environment: { NODE_OPTIONS: recorder, LOADED: loaded } });
  onTestFinished(async () => void (await site.stop()));
  expect((await fetch(site.url)).status).toBe(200);

  const { packages } = JSON.parse(readFileSync(stampOf('server'), 'utf8')) as { packages: Record<string, string[]> };
  const urls = readFileSync(loaded, 'utf8').trim().split('\n');
  const names = urls.flatMap((url) => packages[basename(url)] ?? /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'kysely', 'typebox']));
  expect(UNUSED.filter((name) => names.includes(name))).toEqual([]);
  // Each name is one that the bundle has or leaves outside.
  const known = new Set([...Object.values(packages).flat(), 'ccxt', 'sharp', '@fastify/swagger-ui']);
  expect(UNUSED.filter((name) => !known.has(name))).toEqual([]);
});
