import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSite, type Site } from '../support/browser/site.ts';

/** What a new language needs: this entry, a folder of texts, a file of SEO texts and a folder of content pages. */
const LINE = `  de: {
    code: 'de', slug: 'de', language: 'de', langslug: 'de', ogp: 'de_DE', iso3166: 'de', name: 'Deutsch', title: 'DE',
    marks: { group: '.', decimal: ',' },
  },`;
const PRODUCTION = ['console', 'contract', 'main', 'preload', 'renderer', 'resources', 'scripts', 'server', 'web'];
/** The bundle has one more entry, for tests. */
const TEST_HOST = ['tests/support/startHost.ts', 'tests/support/testPorts.ts'];
/** Each text begins with it. */
const MARK = 'Deutsch:';

let checkout: string;
let site: Site;

beforeAll(async () => {
  checkout = mkdtempSync(join(tmpdir(), 'third-language-'));
  for (const path of [...PRODUCTION, 'package.json', 'package-lock.json', 'vite.config.ts', 'tsconfig.json', ...TEST_HOST]) {
    cpSync(path, join(checkout, path), { recursive: true, filter: (file) => !/\.test\.|\/testing(?:\/|\.ts)/.test(file) });
  }
  symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'));
  addLanguage();
  site = await startSite({ directory: checkout });
});
afterAll(async () => {
  await site.stop();
  rmSync(checkout, { recursive: true, force: true });
});

function addLanguage(): void {
  const list = join(checkout, 'contract/paths/locales.ts');
  const lines = readFileSync(list, 'utf8').split('\n');
  const last = lines.findIndex((line) => line.startsWith('} as const satisfies'));
  expect(last).toBeGreaterThan(0);
  writeFileSync(list, lines.toSpliced(last, 0, LINE).join('\n'));

  const texts = join(checkout, 'resources/locales');
  cpSync(join(texts, 'en'), join(texts, 'de'), { recursive: true });
  for (const file of readdirSync(join(texts, 'de'))) translate(join(texts, 'de', file), join(texts, 'de', file));
  for (const kind of ['pages', 'docs', 'blog']) {
    const folder = join(checkout, 'resources/content', kind);
    cpSync(join(folder, 'en'), join(folder, 'de'), { recursive: true });
  }
  translate(join(checkout, 'resources/seo/en.json'), join(checkout, 'resources/seo/de.json'));
}

function translate(from: string, to: string): void {
  const texts: unknown = JSON.parse(readFileSync(from, 'utf8'), (key, value: unknown) =>
    typeof value === 'string' && !key.startsWith('@') ? `${MARK} ${value}` : value,
  );
  writeFileSync(to, JSON.stringify(texts));
}

const visit = (path: string, language = 'en'): Promise<Response> =>
  fetch(site.url + path, { redirect: 'manual', headers: { 'accept-language': language } });

it('shows pages in the language, with its address in the others', async () => {
  const html = await (await visit('/de/support')).text();
  expect(html).toContain('<html lang="de"');
  expect(html).toMatch(/<h1[^>]*>Deutsch: /);
  expect(html).toMatch(/<title>Deutsch: /);
  expect(html).toContain('hreflang="de"');
  expect(html).toContain('<meta property="og:locale" content="de_DE">');
  const english = await (await visit('/support')).text();
  expect(english).toContain(`rel="alternate" hreflang="de" href="${site.url}/de/support"`);
  expect(english).toContain('<meta property="og:locale:alternate" content="de_DE">');
  expect(english).not.toContain(MARK);
});

it('links to the page in each of the other languages', async () => {
  const html = await (await visit('/de/support?x=1')).text();
  expect(html).toContain('href="/support?x=1"');
  expect(html).toContain('href="/ru/support?x=1"');
});

it('formats amounts with its marks', async () => {
  const html = await (await visit('/de/exchange-btc-usdttrc20?amount=0.05')).text();
  expect(html).toContain('value="0,05"');
});

it('redirects a first visit to the language of the browser', async () => {
  const german = await visit('/', 'de-CH, en;q=0.5');
  expect([german.status, german.headers.get('location')]).toEqual([302, '/de']);
  expect((await visit('/', 'fr')).status).toBe(200);
});

it('keeps the language when it asks a guest to sign in', async () => {
  const answer = await visit('/de/profile/info');
  expect(answer.headers.get('location')).toBe('/de?signIn=%2Fprofile%2Finfo');
});

it('keeps orders in the language private', async () => {
  const answer = await visit('/de/order/abcdefghijklmnopqrstuv');
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
});

it('names the pages of the language to search engines, and forbids its private ones', async () => {
  const sitemap = await (await visit('/sitemap-pages.xml')).text();
  expect(sitemap).toContain(`<loc>${site.url}/de/support</loc>`);
  expect(sitemap).toContain(`hreflang="de" href="${site.url}/de/support"`);
  expect(await (await visit('/robots.txt')).text()).toContain('Disallow: /de/order\n');
});

it('serves the texts for the browser and the SEO texts of the language', async () => {
  const page = await (await visit('/de')).text();
  const hash = /data-messages-de="(\w+)"/.exec(page)?.[1] ?? '';
  const messages = await visit(`/_i18n/${hash}/de/messages.json`);
  expect(messages.status).toBe(200);
  expect(await messages.text()).toContain(MARK);
  const seo: unknown = await (await fetch(`${site.url}/dict/seo?page=/support`, { method: 'POST' })).json();
  expect(seo).toMatchObject({ de: { title: expect.stringContaining(MARK) } });
});

it('compiles without another line', async () => {
  const settings = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as object;
  const include = ['contract', 'main', 'preload', 'renderer', 'server', 'web'];
  writeFileSync(join(checkout, 'tsconfig.json'), JSON.stringify({ ...settings, include }));
  const compiler = resolve('node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', '.', '--checkers', '1'], {
    cwd: checkout,
  }).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});
