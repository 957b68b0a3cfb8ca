import { afterEach, beforeEach, expect, test } from 'vitest';
import type { GenerateApiKeyOutput } from '../../../contract/schemas/apiKeys.ts';
import type { Order } from '../../../contract/schemas/orders.ts';
import { findOrderOrigin } from '../../db/repositories/orders.ts';
import { addToBlacklist } from '../../operator/testing/acts.ts';
import { runOperatorCommand } from '../../operator/cli/runOperatorCommand.ts';
import { inputFor } from '../../orders/testing/orderHost.ts';
import { sign, SITE, startApiKeyHost, type ApiKeyHost } from './testing.ts';

const CREATE = '/api/v1/orders/public/create';
const NAMED = `${CREATE}?userAddress=198.51.100.7`;

let keys: ApiKeyHost;
let key: GenerateApiKeyOutput;
beforeEach(async () => {
  keys = await startApiKeyHost();
  key = await keys.apiKeys.generate(1, { name: 'Shop' }, SITE);
});
afterEach(() => keys.close());

/** Signs `url` and sends the call to `sentTo`. */
async function create(url: string, sentTo = url) {
  const { orderTokenHash: _none, ...input } = inputFor(keys.host).input;
  const payload = JSON.stringify(input);
  const headers = sign(key, { url, payload }, { at: keys.host.context.now() });
  return await keys.call({ url: sentTo, payload, headers });
}
const operate = async (words: string) =>
  await runOperatorCommand({ ...keys.host.context, operatorFile: '/nowhere/operator.json' }, words.split(' '));
const mark = async () => await operate(`partner ${key.apiKey.apiId} 1000 500 5.5`);
const originOf = async ({ body }: Awaited<ReturnType<typeof create>>) =>
  await findOrderOrigin(keys.host.database, (body as unknown as Order).orderId);
const FORBIDDEN = { statusCode: 403, body: { code: 'ERR_FORBIDDEN', details: { reason: 'USER_ADDRESS' } } };

test('an ordinary key may not name the address of a customer, nor may one that is a partner’s no longer', async () => {
  expect(await create(NAMED)).toMatchObject(FORBIDDEN);
  await mark();
  expect((await create(NAMED)).statusCode).toBe(200);
  await operate(`end-partner ${key.apiKey.apiId}`);
  expect(await create(NAMED)).toMatchObject(FORBIDDEN);
  const ordinary = await create(CREATE);
  expect(await originOf(ordinary)).toMatchObject({
    client_group: 'customer 1',
    partner_key: null,
    client_address: '203.0.113.7',
  });
});

test('a partner’s order has the address that the call names, which only the key’s limits count', async () => {
  await mark();
  const named = await originOf(await create(NAMED));
  const { apiId } = key.apiKey;
  expect(named).toMatchObject({ client_address: '198.51.100.7', client_group: `${apiId} 198.51.100.7`, partner_key: apiId });
  const unnamed = await originOf(await create(CREATE));
  expect(unnamed).toMatchObject({ client_address: '203.0.113.7', client_group: null, partner_key: apiId });
});

test('the blacklist applies to the address that a partner names', async () => {
  await mark();
  await addToBlacklist(keys.host.context, { kind: 'CLIENT', value: '198.51.100.7' });
  expect((await create(NAMED)).body).toMatchObject({ code: 'ERR_FORBIDDEN', message: 'Client data is blacklisted' });
  expect((await create(CREATE)).statusCode).toBe(200);
});

test('the address is signed, is named once and must be one', async () => {
  await mark();
  const other = NAMED.replace('.7', '.8');
  const wrong = { statusCode: 401, body: { details: { reason: 'SIGNATURE' } } };
  for (const [signed, sent] of [
    [NAMED, other],
    [CREATE, NAMED],
    [NAMED, CREATE],
  ] as const) {
    expect(await create(signed, sent)).toMatchObject(wrong);
  }
  expect((await create(`${NAMED}&userAddress=198.51.100.8`)).body).toMatchObject({ details: { reason: 'QUERY' } });
  for (const address of ['', 'localhost', '198.51.100', '198.51.100.7,198.51.100.8', '%00']) {
    expect((await create(`${CREATE}?userAddress=${address}`)).body, address).toMatchObject({
      code: 'ERR_VALIDATION',
      details: { field: 'userAddress' },
    });
  }
});

test('a call without a signature can’t name an address', async () => {
  const { input } = inputFor(keys.host);
  const guest = await keys.call({ url: NAMED, payload: JSON.stringify(input) });
  expect(guest).toMatchObject({ statusCode: 400, body: { code: 'ERR_VALIDATION' } });
});

test('an operator marks and unmarks a key, which the audit keeps, and a deleted key loses its mark', async () => {
  const { apiId } = key.apiKey;
  expect(await operate('partner cw_unknown 1000 500 5')).toBe('Nothing was done: there is no API key cw_unknown.');
  expect(await operate(`end-partner ${apiId}`)).toBe(`Nothing was done: ${apiId} is not a partner's key.`);
  for (const wrong of ['0 500 5', '1000 0 5', '1000 500 101', '1000 500 -1', '1.5 500 5', '1000 500']) {
    expect(await operate(`partner ${apiId} ${wrong}`), wrong).toContain('partner <API key>');
  }
  expect(await mark()).toBe(
    `${apiId} of customer 1 is a partner's key. From its next call: 1000 requests a minute, 500 unpaid orders an hour, 5.5 % of a coin's reserve.`,
  );
  expect(await operate(`partner ${apiId} 2000 500 5`)).toContain('2000 requests a minute');
  expect(await operate(`end-partner ${apiId}`)).toBe(
    `${apiId} is an ordinary key. From its next call it shares the limits of customer 1.`,
  );
  const audit = await operate('audit');
  expect(audit).toContain(`end-partner API key ${apiId}`);
  expect(audit).toContain('"before":{"requestsPerMinute":1000,"reservePercent":"5.5","unpaidOrders":500}');
  await mark();
  await keys.apiKeys.remove(1, apiId);
  expect(await keys.host.database.selectFrom('partner_keys').selectAll().execute()).toEqual([]);
});
