import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BUILD_ID, NOW, startWebHost, type WebHostUnderTest } from '../support/browser/webHost.ts';

let site: WebHostUnderTest;
beforeAll(async () => {
  site = await startWebHost();
});
afterAll(() => site.close());

describe('files', () => {
  it('with a hash in their name are immutable and come compressed', async () => {
    const { headers, rawPayload } = await site.visit('/assets/client-1a2b.js', { 'accept-encoding': 'br' });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toMatch(/^text\/javascript|^application\/javascript/);
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(rawPayload).toString()).toContain('console.log');
  });

  it('that are coins keep a day and a tag', async () => {
    const { headers } = await site.visit('/static/coins/btc.svg');
    expect(headers['cache-control']).toBe('public, max-age=86400');
    expect(headers['content-type']).toContain('image/svg+xml');
    expect((await site.visit('/static/coins/btc.svg', { 'if-none-match': String(headers['etag']) })).statusCode).toBe(304);
  });

  it('of the root are served; the one of the internet check is never kept', async () => {
    expect((await site.visit('/mark.svg')).headers['cache-control']).toBe('public, max-age=3600');
    const online = await site.visit('/online.txt');
    expect([online.body, online.headers['cache-control']]).toEqual(['online\n', 'public, max-age=0']);
  });

  it.each([
    '/assets/none.js',
    '/static/coins/none.svg',
    '/manifest.json',
    '/.hidden',
    '/assets/../.hidden',
    '/assets/%2e%2e/.hidden',
    '/client-1a2b.js.br',
  ])('%s is not there', async (url) => {
    const { statusCode, body } = await site.visit(url);
    expect(statusCode).toBe(404);
    expect(body).not.toContain('secret');
  });

  it('that browsers ask for by name come from the brand', async () => {
    const icon = await site.visit('/favicon.ico');
    expect([icon.statusCode, icon.headers.location]).toEqual([302, '/mark.svg']);
    const card = await site.visit('/site.webmanifest');
    expect(card.headers['content-type']).toContain('application/manifest+json');
    const { name, icons } = card.json<{ name: string; icons: { src: string; sizes: string; purpose?: string }[] }>();
    expect(name).toBe('Causeway');
    // Browsers offer to install a site with these two sizes.
    expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
    expect(icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
    const files = icons.map(({ src }) => join('resources/public', src));
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('include security.txt, with a canonical address over https only', async () => {
    const lines = [
      'Contact: mailto:security@causeway.example',
      'Expires: 2027-05-19T12:00:00.000Z',
      'Preferred-Languages: en, ru',
    ];
    const path = '/.well-known/security.txt';
    const answer = await site.visit(path);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body.trimEnd().split('\n')).toEqual(lines);
    const secure = await startWebHost({ publicOrigin: 'https://causeway.example' });
    onTestFinished(() => secure.close());
    expect((await secure.visit(path)).body.trimEnd().split('\n')).toEqual([
      ...lines,
      `Canonical: https://causeway.example${path}`,
    ]);
  });

  it('are nosniff', async () => {
    expect((await site.visit('/assets/style-3c4d.css')).headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('messages', () => {
  it('are kept for a day, immutable, under today’s hash', async () => {
    const { headers, rawPayload } = await site.visit('/_i18n/r22/ru/messages.json', { 'accept-encoding': 'br' });
    expect(headers['cache-control']).toBe('public, max-age=86400, immutable');
    expect(JSON.parse(brotliDecompressSync(rawPayload).toString())).toMatchObject({ hello: 'Привет' });
  });

  it('are not to be kept under another hash', async () => {
    const answer = await site.visit('/_i18n/latest/en/messages.json');
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(answer.json()).toMatchObject({ hello: 'Hello' });
  });

  it.each(['/_i18n/e11/uk/messages.json', '/_i18n/e11/..%2F..%2Fen/messages.json', '/_i18n/e11/en/other.json'])(
    '%s is not there',
    async (url) => {
      expect((await site.visit(url)).statusCode).toBe(404);
    },
  );
});

describe('builds', () => {
  it('name the newest', async () => {
    const answer = await site.visit('/builds/latest.json');
    expect(answer.json()).toEqual({ id: BUILD_ID, timestamp: NOW });
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it('describe the newest and no other', async () => {
    const answer = await site.visit(`/builds/meta/${BUILD_ID}.json`);
    expect(answer.json()).toMatchObject({ id: BUILD_ID, matcher: {}, prerendered: [] });
    expect((await site.visit('/builds/meta/other.json')).statusCode).toBe(404);
  });
});

describe('health of the web host', () => {
  it('is its own', async () => {
    expect((await site.visit('/healthz')).json()).toEqual({ status: 'OK' });
  });
});
