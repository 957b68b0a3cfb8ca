import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallName } from '../contract/api/index.ts';
import { sampleInstrument } from '../tests/support/samples/sampleInstruments.ts';
import { callOf, serveLocally, type LocalServer } from '../tests/support/serveLocally.ts';
import { loadTestMessages } from '../tests/support/samples/messages.ts';
import { SAMPLE_DESTINATION, SAMPLE_ORDER_ID, sampleOrder } from '../tests/support/samples/sampleOrder.ts';
import { samplePairData } from '../tests/support/samples/samplePairData.ts';
import { createRenderBundle } from './render.server.tsx';
import type { RenderInput } from './pages/renderPage.ts';
import { createSharedPages } from './pages/sharedPages.server.ts';

const LIMITED = '192.0.2.1';
/** exchange.unsupported and exchange.unsupportedTitle */
const UNSUPPORTED = /can’t be exchanged right now|is not available/;

let api: LocalServer;
let isHealthKnown = true;
beforeEach(async () => {
  isHealthKnown = true;
  const answers: Partial<Record<CallName, (query: URLSearchParams) => unknown>> = {
    'service.health': () => (isHealthKnown ? { status: 'OK', host: { features: [], sandbox: true, brand: 'Test' } } : undefined),
    'instruments.list': () => [sampleInstrument('btc'), sampleInstrument('usdttrc20')],
    'rates.one': (query) => samplePairData({ rateMode: query.get('rateMode') === 'FIXED' ? 'FIXED' : 'FLOATING' }),
    'rates.recommendedAmount': () => ({ recommendedAmount: '0.05' }),
    'orders.latest': () => [],
    'orders.publicInfo': () => sampleOrder(),
  };
  api = await serveLocally((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://api.invalid');
    const name = callOf(request);
    const answer = name && answers[name]?.(searchParams);
    const isLimited = name === 'rates.one' && request.headers['x-forwarded-for'] === LIMITED;
    const code = isLimited ? 'ERR_TOO_MANY_REQUESTS' : 'ERR_SERVICE_UNAVAILABLE';
    response.statusCode = isLimited ? 429 : answer === undefined ? 503 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(response.statusCode === 200 ? answer : { code, message: 'No', requestId: 'r' }));
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await api.close();
});

const inputOf = (clientAddress: string, url = '/exchange-btc-usdttrc20'): RenderInput => ({
  url,
  theme: null,
  cookies: {},
  apiUrl: api.url,
  clientAddress,
  isHttps: false,
  now: Date.parse('2026-11-20T14:02:00.000Z'),
  buildId: 'test',
  signingKeys: [],
});

test.each([
  ['/widget', '/affiliate'],
  ['/ru/widget', '/ru/affiliate'],
])('leads from the form for other sites, which does not exist, to the affiliate programme: %s', async (url, target) => {
  const bundle = createRenderBundle({ en: await loadTestMessages('en'), ru: await loadTestMessages('ru') });
  expect(await bundle.render(inputOf('192.0.2.4', url))).toMatchObject({ status: 302, redirectTo: target });
});

test('renders a rate limit without calling the pair unsupported, and does not share the page', async () => {
  const bundle = createRenderBundle({ en: await loadTestMessages('en'), ru: await loadTestMessages('ru') });
  const render = createSharedPages(bundle.render, () => 0);
  const [limited, waiting] = await Promise.all([render(inputOf(LIMITED)), render(inputOf('192.0.2.2'))]);
  const later = await render(inputOf('192.0.2.3'));
  expect([limited.status, limited.isCallersOwn]).toEqual([200, true]);
  expect(limited.appHtml).not.toMatch(UNSUPPORTED);
  expect(limited.snapshotJson).not.toContain('ERR_TOO_MANY_REQUESTS');
  for (const page of [waiting, later])
    expect([page.status, page.snapshotJson]).toEqual([200, expect.stringContaining('3483.862')]);
});

test('renders the card of the order’s stage in the first answer and preloads its code', async () => {
  const bundle = createRenderBundle({ en: await loadTestMessages('en'), ru: await loadTestMessages('ru') });
  const url = `/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
  const { appHtml, modules } = await bundle.render(inputOf('192.0.2.4', url));
  expect(appHtml).toContain(sampleOrder().depositAddress);
  expect(modules).toContain('renderer/screens/order/stages/SendStep.tsx');
  // A boundary of Suspense would hydrate after the page has taken over, when the order may have changed.
  expect(appHtml).not.toContain('<!--$');
});

test('renders the strip of the sandbox also while the host does not answer, so that it does not come later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const bundle = createRenderBundle({ en: await loadTestMessages('en'), ru: await loadTestMessages('ru') });
  expect((await bundle.render(inputOf('192.0.2.5', '/support'))).snapshotJson).toContain('"state":"OK"');
  isHealthKnown = false;
  // The shared answer of the first render has expired.
  vi.setSystemTime(Date.now() + 60_000);
  const { appHtml, snapshotJson } = await bundle.render(inputOf('192.0.2.5', '/support'));
  expect(snapshotJson).toContain('"state":"unreachable"');
  expect(appHtml).toContain('href="/sandbox"');
});
