import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOT, startWebHost, type WebHostUnderTest } from '../support/browser/webHost.ts';

let site: WebHostUnderTest;
beforeAll(async () => {
  site = await startWebHost();
});
afterAll(() => site.close());

const RUSSIAN = { 'accept-language': 'ru-RU,ru;q=0.9,en;q=0.5' };

describe('redirects of the web host', () => {
  it.each([
    ['/support/', '/support'],
    ['//support', '/support'],
    ['/ru//support//?amount=1&ref=a', '/ru/support?amount=1&ref=a'],
    ['/ua/exchange-btc-xmr', '/uk/exchange-btc-xmr'],
    ['/ua//evil.example', '/uk/evil.example'],
    ['/ua/%2F%2Fevil.example/', '/uk/%2F%2Fevil.example'],
    ['//evil.example/', '/evil.example'],
    ['///evil.example/%2e%2e', '/evil.example/%2e%2e'],
    ['/\\evil.example', '/evil.example'],
    ['/\\/evil.example/', '/evil.example'],
    ['/%5Cevil.example/', '/%5Cevil.example'],
    ['/%2F%2Fevil.example/', '/%2F%2Fevil.example'],
    ['/%0d%0aset-cookie:%20a=b/', '/%0d%0aset-cookie:%20a=b'],
    ['/.//evil.example/', '/./evil.example'],
    ['//evil.example/..//..//', '/evil.example/../..'],
    ['/;//evil.example/', '/;/evil.example'],
    ['/@evil.example/', '/@evil.example'],
    ['/javascript:alert(1)/', '/javascript:alert(1)'],
  ])('%s stays here as %s', async (url, location) => {
    const answer = await rawGet(url);
    expect(answer.statusCode).toBe(301);
    expect(answer.headers['location']).toBe(location);
    expect(new URL(String(answer.headers['location']), 'https://causeway.example').origin).toBe('https://causeway.example');
  });

  it.each([
    ['/?cur_from=BTC&cur_to=USDTTRC20&ref=partner', '/exchange-btc-usdttrc20?ref=partner'],
    ['/ru?cur_from=MONERO&cur_to=btc&ref=partner', '/ru/exchange-xmr-btc?ref=partner'],
    ['/?cur_from=BTC&cur_to=NOPE&ref=partner', '/'],
    ['/?cur_from=//evil.example&cur_to=BTC&ref=partner', '/'],
  ])('%s leads to %s', async (url, location) => {
    const answer = await site.visit(url);
    expect(answer.statusCode).toBe(302);
    expect(answer.headers['location']).toBe(location);
    expect(cookieNamed(answer, 'referralID')?.value).toBe('partner');
  });

  it('follows the file of redirects, in both locales, with the query', async () => {
    const answer = await site.visit('/ru/old?ref=a');
    expect([answer.statusCode, answer.headers['location']]).toEqual([301, '/ru/popular-exchanges?ref=a']);
  });

  it('redirects to another site only if the file says so', async () => {
    const answer = await site.visit('/status?x=//evil.example');
    expect([answer.statusCode, answer.headers['location']]).toEqual([302, 'https://status.causeway.example/']);
  });

  it('forwards the redirect of a page, but not to another site', async () => {
    const own = await site.visit('/lead');
    expect([own.statusCode, own.headers['location']]).toEqual([302, '/support']);
    const astray = await site.visit('/astray');
    expect(astray.statusCode).toBe(500);
    expect(astray.headers['location']).toBeUndefined();
  });

  it('redirects nothing but GET and HEAD', async () => {
    const answer = await site.host.inject({ method: 'POST', url: '//support/' });
    expect(answer.statusCode).toBe(404);
  });
});

describe('redirect by language', () => {
  it('happens at / on a first visit, with the query, and is remembered', async () => {
    const answer = await site.visit('/?ref=a', RUSSIAN);
    expect([answer.statusCode, answer.headers['location']]).toEqual([302, '/ru?ref=a']);
    expect(cookieNamed(answer, 'i18n_redirected')).toMatchObject({ value: 'ru', maxAge: 365 * 86_400, path: '/' });
    expect(answer.headers['vary']).toContain('Accept-Language');
  });

  it.each([
    ['not on a later visit', '/', { ...RUSSIAN, cookie: 'i18n_redirected=en' }],
    ['not on another page', '/support', RUSSIAN],
    ['not at an address that says so', '/?lang=en', RUSSIAN],
    ['not for those who read English', '/', { 'accept-language': 'en-US,ru;q=0.4' }],
    ['not for bots', '/', { ...RUSSIAN, 'user-agent': BOT }],
    ['not for programs without a name', '/', { ...RUSSIAN, 'user-agent': '' }],
    ['not at /ru', '/ru', { 'accept-language': 'en' }],
  ])('%s', async (_name, url, headers) => {
    expect((await site.visit(url, headers)).statusCode).toBe(200);
  });
});

describe('unknown addresses', () => {
  it('are the ordinary 404 in English below /uk', async () => {
    const answer = await site.visit('/uk/exchange-btc-xmr');
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('<html lang="en"');
  });

  it('are 404 if their percent encoding is invalid', async () => {
    expect((await site.visit('/%zz')).statusCode).toBe(404);
    expect((await site.visit('/%E9')).statusCode).toBe(404);
  });

  it('are one line of text for bots, and for files', async () => {
    const bot = await site.visit('/nowhere?x=<1>', { 'user-agent': BOT });
    expect([bot.statusCode, bot.body]).toEqual([404, 'Page Not Found: /nowhere?x=%3C1%3E']);
    const file = await site.visit('/wp-login.php');
    expect([file.statusCode, file.body]).toEqual([404, 'Page Not Found: /wp-login.php']);
    expect(file.headers['content-type']).toContain('text/plain');
  });
});

type Answer = Awaited<ReturnType<WebHostUnderTest['visit']>>;
const cookieNamed = (answer: Answer, name: string) => answer.cookies.find((cookie) => cookie.name === name);

/** An injected request is parsed as an address first; these must arrive as they are. */
async function rawGet(url: string): Promise<{ statusCode: number; headers: Record<string, string | string[] | undefined> }> {
  const { request } = await import('node:http');
  if (!site.host.server.listening) await site.host.listen({ host: '127.0.0.1', port: 0 });
  const address = site.host.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: url, headers: { 'user-agent': 'Mozilla/5.0' } }, (answer) => {
      answer.resume();
      resolve({ statusCode: answer.statusCode ?? 0, headers: answer.headers });
    })
      .once('error', reject)
      .end();
  });
}
