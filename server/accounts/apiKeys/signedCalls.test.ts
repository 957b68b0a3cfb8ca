import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { GenerateApiKeyOutput } from '../../../contract/schemas/apiKeys.ts';
import { act } from '../../operator/testing/acts.ts';
import { inputFor } from '../../orders/testing/orderHost.ts';
import { sign, SITE, startApiKeyHost, type ApiKeyHost, type Call } from './testing.ts';

const LATEST = '/api/v1/orders/public/latest';
const CREATE = '/api/v1/orders/public/create';
const NONCE = 'nonce-of-sixteen-characters';

let shared: ApiKeyHost;
let keys: ApiKeyHost;
let key: GenerateApiKeyOutput;
beforeAll(async () => {
  shared = await startApiKeyHost();
});
afterAll(() => shared.close());
beforeEach(async () => {
  keys = shared;
  key = await keys.apiKeys.generate(1, { name: 'Shop' }, SITE);
});
afterEach(async () => {
  for (const { apiId } of (await shared.apiKeys.list(1)).apiKeys) await shared.apiKeys.remove(1, apiId);
});

/** Uses a host of its own for the current test. */
async function useOwnHost(...options: Parameters<typeof startApiKeyHost>): Promise<void> {
  keys = await startApiKeyHost(...options);
  const { close } = keys;
  onTestFinished(close);
  key = await keys.apiKeys.generate(1, { name: 'Shop' }, SITE);
}

const now = () => keys.host.context.now();
/** Signs `call`, and sends it with `changes`. */
const signed = async (
  call: Call,
  changes: Partial<Call> = {},
  { at = now(), nonce = undefined as string | undefined, by = key } = {},
) => {
  const headers = { ...sign(by, call, { at, ...(nonce !== undefined && { nonce }) }), ...call.headers, ...changes.headers };
  const { statusCode, body, headers: answered } = await keys.call({ ...call, ...changes, headers });
  return { statusCode, code: body['code'], details: body['details'], body, headers: answered };
};
const refused = (statusCode: number, code: string, reason: string) => ({ statusCode, code, details: { reason } });
const UNAUTHORIZED = refused(401, 'ERR_UNAUTHORIZED', 'SIGNATURE');
const createCall = (): Call => ({ url: CREATE, payload: JSON.stringify(inputFor(keys.host).input) });

test('a signed call is answered, and its answer is not stored', async () => {
  const answer = await signed({ url: LATEST });
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect((await signed({ url: LATEST, method: 'HEAD' })).statusCode).toBe(200);
  expect((await keys.apiKeys.list(1)).apiKeys[0]?.lastUsedAt).toBe(new Date(now()).toISOString());
});

test('a key of a frozen customer is refused, also when somebody removed the row of the freeze (D79)', async () => {
  await useOwnHost();
  await act(keys.host.context, 'freeze', { userId: 1 });
  await keys.host.database.deleteFrom('switches').execute();
  expect(await signed({ url: LATEST })).toMatchObject(UNAUTHORIZED);
});

test('the sequence of the query is free, and its encoding is the sent one', async () => {
  const url = '/api/v1/orders/public-info?orderId=AAAAAAAAAAAAAAAAAAAAAA&destinationAddress=a%20b';
  const [path = '', query = ''] = url.split('?');
  const sent = `${path}?${query.split('&').toReversed().join('&')}`;
  expect(await signed({ url }, { url: sent })).toMatchObject({ code: 'ERR_NOT_FOUND_E' });
  expect(await signed({ url }, { url: url.replace('%20', '+') })).toMatchObject(UNAUTHORIZED);
});

