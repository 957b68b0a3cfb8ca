import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eachLocale, type LocaleCode } from '../contract/paths/locales.ts';
import type { Messages } from '../renderer/i18n/messages.ts';
import type { RenderBundle, RenderInput } from '../web/pages/renderPage.ts';
import { answersPerSecond } from './answers.ts';
import { inTurn, median, perSecond, type Bench, type Figure } from './measure.ts';
import { startServer } from './server/process.ts';

const ROUNDS = 5;
const ROUND_MS = 1_500;
/** Several at once, so that waiting for answers does not count. */
const AT_ONCE = 8;
const SHARED_ROUNDS = 3;
const SHARED_SECONDS = 3;

/** Exports of the render bundle. */
interface RenderModule {
  createRenderBundle(messages: Record<LocaleCode, Messages>): RenderBundle;
  createBareRender(messages: Record<LocaleCode, Messages>, input: RenderInput): Promise<() => string>;
}

/**
 * Measures renders of the exchange page per second, with its calls, against React rendering the same component tree with the answers
 * given. Then answers with a shared render against a host that compresses a finished page.
 */
export async function measureRendering({ exchange }: Bench): Promise<Figure[]> {
  return [await measureRenders(new URL(exchange)), await measureSharedPages(exchange)];
}

async function measureRenders({ origin, pathname }: URL): Promise<Figure> {
  const api = await startServer('bench/memoryApi.ts', { parameters: [origin] });
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
      isHttps: false,
      now: Date.now(),
      buildId: 'bench',
      signingKeys: [],
    };
    const { render } = createRenderBundle(messages);
    const { status, appHtml } = await render(input);
    if (status !== 200) throw new Error(`The exchange page renders with status ${status}`);
    const bare = await createBareRender(messages, input);
    if (bare() !== appHtml) throw new Error('The baseline renders another page');
    const rounds = await inTurn(
      ROUNDS,
      () => perSecond(ROUND_MS, AT_ONCE, () => render(input)),
      () => perSecond(ROUND_MS, AT_ONCE, () => Promise.resolve(bare())),
    );
    return {
      name: 'server renders of the exchange page',
      unit: 'per second',
      ours: median(rounds.ours),
      floor: median(rounds.floor),
      target: { kind: 'atLeastFloor', times: 0.5 },
    };
  } finally {
    await api.stop();
  }
}

async function measureSharedPages(exchange: string): Promise<Figure> {
  const page = await (await fetch(exchange)).text();
  const bare = await startServer('bench/floors/finishedPage.ts', { input: page });
  try {
    const answers = (url: string, duration: number) => (): Promise<number> =>
      answersPerSecond({ url, duration, connections: AT_ONCE, headers: { 'accept-encoding': 'br' } });
    await inTurn(1, answers(exchange, 1), answers(bare.origin, 1));
    const rounds = await inTurn(SHARED_ROUNDS, answers(exchange, SHARED_SECONDS), answers(bare.origin, SHARED_SECONDS));
    return {
      name: 'answers with a shared render of the exchange page',
      unit: 'per second',
      ours: median(rounds.ours),
      floor: median(rounds.floor),
      target: { kind: 'atLeastFloor', times: 0.6 },
      note: `${Math.round(page.length / 1_000)} kB of HTML, compressed for each answer`,
    };
  } finally {
    await bare.stop();
  }
}

/** Returns the compiled texts of the build. */
function readMessages(): Record<LocaleCode, Messages> {
  const hashes = JSON.parse(readFileSync('dist/web/server/messages.json', 'utf8')) as Record<LocaleCode, string>;
  return eachLocale(
    (locale) => JSON.parse(readFileSync(`dist/web/client/_i18n/${hashes[locale]}/${locale}/messages.json`, 'utf8')) as Messages,
  );
}
