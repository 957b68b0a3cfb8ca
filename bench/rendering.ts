import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import autocannon from 'autocannon';
import { eachLocale, type LocaleCode } from '../contract/paths/locales.ts';
import type { Messages } from '../renderer/i18n/messages.ts';
import { nodeFlags } from '../scripts/nodeFlags.mjs';
import type { RenderBundle, RenderInput } from '../web/pages/renderPage.ts';
import { median, repeat, type Bench, type Figure } from './measure.ts';
import { startServer } from './server/process.ts';
import { startHost } from './startHost.ts';

const ROUNDS = 5;
const ROUND_MS = 1_500;
/** Renders under way at once: the work counts, not the waiting for answers. */
const AT_ONCE = 8;
const SHARED_ROUNDS = 3;
const SHARED_SECONDS = 3;

/** Exports of the render bundle. */
interface RenderModule {
  createRenderBundle(messages: Record<LocaleCode, Messages>): RenderBundle;
  createBareRender(messages: Record<LocaleCode, Messages>, input: RenderInput): Promise<() => string>;
}

/**
 * Renders of the exchange page in a second, its calls included, beside React rendering the same component tree with the answers
 * given. Then answers with a shared render, beside a host that compresses a finished page.
 */
export async function measureRendering({ exchange }: Bench): Promise<Figure[]> {
  return [await measureRenders(new URL(exchange)), await measureSharedPages(exchange)];
}

async function measureRenders({ origin, pathname }: URL): Promise<Figure> {
  const api = await startHost('bench/memoryApi.ts', origin);
  try {
    const messages = readMessages();
    const { createRenderBundle, createBareRender }: RenderModule = await import(
      pathToFileURL(resolve('dist/web/server/render.js')).href
    );
    const input: RenderInput = {
      url: pathname,
      theme: null,
      cookies: {},
      apiUrl: api.origin,
      clientAddress: '127.0.0.1',
      now: Date.now(),
      buildId: 'bench',
      signingKeys: [],
    };
    const { render } = createRenderBundle(messages);
    const { status, appHtml } = await render(input);
    if (status !== 200) throw new Error(`The exchange page renders with status ${status}`);
    const bare = await createBareRender(messages, input);
    if (bare() !== appHtml) throw new Error('The baseline renders another page');
    const rounds = await repeat(ROUNDS, async () => ({
      ours: await perSecond(() => render(input)),
      floor: await perSecond(() => Promise.resolve(bare())),
    }));
    return {
      name: 'server renders of the exchange page',
      unit: 'per second',
      ours: median(rounds.map(({ ours }) => ours)),
      floor: median(rounds.map(({ floor }) => floor)),
      target: { kind: 'atLeastFloor', times: 0.5 },
    };
  } finally {
    await api.stop();
  }
}

async function measureSharedPages(exchange: string): Promise<Figure> {
  const page = await (await fetch(exchange)).text();
  const bare = await startServer([...nodeFlags('bench'), 'bench/floors/finishedPage.ts'], {}, page);
  try {
    await Promise.all([exchange, bare.origin].map((url) => answersPerSecond(url, 1)));
    // In turn, so that a machine that is busy for a while is so for both.
    const rounds = await repeat(SHARED_ROUNDS, async () => ({
      ours: await answersPerSecond(exchange, SHARED_SECONDS),
      floor: await answersPerSecond(bare.origin, SHARED_SECONDS),
    }));
    return {
      name: 'answers with a shared render of the exchange page',
      unit: 'per second',
      ours: median(rounds.map(({ ours }) => ours)),
      floor: median(rounds.map(({ floor }) => floor)),
      target: { kind: 'atLeastFloor', times: 0.6 },
      note: `${Math.round(page.length / 1_000)} kB of HTML, compressed for each answer`,
    };
  } finally {
    await bare.stop();
  }
}

async function answersPerSecond(url: string, duration: number): Promise<number> {
  const { non2xx, errors, requests } = await autocannon({
    url,
    duration,
    connections: AT_ONCE,
    headers: { 'accept-encoding': 'br' },
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} answers were refused, ${errors} failed`);
  return requests.average;
}

/** Returns the compiled texts of the build. */
function readMessages(): Record<LocaleCode, Messages> {
  const hashes = JSON.parse(readFileSync('dist/web/server/messages.json', 'utf8')) as Record<LocaleCode, string>;
  return eachLocale(
    (locale) => JSON.parse(readFileSync(`dist/web/client/_i18n/${hashes[locale]}/${locale}/messages.json`, 'utf8')) as Messages,
  );
}

async function perSecond(once: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let count = 0;
  const work = async (): Promise<void> => {
    while (performance.now() - began < ROUND_MS) {
      await once();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return (count * 1_000) / (performance.now() - began);
}