describe('a changed call is refused', () => {
  test.each<[string, Partial<Call>]>([
    ['path', { url: '/api/v1/orders/order-refund-info' }],
    ['query', { url: `${LATEST}?a=1` }],
    ['method', { method: 'HEAD' }],
    ['key', { headers: { 'x-api-key': `cw_${'x'.repeat(20)}` } }],
    ['nonce', { headers: { 'x-api-nonce': 'another-nonce-of-mine' } }],
    ['signature', { headers: { 'x-api-signature': 'ab'.repeat(32) } }],
  ])('by its %s', async (_what, changes) => {
    const answer = await signed({ url: LATEST }, changes);
    // A HEAD has no body.
    expect(answer).toMatchObject(changes.method === 'HEAD' ? { statusCode: 401 } : UNAUTHORIZED);
  });

  test('by its body, even in a space', async () => {
    const call = createCall();
    expect((await signed(call)).statusCode).toBe(200);
    expect(await signed(call, { payload: ` ${call.payload}` })).toMatchObject(UNAUTHORIZED);
    expect(await signed(call, { payload: call.payload?.replace('FLOATING', 'FIXED') ?? '' })).toMatchObject(UNAUTHORIZED);
  });

  test('by its timestamp', async () => {
    const earlier = String(Math.floor(now() / 1_000) - 1);
    expect(await signed({ url: LATEST }, { headers: { 'x-api-timestamp': earlier } })).toMatchObject(UNAUTHORIZED);
  });
});

test('a parameter of the query may not be repeated, because sorting hides the sequence', async () => {
  for (const url of [`${LATEST}?a=1&a=2`, `${LATEST}?a=1&%61=2`]) {
    expect(await signed({ url })).toMatchObject(refused(400, 'ERR_BAD_REQUEST', 'QUERY'));
  }
});

test('the timestamp may be a minute early or late, not more', async () => {
  const ask = async (offset: number) => (await signed({ url: LATEST }, {}, { at: now() + offset * 1_000 })).details;
  expect([await ask(-60), await ask(60)]).toEqual([undefined, undefined]);
  const serverTime = new Date(now()).toISOString();
  expect([await ask(-61), await ask(61)]).toEqual([
    { reason: 'TIMESTAMP', serverTime },
    { reason: 'TIMESTAMP', serverTime },
  ]);
});

test('a call can’t be sent twice while its timestamp is accepted', async () => {
  const at = now() + 60_000;
  const ask = () => signed({ url: LATEST }, {}, { at, nonce: NONCE });
  expect((await ask()).statusCode).toBe(200);
  expect(await ask()).toMatchObject(refused(401, 'ERR_UNAUTHORIZED', 'NONCE'));
  keys.host.advanceClock(120_000);
  // Another call deletes old nonces.
  await signed({ url: LATEST });
  expect(await ask()).toMatchObject(refused(401, 'ERR_UNAUTHORIZED', 'NONCE'));
  keys.host.advanceClock(1_000);
  expect(await ask()).toMatchObject(refused(401, 'ERR_UNAUTHORIZED', 'TIMESTAMP'));
  // A refused call uses no nonce: its signer may correct it.
  const other = 'nonce-of-another-call';
  await signed({ url: LATEST }, { url: `${LATEST}?a=1` }, { nonce: other });
  expect((await signed({ url: LATEST }, {}, { nonce: other })).statusCode).toBe(200);
});

test('old nonces are deleted', async () => {
  await signed({ url: LATEST }, {}, { nonce: NONCE });
  keys.host.advanceClock(300_001);
  await signed({ url: LATEST });
  const nonces = await keys.host.context.database.selectFrom('api_nonces').select('nonce').execute();
  expect(nonces.map(({ nonce }) => nonce)).not.toContain(NONCE);
});

