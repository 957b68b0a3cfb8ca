import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../../contract/errors.ts';
import type { GenerateApiKeyOutput } from '../../../contract/schemas/apiKeys.ts';
import { textToSign } from '../../../contract/signedCall.ts';
import { sampleUser } from '../../../tests/support/samples/sampleUser.ts';
import { buildApp } from '../../app.ts';
import { presentSigningKeys } from '../../guarantee/documentSigner.ts';
import { createMetrics } from '../../health/metrics.ts';
import { createHistoryService } from '../../history/orderHistory.ts';
import { startOrderHost, type OrderHost } from '../../orders/testing/orderHost.ts';
import { apiKeyRoutes } from '../../routes/apiKeys.ts';
import { historyRoutes } from '../../routes/history.ts';
import { keyRoutes } from '../../routes/keys.ts';
import { orderRoutes } from '../../routes/orders.ts';
import type { Authentication } from '../authentication.ts';
import { createSealing } from '../sealing.ts';
import { createApiKeyService, type ApiKeyService } from './apiKeyService.ts';
import { createVerifySignedCall } from './verifySignedCall.ts';

export interface ApiKeyHost {
  host: OrderHost;
  app: FastifyInstance;
  apiKeys: ApiKeyService;
  /** Makes a call of the site as a signed-in customer; `isFresh`: with a fresh second factor. */
  asCustomer(userId: number, call: { url: string; payload?: object; isFresh?: boolean }): ReturnType<ApiKeyHost['call']>;
  call(call: Call): Promise<{ statusCode: number; body: Record<string, unknown>; headers: Record<string, unknown> }>;
  close(): Promise<void>;
}

export interface Call {
  url: string;
  method?: 'GET' | 'POST' | 'HEAD';
  /** The body as it is sent */
  payload?: string;
  headers?: Record<string, string>;
  remoteAddress?: string;
}

/** The site that links in e-mails open */
export const SITE = 'https://swap.example';
const FIRST_CUSTOMERS = [1, 2];

/** Orders and API keys of two customers, 1 and 2, on a real database. The header `x-test-customer` signs in. */
export async function startApiKeyHost(requestsPerMinute = 10_000, trustedProxies: readonly string[] = []): Promise<ApiKeyHost> {
  const host = await startOrderHost();
  const { database, now, log } = host.context;
  for (const id of FIRST_CUSTOMERS) await insertCustomer(host, id);
  const dependencies = { database, sealing: createSealing(new Uint8Array(32).fill(3)), now };
  const apiKeys = createApiKeyService(dependencies);
  const app = await buildApp({
    log,
    trustedProxies,
    requestsPerMinute,
    routes: [
      orderRoutes(host.orders, fakeAuthentication),
      historyRoutes(createHistoryService(host.context), fakeAuthentication),
      apiKeyRoutes(apiKeys, fakeAuthentication),
      keyRoutes(presentSigningKeys(host.context.signer)),
    ],
    publicOrigin: SITE,
    metrics: createMetrics(),
    verifySignedCall: createVerifySignedCall({ ...dependencies, signer: host.context.signer }),
  });
  const call: ApiKeyHost['call'] = async ({ url, method, payload, headers = {}, remoteAddress = '203.0.113.7' }) => {
    const answer = await app.inject({
      url,
      method: method ?? (payload === undefined ? 'GET' : 'POST'),
      headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
      remoteAddress,
      ...(payload !== undefined && { payload }),
    });
    const body = answer.body === '' ? {} : answer.json<Record<string, unknown>>();
    return { statusCode: answer.statusCode, body, headers: answer.headers };
  };
  return {
    host,
    app,
    apiKeys,
    call,
    asCustomer: (userId, { url, payload, isFresh = true }) =>
      call({
        url,
        ...(payload && { payload: JSON.stringify(payload) }),
        headers: { 'x-test-customer': String(userId), ...(isFresh && { 'x-test-fresh': 'yes' }) },
      }),
    close: async () => {
      await app.close();
      await host.close();
    },
  };
}

async function insertCustomer({ context: { database, now } }: OrderHost, id: number): Promise<void> {
  const email = `customer-${id}@example.org`;
  await database
    .insertInto('users')
    .values(sampleUser({ id, email, email_confirmed_at: now() }, now()))
    .execute();
}

const customerOf = ({ headers }: FastifyRequest) => {
  const userId = Number(headers['x-test-customer'] ?? 0);
  if (userId === 0) return null;
  return { userId, sessionId: 's', email: 'a@example.org', isEmailConfirmed: true, hasSecondFactor: true, secondFactorAt: null };
};

const fakeAuthentication: Authentication = {
  find: async (request) => await Promise.resolve(customerOf(request)),
  require: async (request) => {
    const customer = customerOf(request);
    if (!customer) throw new ApiError('ERR_UNAUTHORIZED', 'Sign in.');
    return await Promise.resolve(customer);
  },
  requireProof: async (request) => {
    const customer = await fakeAuthentication.require(request);
    if (request.headers['x-test-fresh'] !== 'yes') throw new ApiError('ERR_SECOND_FACTOR_REQUIRED', 'Confirm it is you.');
    return customer;
  },
};

/** Returns the headers that sign a call. `changes` replaces what is signed, `at` is in ms. */
export function sign(
  { apiKey, secret }: Pick<GenerateApiKeyOutput, 'secret'> & { apiKey: { apiId: string } },
  { url, method, payload }: Call,
  { at, nonce = randomUUID() }: { at: number; nonce?: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const bodyHash = createHash('sha256')
    .update(payload ?? '')
    .digest('hex');
  const text = textToSign({ method: method ?? (payload === undefined ? 'GET' : 'POST'), url, bodyHash, timestamp, nonce });
  return {
    'x-api-key': apiKey.apiId,
    'x-api-timestamp': timestamp,
    'x-api-nonce': nonce,
    'x-api-signature': createHmac('sha256', secret).update(text).digest('hex'),
  };
}
