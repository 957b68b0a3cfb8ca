import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance, type FastifyRequest, type LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Brand } from '../../../contract/brand.ts';
import { LIVE_PATH } from '../../../contract/live.ts';
import englishHostTexts from '../../../resources/locales/en/host.json' with { type: 'json' };
import russianHostTexts from '../../../resources/locales/ru/host.json' with { type: 'json' };
import { splitLocale } from '../../../contract/paths/locales.ts';
import { precompress } from '../../../web/build/precompress.ts';
import { parseRedirects } from '../../../web/pages/fileRedirects.server.ts';
import { createWebHost } from '../../../web/host/host.server.ts';
import type { WebHostOptions } from '../../../web/host/hostOptions.server.ts';
import type { RenderBundle, RenderInput } from '../../../web/pages/renderPage.ts';

export const PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
export const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
export const NOW = Date.parse('2026-11-20T12:00:00Z');
export const BUILD_ID = 'abcdef012345';

export const BRAND: Brand = {
  name: 'Causeway',
  tagline: { en: 'Swap coins', ru: 'Обмен монет' },
  logoMark: '/mark.svg',
  frameColour: { light: '#ffffff', dark: '#000000' },
  legalEntity: 'Causeway',
  supportEmail: 'support@causeway.example',
  securityEmail: 'security@causeway.example',
  affiliateId: 'causeway',
  termsAtRegistration: true,
  socialHandle: null,
  authoritiesEmail: null,
};

