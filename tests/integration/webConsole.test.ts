import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BUILD_ID, startWebHost, type WebHostUnderTest } from '../support/browser/webHost.ts';

let site: WebHostUnderTest;
beforeAll(async () => {
  site = await startWebHost();
});
afterAll(() => site.close());

const OPERATOR = { cookie: 'session=operator' };

it.each(['/console', '/ru/console', '/console/orders/2m8x4t?q=1', '/ru/console/settings'])(
  'sends the console to an operator at %s, without rendering it',
  async (url) => {
    const rendered = site.rendered.length;
    const { statusCode, headers, body } = await site.visit(url, OPERATOR);
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toMatch(/script-src 'nonce-[^ ]+'; .*frame-ancestors 'none'; base-uri 'none'/);
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow',
      vary: 'Accept-Encoding, Cookie',
    });
    expect(body).toContain(`<html lang="${url.startsWith('/ru') ? 'ru-RU' : 'en'}"`);
    expect(body).toContain('import("/assets/console/console-9f0a.js")');
    expect(body).toContain('>p{color:olive}</style>');
    expect(body).toContain(
      `{"buildId":"${BUILD_ID}","texts":{"en":"/assets/console/en-1.json","ru":"/assets/console/ru-2.json"}}</script>`,
    );
    expect(site.rendered).toHaveLength(rendered);
  },
);

describe.each([
  ['a guest', {}],
  ['a customer', { cookie: 'session=anna' }],
  ['an operator whose access token has expired', { cookie: 'session=expired' }],
])('for %s', (_who, headers: Record<string, string>) => {
  it.each(['/console', '/ru/console', '/console/orders'])('%s is a page that does not exist', async (path) => {
    const unknown = path.replace('console', 'nothing');
    const [answer, other] = [await site.visit(path, headers), await site.visit(unknown, headers)];
    const comparable = ({ statusCode, headers: { date: _date, 'x-request-id': _id, ...rest }, body }: typeof answer) => {
      const nonce = /nonce-([^']+)'/.exec(String(rest['content-security-policy']))?.[1] ?? '';
      return JSON.stringify({ statusCode, rest, body }).replaceAll(nonce, 'NONCE').replaceAll('console', 'nothing');
    };
    expect(answer.statusCode).toBe(404);
    expect(comparable(answer)).toBe(comparable(other));
  });
});

it('asks the API host with the session and the address of the browser, and only at the console', async () => {
  const asked = () => site.api.received.filter(({ url }) => url === '/api/v1/console/session');
  const before = asked().length;
  await site.visit('/', OPERATOR);
  await site.visit('/consoles', OPERATOR);
  await site.visit('/console');
  expect(asked()).toHaveLength(before);
  await site.visit('/console', { cookie: 'theme=dark; session=operator' });
  expect(asked().at(-1)?.headers).toMatchObject({ cookie: 'session=operator', 'x-forwarded-for': '127.0.0.1' });
});

it('sends nobody the console while the API host does not answer', async () => {
  const alone = await startWebHost({ apiUrl: 'http://127.0.0.1:1' });
  onTestFinished(() => alone.close());
  expect((await alone.visit('/console', OPERATOR)).statusCode).toBe(404);
});
