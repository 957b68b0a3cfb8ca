import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiKeys, GenerateApiKeyOutput } from '../../../contract/schemas/apiKeys.ts';
import { API_KEY_LIMITS } from '../../../contract/limits.ts';
import { SITE, startApiKeyHost, type ApiKeyHost } from './testing.ts';

let keys: ApiKeyHost;
beforeEach(async () => {
  keys = await startApiKeyHost();
});
afterEach(() => keys.close());

const users = '/api/v1/users';
const generate = async (userId: number, payload: object = { name: ' Shop ' }) => {
  const { statusCode, body } = await keys.asCustomer(userId, { url: `${users}/generate-api-key`, payload });
  expect(statusCode, JSON.stringify(body)).toBe(200);
  return body as GenerateApiKeyOutput;
};
const list = async (userId: number) => {
  const { body } = await keys.asCustomer(userId, { url: `${users}/list-api-key` });
  return (body as ApiKeys).apiKeys;
};

test('names a key without a name, because the specification lists no field of the call', async () => {
  expect((await generate(1, {})).apiKey).toMatchObject({ name: 'API key', whiteListIp: [] });
  const headers = { 'x-test-customer': '1', 'x-test-fresh': 'yes' };
  const withoutBody = await keys.call({ method: 'POST', url: `${users}/generate-api-key`, headers });
  expect(withoutBody.body).toMatchObject({ apiKey: { name: 'API key' } });
});

test('returns the secret of a new key once and stores it encrypted', async () => {
  const { apiKey, secret } = await generate(1, { name: ' Shop ', whiteListIp: [' 185.12.4.0/24 '] });
  expect(apiKey).toMatchObject({
    name: 'Shop',
    whiteListIp: ['185.12.4.0/24'],
    isActive: true,
    lastUsedAt: null,
    ordersCount: 0,
  });
  expect(await list(1)).toEqual([apiKey]);
  expect(JSON.stringify(await list(1))).not.toContain(secret);
  const rows = await keys.host.context.database.selectFrom('api_keys').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test('tells the owner of a new key by e-mail', async () => {
  const { apiKey } = await generate(2);
  const mails = await keys.host.context.database.selectFrom('account_mails').selectAll().execute();
  expect(mails).toMatchObject([{ user_id: 2, to_address: 'customer-2@example.org', kind: 'API_KEY_CREATED', origin: SITE }]);
  expect(mails[0]?.data).toContain(apiKey.apiId);
});

test('changes only the given fields', async () => {
  const { apiKey } = await generate(1, { name: 'Shop', whiteListIp: ['::1'] });
  const change = async (fields: object) =>
    (await keys.asCustomer(1, { url: `${users}/update-api-key`, payload: { apiId: apiKey.apiId, ...fields } })).body;
  expect(await change({ isActive: false })).toEqual({ ...apiKey, isActive: false });
  expect(await change({ name: 'Till', whiteListIp: [], isActive: true })).toEqual({ ...apiKey, name: 'Till', whiteListIp: [] });
  expect(await change({})).toEqual({ ...apiKey, name: 'Till', whiteListIp: [] });
});

test('names the wrong entry of a white list', async () => {
  const { apiKey } = await generate(1);
  const wrong = { whiteListIp: ['185.12.4.0/24', '10.0.0.0/40'] };
  const refusal = { code: 'ERR_VALIDATION', details: { field: 'whiteListIp', line: 2, problem: 'PREFIX_IPV4' } };
  const made = await keys.asCustomer(1, { url: `${users}/generate-api-key`, payload: { name: 'Shop', ...wrong } });
  const changed = await keys.asCustomer(1, { url: `${users}/update-api-key`, payload: { apiId: apiKey.apiId, ...wrong } });
  expect([made.body, changed.body]).toMatchObject([refusal, refusal]);
  expect(await list(1)).toEqual([apiKey]);
});

test('keeps the keys of two customers apart', async () => {
  const { apiKey } = await generate(1);
  const calls = [
    { url: `${users}/update-api-key`, payload: { apiId: apiKey.apiId, isActive: false } },
    { url: `${users}/delete-api-key`, payload: { apiId: apiKey.apiId } },
  ];
  for (const call of calls) {
    const { statusCode, body } = await keys.asCustomer(2, call);
    expect([statusCode, body['code']]).toEqual([404, 'ERR_NOT_FOUND']);
  }
  expect([await list(1), await list(2)]).toEqual([[apiKey], []]);
});

test('requires a session to list keys, and a fresh second factor to change them', async () => {
  expect((await keys.call({ url: `${users}/list-api-key` })).body).toMatchObject({ code: 'ERR_UNAUTHORIZED' });
  const { apiKey } = await generate(1);
  const calls = [
    { url: `${users}/generate-api-key`, payload: { name: 'Shop' } },
    { url: `${users}/update-api-key`, payload: { apiId: apiKey.apiId, whiteListIp: [] } },
    { url: `${users}/delete-api-key`, payload: { apiId: apiKey.apiId } },
  ];
  for (const call of calls) {
    expect((await keys.asCustomer(1, { ...call, isFresh: false })).body).toMatchObject({ code: 'ERR_SECOND_FACTOR_REQUIRED' });
    expect((await keys.call({ url: call.url, payload: JSON.stringify(call.payload) })).body).toMatchObject({
      code: 'ERR_UNAUTHORIZED',
    });
  }
  expect(await list(1)).toEqual([apiKey]);
});

test('rejects fields that a customer may not set', async () => {
  const payload = { name: 'Shop', apiId: `cw_${'x'.repeat(20)}`, userId: 2, secret: 'mine' };
  const { body } = await keys.asCustomer(1, { url: `${users}/generate-api-key`, payload });
  expect(body).toMatchObject({ code: 'ERR_VALIDATION' });
});

test('deletes a key at once, and refuses a key above the maximum, also in parallel calls', async () => {
  const requests = Array.from({ length: API_KEY_LIMITS.keys + 5 }, () => keys.apiKeys.generate(1, { name: 'Shop' }, SITE));
  const made = (await Promise.allSettled(requests)).flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(made).toHaveLength(API_KEY_LIMITS.keys);
  const more = { url: `${users}/generate-api-key`, payload: { name: 'One more' } };
  expect((await keys.asCustomer(1, more)).body).toMatchObject({
    code: 'ERR_NOT_ACCEPTABLE',
    details: { most: API_KEY_LIMITS.keys },
  });
  const apiId = made[0]?.apiKey.apiId;
  expect((await keys.asCustomer(1, { url: `${users}/delete-api-key`, payload: { apiId } })).statusCode).toBe(200);
  expect((await list(1)).map((key) => key.apiId)).not.toContain(apiId);
  expect((await keys.asCustomer(1, more)).statusCode).toBe(200);
});