export interface WebHostUnderTest {
  host: FastifyInstance;
  api: FakeApi;
  /** What the host rendered, newest last. */
  rendered: RenderInput[];
  logged: string[];
  /** A GET as a person's browser sends it. */
  visit: (url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

export interface FakeApi {
  app: FastifyInstance;
  url: string;
  /** Calls as they arrived, newest last. */
  received: { url: string; method: string; headers: FastifyRequest['headers']; body: string }[];
  /** The API host's ends of the live connections. */
  live: ReadonlySet<WebSocket>;
}

/** The real web host before a small real API host, with a render bundle that says what it was asked. */
export async function startWebHost(options: Partial<WebHostOptions> = {}): Promise<WebHostUnderTest> {
  const clientDirectory = await writeClient();
  const api = await startFakeApi();
  const rendered: RenderInput[] = [];
  const logged: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const host = await createWebHost({
    apiUrl: api.url,
    clientDirectory,
    manifest: {
      'web/client.tsx': { file: 'assets/client-1a2b.js', isEntry: true, imports: ['_shared.js'] },
      '_shared.js': { file: 'assets/shared-5e6f.js' },
      'renderer/screens/home/HomeScreen.tsx': { file: 'assets/HomeScreen-7a8b.js', imports: ['_shared.js'] },
      'node_modules/geist/files/geist-latin-wght-normal.woff2': { file: 'assets/geist-latin-wght-normal-9c.woff2' },
      'node_modules/geist/files/geist-cyrillic-wght-normal.woff2': { file: 'assets/geist-cyrillic-wght-normal-9d.woff2' },
    },
    styles: 'p{color:teal}',
    messenger: {
      manifest: {
        'web/messenger.tsx': { file: 'assets/messenger-3c4d.js', imports: ['_own.js'] },
        '_own.js': { file: 'assets/own-1.js' },
      },
      styles: 'p{color:navy}',
    },
    console: {
      manifest: { 'web/console.tsx': { file: 'assets/console/console-9f0a.js' } },
      styles: 'p{color:olive}',
      texts: { en: '/assets/console/en-1.json', ru: '/assets/console/ru-2.json' },
    },
    render: fakeRender(rendered),
    build: { id: BUILD_ID, timestamp: NOW },
    messageHashes: { en: 'e11', ru: 'r22' },
    hostTexts: { en: englishHostTexts, ru: russianHostTexts },
    brand: BRAND,
    redirects: parseRedirects([
      { from: '/old', to: '/popular-exchanges' },
      { from: '/status', to: 'https://status.causeway.example/', status: 302 },
    ]),
    log,
    trustedProxies: [],
    publicOrigin: null,
    messengerOrigins: ['https://web.telegram.org'],
    sandbox: true,
    checkMeta: false,
    pagesPerMinute: 600,
    now: () => NOW,
    ...options,
  });
  return {
    host,
    api,
    rendered,
    logged,
    visit: (url, headers = {}) =>
      host.inject({ method: 'GET', url, headers: { 'user-agent': PERSON, host: 'causeway.example', ...headers } }),
    close: async () => {
      await host.close();
      await api.app.close();
      await rm(clientDirectory, { recursive: true, force: true });
    },
  };
}

function fakeRender(rendered: RenderInput[]): RenderBundle {
  return {
    render: (input) => {
      rendered.push(input);
      const { locale, path } = splitLocale(new URL(input.url, 'http://x.invalid').pathname);
      if (path === '/explode') return Promise.reject(new Error('secret detail of the failure'));
      const common = {
        redirectTo: null,
        locale,
        appHtml: `<p>${path}</p>`,
        snapshotJson: '{"a":"\\u003c"}',
        page: path,
        title: null,
        isCallersOwn: input.cookies['session'] !== undefined,
        isSessionOver: false,
      };
      const modules = ['renderer/screens/home/HomeScreen.tsx'];
      if (path === '/lead') return Promise.resolve({ ...common, modules, status: 302, redirectTo: '/support', isPrivate: false });
      if (path === '/astray')
        return Promise.resolve({ ...common, modules, status: 302, redirectTo: '//evil.example', isPrivate: false });
      const isKnown =
        ['/', '/support', '/popular-exchanges'].includes(path) || /^\/(?:exchange-[a-z0-9]+-[a-z0-9]+|order\/)/.test(path);
      const isPrivate = path.startsWith('/order/');
      return Promise.resolve({
        ...common,
        modules,
        status: isKnown ? 200 : 404,
        isPrivate,
        title: isPrivate ? 'Send <0.05> BTC' : null,
      });
    },
    payload: (input) => {
      rendered.push(input);
      const { path } = splitLocale(new URL(input.url, 'http://x.invalid').pathname);
      return Promise.resolve({
        status: 200,
        redirectTo: path === '/lead' ? '/support' : null,
        snapshotJson: JSON.stringify({ url: input.url }),
        isPrivate: path.startsWith('/order/'),
        isCallersOwn: input.cookies['session'] !== undefined,
      });
    },
  };
}

const instrument = (slug: string, bestChangeName: string) => ({
  slug,
  bestChangeName,
  currencyTitle: slug.toUpperCase(),
  isActive: true,
});

async function startFakeApi(): Promise<FakeApi> {
  const received: FakeApi['received'] = [];
  const app = Fastify({ logger: false });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.addHook('preHandler', (request, _reply, done) => {
    const { url, method, headers, body } = request;
    received.push({ url, method, headers, body: typeof body === 'string' ? body : '' });
    done();
  });
  const instruments = [instrument('btc', 'BTC'), instrument('usdttrc20', 'USDTTRC20'), instrument('xmr', 'MONERO')];
  app.get('/api/v2/instruments/public', () => instruments);
  app.get('/api/v2/pairs/public', () => ({ instruments: ['btc', 'xmr'], excluded: [], popular: [{ from: 'btc', to: 'xmr' }] }));
  app.get('/api/v1/content/docs', () => ({
    sections: [{ section: 'basics', docs: [{ slug: 'security', title: 'Security', lead: 'A lead.' }] }],
  }));
  app.get('/api/v1/content/posts', (request) => {
    const { locale, offset } = request.query as { locale: string; offset: string };
    const slugs = locale === 'en' ? ['2026/fees', 'only-english'] : ['2026/fees'];
    const items = slugs.slice(Number(offset), Number(offset) + 1).map((slug) => ({
      slug,
      title: `${locale} ]]><script>alert(1)</script> & ${slug}`,
      lead: 'A <b>lead</b>.',
      date: slug === '2026/fees' ? '2026-11-20' : '2026-11-19',
      author: 'Anna',
      category: { slug: 'news', title: 'News & more' },
      minutes: 1,
    }));
    return { items, total: slugs.length, categories: [] };
  });
  app.get('/api/v1/console/session', (request, reply) => {
    const statuses: Readonly<Record<string, number>> = { 'session=operator': 200, 'session=expired': 418 };
    return reply.status(statuses[request.headers.cookie ?? ''] ?? 404).send({});
  });
  app.get('/api/v1/big', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=5').send({ text: 'x'.repeat(5_000) }),
  );
  app.get('/api/v1/private', (_request, reply) =>
    reply.header('cache-control', 'private, no-store').send({ text: 'x'.repeat(5_000) }),
  );
  app.get('/api/v1/away', (_request, reply) =>
    reply.status(503).header('retry-after', '0').send({ code: 'ERR_SERVICE_UNAVAILABLE' }),
  );
  app.post('/api/v1/orders/public/create', (request) => ({ echo: request.body }));
  app.get('/api/sandbox/state', () => ({ networks: [] }));
  app.post('/dict/seo', (request) => {
    const { page = '' } = request.query as { page?: string };
    const texts = (locale: string) => ({
      title: `${locale} "${page}" <title>`,
      description: `About ${page}`,
      og_title: `Shared ${page}`,
      og_description: `Shared about ${page}`,
      json_ld: JSON.stringify({ '@type': 'WebSite', name: '</script><script>alert(1)</script>' }),
    });
    return { en: texts('en'), ru: texts('ru') };
  });
  const sockets = new WebSocketServer({ noServer: true });
  app.server.on('upgrade', (request, socket, head) => {
    if (!request.url?.startsWith(LIVE_PATH)) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.send(JSON.stringify({ forwardedFor: request.headers['x-forwarded-for'], cookie: request.headers.cookie ?? null }));
      client.on('message', (data, isBinary) => client.send(data, { binary: isBinary }));
    });
  });
  app.addHook('preClose', (done) => {
    for (const client of sockets.clients) client.terminate();
    done();
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, url, received, live: sockets.clients };
}

async function writeClient(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'web-client-'));
  const files: Record<string, string> = {
    'assets/client-1a2b.js': `console.log(${JSON.stringify('x'.repeat(2_000))});`,
    'assets/style-3c4d.css': 'body{margin:0}',
    'static/coins/btc.svg': `<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(600)}</svg>`,
    '_i18n/e11/en/messages.json': JSON.stringify({ hello: 'Hello', long: 'x'.repeat(2_000) }),
    '_i18n/r22/ru/messages.json': JSON.stringify({ hello: 'Привет', long: 'x'.repeat(2_000) }),
    'manifest.json': '{}',
    'mark.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'online.txt': 'online\n',
    '.hidden': 'secret',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(directory, name, '..'), { recursive: true });
    await writeFile(join(directory, name), text);
  }
  await precompress(directory);
  return directory;
}
