import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ErrorBody } from '../../contract/errors.ts';
import { BOT, BUILD_ID, NOW, PERSON, startWebHost, type WebHostUnderTest } from '../support/browser/webHost.ts';

let site: WebHostUnderTest;
let secure: WebHostUnderTest;
beforeAll(async () => {
  site = await startWebHost();
  secure = await startWebHost({ publicOrigin: 'https://causeway.example' });
});
afterAll(async () => {
  await site.close();
  await secure.close();
});

const nonceOf = (policy: unknown): string => /'nonce-([^']+)'/.exec(String(policy))?.[1] ?? '';

describe('a page', () => {
  it('is rendered with the visitor, the clock and the build', async () => {
    await site.visit('/ru/exchange-btc-xmr?amount=2', { cookie: 'theme=dark; referralID=a' });
    expect(site.rendered.at(-1)).toEqual({
      url: '/ru/exchange-btc-xmr?amount=2',
      theme: 'dark',
      cookies: { theme: 'dark', referralID: 'a' },
      apiUrl: site.api.url,
      clientAddress: '127.0.0.1',
      isHttps: false,
      now: NOW,
      buildId: BUILD_ID,
      signingKeys: [],
    });
  });

  it('is given the keys that the host pins, and no others', async () => {
    const signingKeys = ['ab'.repeat(32)];
    const pinning = await startWebHost({ signingKeys });
    onTestFinished(() => pinning.close());
    await pinning.visit('/');
    expect(pinning.rendered.at(-1)?.signingKeys).toEqual(signingKeys);
  });

  it('includes its entry script, preloads, texts and data', async () => {
    const { body, headers } = await site.visit('/ru');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    for (const part of [
      'data-messages-en="e11" data-messages-ru="r22"',
      '>p{color:teal}</style>',
      'import("/assets/client-1a2b.js").then(page=>page.start(takePressed))',
      'href="/assets/client-1a2b.js">',
      'href="/assets/shared-5e6f.js">',
      'href="/assets/HomeScreen-7a8b.js">',
      'href="/_i18n/r22/ru/messages.json">',
      'href="/assets/geist-cyrillic-wght-normal-9d.woff2">',
      '<div id="root"><p>/</p></div>',
      '{"a":"\\u003c"}</script>',
    ]) {
      expect(body).toContain(part);
    }
  });

  it('renders the theme of the cookie and ignores unknown values', async () => {
    expect((await site.visit('/', { cookie: 'theme=dark' })).body).toContain('data-theme="dark"');
    expect((await site.visit('/', { cookie: 'theme="><script>' })).body).not.toContain('data-theme');
  });

  it('has a content security policy with a nonce per answer', async () => {
    const [one, other] = [await site.visit('/'), await site.visit('/')];
    const policy = String(one.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe-');
    expect(nonceOf(policy)).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(nonceOf(policy)).not.toBe(nonceOf(other.headers['content-security-policy']));
    const scripts = [...one.body.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    expect(scripts.length).toBeGreaterThan(2);
    for (const tag of scripts) expect(tag).toContain(`nonce="${nonceOf(policy)}"`);
    expect(one.body).not.toMatch(/\sstyle=/);
  });

  it.each([
    ['a page', '/', 200],
    ['an unknown page', '/none', 404],
    ['an error', '/explode', 500],
  ])('has exactly these security headers: %s', async (_name, path, status) => {
    const { headers, statusCode } = await secure.visit(path);
    expect(statusCode).toBe(status);
    const policy = String(headers['content-security-policy']);
    expect(policy.replaceAll(nonceOf(policy), 'NONCE').split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'nonce-NONCE'",
      "style-src 'self' 'nonce-NONCE'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self' wss://causeway.example",
      "manifest-src 'self'",
      "worker-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ]);
    expect(String(headers['permissions-policy']).split(', ')).toEqual([
      'accelerometer=()',
      'browsing-topics=()',
      'camera=(self)',
      'geolocation=()',
      'gyroscope=()',
      'magnetometer=()',
      'microphone=()',
      'payment=()',
      'usb=()',
    ]);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
      'cache-control': status === 500 ? 'private, no-store' : 'private, no-cache',
    });
    expect((await site.visit(path)).headers['strict-transport-security']).toBeUndefined();
  });

  it('is compressed for clients that accept it', async () => {
    const plain = await site.visit('/', { 'accept-encoding': 'identity' });
    const br = await site.visit('/', { 'accept-encoding': 'gzip, br' });
    const gzip = await site.visit('/', { 'accept-encoding': 'gzip, br;q=0' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(br.headers['vary']).toContain('Accept-Encoding');
    expect(brotliDecompressSync(br.rawPayload).length).toBe(plain.rawPayload.length);
    expect(gunzipSync(gzip.rawPayload).length).toBe(plain.rawPayload.length);
  });

  it('answers HEAD without a body', async () => {
    const answer = await site.host.inject({ method: 'HEAD', url: '/', headers: { 'user-agent': BOT } });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
  });
});

async function cookie(target: WebHostUnderTest, url: string, name: string, headers: Record<string, string> = {}) {
  return (await target.visit(url, headers)).cookies.find((one) => one.name === name);
}

describe('cookies of a visit', () => {
  it('keeps ref for 24 hours, for the page to read', async () => {
    const set = await cookie(site, '/support?ref=partner_1', 'referralID');
    expect(set).toMatchObject({ value: 'partner_1', maxAge: 86_400, path: '/', sameSite: 'Lax' });
    expect(set).not.toHaveProperty('httpOnly');
    expect(set).not.toHaveProperty('secure');
    expect(await cookie(secure, '/support?ref=partner_1', 'referralID')).toMatchObject({ secure: true });
  });

  it.each(['', 'a%20b', 'a%0d%0ab', '%3Cscript%3E', 'x'.repeat(65), 'a;b'])('does not take "%s" for a referral', async (ref) => {
    expect(await cookie(site, `/support?ref=${ref}`, 'referralID')).toBeUndefined();
  });

  it('stores the first visit once, for 720 hours', async () => {
    expect(await cookie(site, '/', 'first_visit')).toMatchObject({ value: String(NOW), maxAge: 720 * 3_600 });
    expect(await cookie(site, '/', 'first_visit', { cookie: 'first_visit=1' })).toBeUndefined();
  });

  it.each([{ 'sec-gpc': '1' }, { dnt: '1' }])('stores no first visit of a browser that sends %o', async (headers) => {
    expect(await cookie(site, '/', 'first_visit', headers)).toBeUndefined();
    expect(await cookie(site, '/?ref=partner_1', 'referralID', headers)).toMatchObject({ value: 'partner_1' });
  });

  it('remembers the locale of the first page', async () => {
    expect(await cookie(site, '/ru/support', 'i18n_redirected')).toMatchObject({ value: 'ru' });
    expect(await cookie(site, '/support', 'i18n_redirected', { cookie: 'i18n_redirected=ru' })).toBeUndefined();
  });

  it('sets none for bots', async () => {
    expect((await site.visit('/?ref=a', { 'user-agent': BOT })).cookies).toEqual([]);
  });
});

describe('a page of an order', () => {
  const url = '/order/AAAAAAAAAAAAAAAAAAAAAA?destinationAddress=TSecretAddress';

  it('is not cached, not sent as a referrer and not indexed', async () => {
    const { headers, body } = await site.visit(url);
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(body).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(body).toContain('<title>Send &lt;0.05&gt; BTC | Causeway</title>');
    expect(body).not.toMatch(/rel="canonical"|name="description"/);
  });

  it('leaves no id and no address in the log or with dict/seo', async () => {
    await site.visit(url);
    await site.visit(`/order/AAAAAAAAAAAAAAAAAAAAAA/_payload.json?abc123&destinationAddress=TSecretAddress`);
    expect(site.logged.join('')).not.toMatch(/AAAAAAAAAA|TSecretAddress/);
    expect(site.logged.join('')).toContain('/order/:orderId');
    expect(site.api.received.map(({ url }) => url).join('')).not.toMatch(/AAAAAAAAAA|TSecretAddress/);
  });

  it.each(['/order/AAAAAAAAAAAAAAAAAAAAAA/', '//order/AAAAAAAAAAAAAAAAAAAAAA', '/ru/history/', '/unsubscribe/'])(
    'is private under the spelling %s too',
    async (spelling) => {
      const { statusCode, headers } = await site.visit(spelling);
      expect([statusCode, headers['cache-control'], headers['referrer-policy']]).toEqual([
        301,
        'private, no-store',
        'no-referrer',
      ]);
    },
  );

  it('is private even if it fails', async () => {
    const busy = await startWebHost({ pagesPerMinute: 1 });
    onTestFinished(() => busy.close());
    await busy.visit('/');
    for (const page of ['/order/AAAAAAAAAAAAAAAAAAAAAA', '/history', '/ru/unsubscribe']) {
      const { statusCode, headers } = await busy.visit(page);
      expect(statusCode).toBe(429);
      expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
    }
    expect((await busy.visit('/support')).headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  });

  it('counts all addresses of an IPv6 network as one client', async () => {
    const busy = await startWebHost({ pagesPerMinute: 1 });
    onTestFinished(() => busy.close());
    const statusFor = async (remoteAddress: string) => (await busy.host.inject({ url: '/support', remoteAddress })).statusCode;
    expect(await statusFor('2001:db8::1')).toBe(200);
    expect(await statusFor('2001:db8::2')).toBe(429);
    expect(await statusFor('2001:db8:0:1::1')).toBe(200);
  });

  it('is private as a payload too', async () => {
    const { headers } = await site.visit('/order/AAAAAAAAAAAAAAAAAAAAAA/_payload.json?abc');
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
  });
});

describe('a payload', () => {
  it('is the data of the page', async () => {
    const answer = await site.visit('/ru/exchange-btc-xmr/_payload.json?abcdef012345&amount=2');
    expect(answer.json()).toEqual({ status: 200, redirect: null, snapshot: { url: '/ru/exchange-btc-xmr?amount=2' } });
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect((await site.visit('/_payload.json')).json()).toMatchObject({ snapshot: { url: '/' } });
  });

  it('reports redirects to the client, including those to other sites', async () => {
    expect((await site.visit('/status/_payload.json?abc')).json()).toEqual({
      status: 302,
      redirect: 'https://status.causeway.example/',
      snapshot: null,
    });
    expect((await site.visit('/ru/old/_payload.json?abc')).json()).toMatchObject({ redirect: '/ru/popular-exchanges' });
    expect((await site.visit('/lead/_payload.json?abc')).json()).toMatchObject({ redirect: '/support' });
  });
});

describe('a failure', () => {
  it('shows only status and request id', async () => {
    const { statusCode, headers, body } = await site.visit('/ru/explode');
    expect(statusCode).toBe(500);
    expect(body).toContain('Causeway · 500');
    expect(body).toContain(String(headers['x-request-id']));
    expect(body).not.toMatch(/secret detail|at .*\.ts/);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(body).toContain(`<style nonce="${nonceOf(headers['content-security-policy'])}">`);
    expect(site.logged.join('')).toContain('secret detail of the failure');
  });

  it('limits the pages of one client address only', async () => {
    const strict = await startWebHost({ pagesPerMinute: 2 });
    onTestFinished(() => strict.close());
    const visit = (remoteAddress: string) =>
      strict.host.inject({ method: 'GET', url: '/ru', remoteAddress, headers: { 'user-agent': PERSON } });
    expect([(await visit('198.51.100.1')).statusCode, (await visit('198.51.100.1')).statusCode]).toEqual([200, 200]);
    const refused = await visit('198.51.100.1');
    expect(refused.statusCode).toBe(429);
    const retryAfter = Number(refused.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(refused.body).toContain('Слишком много запросов');
    expect((await visit('198.51.100.2')).statusCode).toBe(200);
    const payload = await strict.host.inject({ url: '/_payload.json', remoteAddress: '198.51.100.1' });
    expect(payload.headers['retry-after']).toBe(String(payload.json<ErrorBody>().details?.['retryAfterSeconds']));
    expect([payload.statusCode, payload.json<ErrorBody>().code]).toEqual([429, 'ERR_TOO_MANY_REQUESTS']);
  });

  it('is a bare status for bots', async () => {
    const { statusCode, body } = await site.visit('/explode', { 'user-agent': BOT });
    expect([statusCode, body]).toEqual([500, 'Status 500']);
  });
});
