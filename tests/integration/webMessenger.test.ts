import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { BUILD_ID, startWebHost, type WebHostUnderTest } from '../support/browser/webHost.ts';

let site: WebHostUnderTest;
beforeAll(async () => {
  site = await startWebHost({ signingKeys: ['ab'.repeat(32)] });
});
afterAll(() => site.close());

it.each(['/tg', '/tg/ru/support', '/tg/ru/exchange-btc-xmr?amount=1'])(
  'sends %s to the messenger without rendering it or its cookies',
  async (url) => {
    const rendered = site.rendered.length;
    const { statusCode, headers, body } = await site.visit(url, { cookie: 'theme=dark; session=secret' });
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toContain('; frame-ancestors https://web.telegram.org;');
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['vary']).toBe('Accept-Encoding');
    expect(headers['x-robots-tag']).toBe('noindex, nofollow');
    expect(body).toContain(`<html lang="${url.startsWith('/tg/ru') ? 'ru-RU' : 'en'}" data-messages`);
    expect(body).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(body).not.toContain('rel="canonical"');
    expect(body).toContain('import("/assets/messenger-3c4d.js")');
    expect(body).toContain('href="/assets/own-1.js"');
    // With the outline that is shown while the scripts load
    expect(body).toContain('>p{color:navy}.mini-loading');
    expect(body).toContain(
      `{"buildId":"${BUILD_ID}","origins":["https://web.telegram.org"],"signingKeys":["${'ab'.repeat(32)}"]}</script>`,
    );
    expect(site.rendered).toHaveLength(rendered);
  },
);

it('leaves every page of the website unframed', async () => {
  for (const url of ['/', '/ru/support', '/tgx', '/TG', '/order/tg']) {
    const { headers } = await site.visit(url);
    expect([headers['content-security-policy'], headers['x-frame-options']]).toEqual([
      expect.stringContaining("frame-ancestors 'none'"),
      'DENY',
    ]);
  }
});

it('frames the mini-app only where the operator says so', async () => {
  const own = await startWebHost({ messengerOrigins: ['https://chat.example'] });
  onTestFinished(() => own.close());
  expect((await own.visit('/tg')).headers['content-security-policy']).toContain('; frame-ancestors https://chat.example;');
});

it('keeps redirects below its base, and leads to other sites as the website does', async () => {
  const redirects = ['/tg/ru/old?a=1', '/tg?cur_from=BTC&cur_to=MONERO', '/tg/status'].map((url) => site.visit(url));
  const answers = await Promise.all(redirects);
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers.location, headers['set-cookie']])).toEqual([
    [301, '/tg/ru/popular-exchanges?a=1', undefined],
    [302, '/tg/exchange-btc-xmr', undefined],
    [302, 'https://status.causeway.example/', undefined],
  ]);
});

it('does not store private pages, finds no unknown ones, and has no data of pages', async () => {
  const [order, unknown, payload, file] = await Promise.all(
    ['/tg/ru/order/secret', '/tg/nowhere', '/tg/support/_payload.json', '/tg/app.js'].map((url) => site.visit(url)),
  );
  expect([order?.statusCode, order?.headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect(order?.headers['referrer-policy']).toBe('no-referrer');
  expect([unknown?.statusCode, payload?.statusCode, file?.statusCode]).toEqual([404, 404, 404]);
  expect(site.logged.join('')).toContain('/tg/ru/order/:orderId');
  expect(site.logged.join('')).not.toContain('secret');
});