test('twenty copies of a call at once are one call', async () => {
  const call = createCall();
  const answers = await Promise.all(Array.from({ length: 20 }, () => signed(call, {}, { nonce: NONCE })));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test.each<[string, Record<string, string>]>([
  ['only a key', { 'x-api-key': `cw_${'x'.repeat(20)}` }],
  ['an empty key', { 'x-api-key': '' }],
  ['only a signature', { 'x-api-signature': 'ab'.repeat(32) }],
  ['only a nonce', { 'x-api-nonce': NONCE }],
])('a call with %s is refused, not treated as a guest’s', async (_what, headers) => {
  const answer = await keys.call({ url: LATEST, headers });
  expect(answer.body).toMatchObject({ code: 'ERR_UNAUTHORIZED', details: { reason: 'HEADERS' } });
});

test.each([
  ['timestamp', 'x-api-timestamp', '1e3'],
  ['timestamp', 'x-api-timestamp', '1763640000.5'],
  ['nonce', 'x-api-nonce', 'short'],
  ['nonce', 'x-api-nonce', 'x'.repeat(65)],
  ['signature', 'x-api-signature', 'AB'.repeat(32)],
  ['key', 'x-api-key', `cw_${'x'.repeat(20)}, cw_${'y'.repeat(20)}`],
])('a malformed %s is refused: %s %s', async (_what, name, value) => {
  expect(await signed({ url: LATEST }, { headers: { [name]: value } })).toMatchObject(
    refused(401, 'ERR_UNAUTHORIZED', 'HEADERS'),
  );
});

test('a body that is too large or no JSON is refused before it is verified', async () => {
  const payload = JSON.stringify({ note: 'x'.repeat(70_000) });
  expect(await signed({ url: CREATE, payload })).toMatchObject({ statusCode: 413, code: 'ERR_PAYLOAD_TOO_LARGE' });
  expect(await signed({ url: CREATE, payload: '{' })).toMatchObject({ statusCode: 400, code: 'ERR_BAD_REQUEST' });
});

test('a key that is off, deleted or of a closed account works no more', async () => {
  const { apiId } = key.apiKey;
  await keys.apiKeys.update(1, { apiId, isActive: false });
  expect(await signed({ url: LATEST })).toMatchObject(refused(403, 'ERR_FORBIDDEN', 'INACTIVE'));
  // Without the secret nothing shows that the key exists.
  expect(await signed({ url: LATEST }, {}, { by: { ...key, secret: 'x' } })).toMatchObject(UNAUTHORIZED);
  await keys.apiKeys.update(1, { apiId, isActive: true });
  await keys.host.context.database.updateTable('users').set({ closed_at: now() }).where('id', '=', 1).execute();
  expect(await signed({ url: LATEST })).toMatchObject(UNAUTHORIZED);
  await keys.host.context.database.updateTable('users').set({ closed_at: null }).execute();
  expect((await signed({ url: LATEST })).statusCode).toBe(200);
  await keys.apiKeys.remove(1, apiId);
  expect(await signed({ url: LATEST })).toMatchObject(UNAUTHORIZED);
});

test('a key signs with its own secret only', async () => {
  const other = await keys.apiKeys.generate(2, { name: 'Other' }, SITE);
  expect(await signed({ url: LATEST }, {}, { by: { ...key, secret: other.secret } })).toMatchObject(UNAUTHORIZED);
});

test('a read that needs no key is answered if it is signed, and refused if the signature is wrong', async () => {
  const url = '/api/v1/keys';
  const answer = await signed({ url });
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect(await signed({ url }, { headers: { 'x-api-signature': 'ab'.repeat(32) } })).toMatchObject(UNAUTHORIZED);
  expect((await keys.call({ url })).headers['cache-control']).toBe('public, max-age=300');
});

test('an API key reaches no call of the account and no document, with a session either', async () => {
  for (const url of ['/api/v1/users/list-api-key', '/api/openapi.json', '/api/docs/']) {
    const answer = await signed({ url }, { headers: { 'x-test-customer': '1' } });
    expect(answer).toMatchObject(refused(403, 'ERR_FORBIDDEN', 'CALL'));
  }
  const payload = JSON.stringify({ name: 'Mine' });
  const made = await signed({
    url: '/api/v1/users/generate-api-key',
    payload,
    headers: { 'x-test-customer': '1', 'x-test-fresh': 'yes' },
  });
  expect(made).toMatchObject(refused(403, 'ERR_FORBIDDEN', 'CALL'));
  expect(await signed({ url: '/api/v1/nowhere' })).toMatchObject({ statusCode: 404, code: 'ERR_NOT_FOUND' });
});

describe('the white list', () => {
  const allow = async (...whiteListIp: string[]) => await keys.apiKeys.update(1, { apiId: key.apiKey.apiId, whiteListIp });

  test.each([
    ['203.0.113.0/24', '203.0.113.9', 200],
    ['203.0.113.0/24', '::ffff:203.0.113.9', 200],
    ['203.0.113.0/24', '203.0.114.9', 403],
    ['2001:db8::/48', '2001:db8:0:9::1', 200],
    ['2001:db8::/48', '2001:db8:1::1', 403],
    ['203.0.113.9', '203.0.113.10', 403],
  ])('%s and a call from %s: %i', async (range, remoteAddress, status) => {
    await allow('198.51.100.1', range);
    expect((await signed({ url: LATEST, remoteAddress })).statusCode).toBe(status);
  });

  test('is not circumvented by forwarded headers', async () => {
    await allow('203.0.113.9');
    const forged = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' };
    const answer = await signed({ url: LATEST, remoteAddress: '198.51.100.7', headers: forged });
    expect(answer).toMatchObject({ code: 'ERR_FORBIDDEN', details: { reason: 'ADDRESS', address: '198.51.100.7' } });
  });

  test('uses the address that a trusted proxy names, and only the one that it added', async () => {
    await useOwnHost(10_000, ['198.51.100.7']);
    await allow('203.0.113.9');
    const through = async (chain: string) =>
      (await signed({ url: LATEST, remoteAddress: '198.51.100.7', headers: { 'x-forwarded-for': chain } })).statusCode;
    expect([await through('203.0.113.9'), await through('203.0.113.9, 192.0.2.1')]).toEqual([200, 403]);
  });
});

describe('limits', () => {
  beforeEach(() => useOwnHost(3));
  const statuses = async (count: number, ask: () => Promise<{ statusCode: number }>) => {
    const answers: number[] = [];
    for (let index = 0; index < count; index += 1) answers.push((await ask()).statusCode);
    return answers;
  };

  test('count the signed calls of all keys of a customer together, from all addresses', async () => {
    const second = await keys.apiKeys.generate(1, { name: 'Second' }, SITE);
    let host = 0;
    const ask = () => signed({ url: LATEST, remoteAddress: `10.0.0.${(host += 1)}` }, {}, { by: host % 2 ? key : second });
    expect(await statuses(4, ask)).toEqual([200, 200, 200, 429]);
    const other = await keys.apiKeys.generate(2, { name: 'Other' }, SITE);
    expect((await signed({ url: LATEST, remoteAddress: '10.0.0.1' }, {}, { by: other })).statusCode).toBe(200);
  });

  test('let neither guests exhaust a key of their address, nor a key its guests', async () => {
    expect(await statuses(4, () => keys.call({ url: LATEST }))).toEqual([200, 200, 200, 429]);
    expect(await statuses(4, () => signed({ url: LATEST }))).toEqual([200, 200, 200, 429]);
    expect((await keys.call({ url: LATEST, remoteAddress: '10.0.0.2' })).statusCode).toBe(200);
  });

  test('count calls without a valid signature toward their address, never toward the customer of the key that they name', async () => {
    const wrong = { ...key, secret: 'wrong' };
    expect(await statuses(4, () => signed({ url: LATEST }, {}, { by: wrong }))).toEqual([401, 401, 401, 429]);
    expect(await statuses(2, () => signed({ url: '/api/docs/', remoteAddress: '10.0.0.9' }))).toEqual([403, 403]);
    expect((await signed({ url: LATEST, remoteAddress: '10.0.0.3' })).statusCode).toBe(200);
  });
});
