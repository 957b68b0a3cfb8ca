import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { STAGE_PARTS } from '../../renderer/screens/order/stages/stageParts.ts';
import { pageAssets, styleFiles, type Manifest } from '../../web/pages/pageAssets.server.ts';

const CLIENT = 'dist/web/client';
/** Without headers, which a browser counts too: `npm run bench` measures both against 152 kB on the exchange page. */
const SCRIPT_LIMIT_BYTES = {
  'notFound/NotFoundScreen': 120_500,
  'blog/BlogScreen': 125_200,
  'support/SupportScreen': 126_600,
  'docs/DocsScreen': 128_700,
  'home/HomeScreen': 148_800,
  'exchange/ExchangeScreen': 148_800,
  'order/OrderScreen': 168_100,
} as const;
/** What an account page loads beyond the scripts of the exchange page. */
const ACCOUNT_LIMIT_BYTES = 60_000;
/** Without what the form loads with the first call */
const MESSENGER_LIMIT_BYTES = 170_000;
const CONSOLE_LIMIT_BYTES = { own: 120_000, withLibraries: 230_000 };
const STYLE_LIMIT_BYTES = 15_600;
const MOST_FILES = 10;

let manifest: Manifest;
beforeAll(async () => {
  manifest = JSON.parse(await readFile(join(CLIENT, 'manifest.json'), 'utf8')) as Manifest;
});

async function weigh(file: string): Promise<number> {
  const path = join(CLIENT, file);
  return (await stat(existsSync(`${path}.br`) ? `${path}.br` : path)).size;
}

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

describe.each(Object.entries(SCRIPT_LIMIT_BYTES))('renderer/screens/%s.tsx', (screen, limit) => {
  it('stays within the limits of scripts', async () => {
    const { entry, modules } = pageAssets(manifest, 'en', [`renderer/screens/${screen}.tsx`]);
    const sizes = await Promise.all([entry, ...modules].map(weigh));
    expect(sizes.length).toBeLessThanOrEqual(MOST_FILES);
    expect(sum(sizes)).toBeLessThanOrEqual(limit);
  });

  it('loads calls, form checks, dialogs and the coin selector later', () => {
    const { modules } = pageAssets(manifest, 'en', [`renderer/screens/${screen}.tsx`]);
    const later = Object.values(manifest).flatMap(({ file, isDynamicEntry = false }) => (isDynamicEntry ? [`/${file}`] : []));
    const now = modules.filter((module) => later.includes(module) && !/Screen-/.test(module));
    for (const part of ['browserTransport', 'SelectorDialog', 'BelowForm', 'HistoryLine']) {
      expect(later.some((file) => file.includes(part))).toBe(true);
      expect(modules.some((file) => file.includes(part))).toBe(false);
    }
    expect(now).toEqual([]);
  });
});

it.each(STAGE_PARTS.map(({ module }) => module))('keeps an order page with %s within the limit of scripts', async (part) => {
  const { entry, modules } = pageAssets(manifest, 'en', ['renderer/screens/order/OrderScreen.tsx', part]);
  expect(modules.some((file) => file.includes(basename(part, '.tsx')))).toBe(true);
  expect(sum(await Promise.all([entry, ...modules].map(weigh)))).toBeLessThanOrEqual(SCRIPT_LIMIT_BYTES['order/OrderScreen']);
});

it('keeps each account page within its limit beyond the exchange page', async () => {
  const exchange = pageAssets(manifest, 'en', ['renderer/screens/exchange/ExchangeScreen.tsx']).modules;
  const screens = Object.keys(manifest).filter((source) => /^renderer\/screens\/account\/\w+\/\w+Screen\.tsx$/.test(source));
  expect(screens).toHaveLength(8);
  for (const screen of screens) {
    const own = pageAssets(manifest, 'en', [screen]).modules.filter((module) => !exchange.includes(module));
    expect(sum(await Promise.all(own.map(weigh))), screen).toBeLessThanOrEqual(ACCOUNT_LIMIT_BYTES);
  }
});

it('lets the form of the mini-app be used with 200 kB of scripts', async () => {
  const own = JSON.parse(await readFile(join(CLIENT, 'messenger.json'), 'utf8')) as Manifest;
  const { entry, modules } = pageAssets(own, 'en', ['renderer/screens/home/HomeScreen.tsx'], 'web/messenger.tsx');
  expect(modules.some((file) => file.includes('HomeScreen'))).toBe(true);
  expect(sum(await Promise.all([entry, ...modules].map(weigh)))).toBeLessThanOrEqual(MESSENGER_LIMIT_BYTES);
});

describe('the operators’ console', () => {
  const own = async (): Promise<Manifest> => JSON.parse(await readFile(join(CLIENT, 'console.json'), 'utf8')) as Manifest;
  const isConsole = (source: string): boolean => source.startsWith('console/') || source.startsWith('web/console');

  it('has 120 kB of scripts of its own, and 230 kB with libraries', async () => {
    const scripts = [...new Set(Object.values(await own()).map(({ file }) => file))].filter((file) => file.endsWith('.js'));
    const isLibrary = (file: string): boolean => basename(file).startsWith('libraries-') || basename(file).startsWith('chart-');
    const sizeOf = async (files: readonly string[]): Promise<number> => sum(await Promise.all(files.map(weigh)));
    expect(scripts.some(isLibrary)).toBe(true);
    expect(await sizeOf(scripts.filter((file) => !isLibrary(file)))).toBeLessThanOrEqual(CONSOLE_LIMIT_BYTES.own);
    expect(await sizeOf(scripts)).toBeLessThanOrEqual(CONSOLE_LIMIT_BYTES.withLibraries);
  });

  it('shares no file with customers’ pages, whose builds know nothing of it', async () => {
    const files = Object.values(await own()).map(({ file }) => file);
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !file.startsWith('assets/console/'))).toEqual([]);
    for (const name of ['manifest.json', 'messenger.json']) {
      const customers = JSON.parse(await readFile(join(CLIENT, name), 'utf8')) as Manifest;
      expect(Object.keys(customers).filter(isConsole)).toEqual([]);
      expect(Object.values(customers).filter(({ file }) => files.includes(file))).toEqual([]);
    }
  });
});

it('keeps the tools of the sandbox in a file that no other page loads', async () => {
  const sandbox = 'renderer/screens/sandbox/SandboxScreen.tsx';
  const file = manifest[sandbox]?.file ?? '';
  const scripts = new Set(Object.values(manifest).flatMap((built) => (built.file.endsWith('.js') ? [built.file] : [])));
  const withTools: string[] = [];
  for (const name of scripts) {
    const text = await readFile(join(CLIENT, name), 'utf8');
    if (/sandbox\.(?:faults|market|networks|transfers)\./.test(text)) withTools.push(name);
  }
  expect(withTools).toEqual([file]);
  const others = Object.keys(manifest).filter(
    (source) => /^renderer\/screens\/.+Screen\.tsx$/.test(source) && source !== sandbox,
  );
  expect(others.length).toBeGreaterThan(20);
  const loading = others.filter((source) => pageAssets(manifest, 'en', [source]).modules.includes(`/${file}`));
  expect(loading).toEqual([]);
});

it('keeps the styles of a page within their limit', async () => {
  const sizes = await Promise.all(styleFiles(manifest).map(weigh));
  expect(sum(sizes)).toBeGreaterThan(0);
  expect(sum(sizes)).toBeLessThanOrEqual(STYLE_LIMIT_BYTES);
});
