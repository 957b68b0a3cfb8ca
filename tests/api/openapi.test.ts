import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiRoutes } from '../../contract/api/index.ts';
import type { Json, JsonObject } from '../../server/documentation/components.ts';
import { EXAMPLE_FILES, readExamples } from '../../server/documentation/examples.ts';
import { startApiHost, type ApiHost } from './host.ts';
import { assertOpenApi, createChecker, type Check } from './packages.ts';
import { replay } from './replay.ts';

interface Media {
  schema: Json;
  examples?: Record<string, { value: Json }>;
}
interface DescribedResponse {
  description: string;
  headers?: object;
  content: Record<string, Media>;
}
interface DescribedCall {
  operationId: string;
  summary: string;
  description: string;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, DescribedResponse>;
}

let host: ApiHost;
let document: JsonObject & { paths: Record<string, Record<string, DescribedCall>>; components: { schemas: JsonObject } };
let compile: (schema: Json) => Check;

beforeAll(async () => {
  host = await startApiHost();
  document = (await host.app.inject({ url: '/api/openapi.json' })).json();
  compile = createChecker(document);
});
afterAll(() => host.stop());

const calls = (): [string, DescribedCall][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]): [string, DescribedCall] => [`${method.toUpperCase()} ${path}`, call]),
  );
const mediaOf = (content: Record<string, Media> | undefined): Media | undefined => content?.['application/json'];

test('is a valid OpenAPI document', async () => {
  await assertOpenApi(document);
});

test('gives every call a name of its own, a summary and a description', () => {
  const names = calls().map(([, { operationId }]) => operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const [route, { operationId, summary, description }] of calls()) {
    expect({
      route,
      isNamed: /^[a-z][A-Za-z]+$/.test(operationId),
      isDescribed: summary !== '' && description.length > 40,
    }).toEqual({ route, isNamed: true, isDescribed: true });
  }
});

test('describes every call of the route table', () => {
  const routes = Object.values(apiRoutes).map(({ method, path }) => `${method} ${path}`);
  const described = calls().map(([route]) => route);
  expect(routes.filter((route) => !described.includes(route))).toEqual([]);
});

test('refers to named components, and to each decision by its own words', () => {
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['Order', 'Instrument', 'PairData', 'Error', 'ErrorCode', 'NewOrder', 'RefundInfo']),
  );
  const create = document.paths['/api/v1/orders/public/create']?.['post'];
  expect(mediaOf(create?.responses['200']?.content)?.schema).toEqual({ $ref: '#/components/schemas/Order' });
  expect(JSON.stringify(document)).not.toMatch(/\(D\d+\)|§\d/);
});

test('names headers as usual, and says what a field means', () => {
  const create = document.paths['/api/v1/orders/public/create']?.['post'];
  expect(create).toMatchObject({ parameters: [{ in: 'header', name: 'Idempotency-Key', required: false }] });
  const refund = document.paths['/api/v1/orders/public/request-refund']?.['post'];
  expect(refund).toMatchObject({ parameters: [{ in: 'header', name: 'X-Order-Token', required: true }] });
  const { PairData } = document.components.schemas as { PairData: { properties: Record<string, { description?: string }> } };
  expect(PairData.properties['amountToGet']?.description).toBe('What arrives after all fees, in instrumentTo');
});

test('says which calls may be signed with an API key, and how', () => {
  const create = document.paths['/api/v1/orders/public/create']?.['post'];
  const schemes = { apiKey: [], apiTimestamp: [], apiNonce: [], apiSignature: [] };
  expect(create).toMatchObject({ security: [{}, schemes] });
  expect(Object.keys((document.components as { securitySchemes?: object }).securitySchemes ?? {})).toEqual(Object.keys(schemes));
  expect(document.paths['/api/v1/health']?.['get']).not.toHaveProperty('security');
  expect(create?.responses['403']?.description).toMatch(/blacklist.*INACTIVE/s);
});

test('has a request and a response example for every call, which its schemas allow', () => {
  const wrong = calls().flatMap(([route, { requestBody, responses }]) => {
    const answer = mediaOf(responses['200']?.content);
    const request = mediaOf(requestBody?.content);
    const missing = [answer, ...(requestBody ? [request] : [])].some((media) => Object.keys(media?.examples ?? {}).length === 0);
    const errors = Object.values(responses).map(({ content }) => mediaOf(content));
    const faults = [request, ...errors].flatMap((media) => {
      const check = media && compile(media.schema);
      return Object.values(media?.examples ?? {}).flatMap(({ value }) => check?.(value) ?? []);
    });
    return [
      ...(missing && !route.endsWith('/healthz') ? [`${route} has no example`] : []),
      ...faults.map((fault) => `${route}: ${fault}`),
    ];
  });
  expect(wrong).toEqual([]);
});

test('gives each error of a call an example, and says when to try again', () => {
  for (const [route, { responses }] of calls()) {
    for (const [status, { description, headers, content }] of Object.entries(responses)) {
      if (!/^[45]\d\d$/.test(status) || (status === '503' && route.endsWith('/healthz'))) continue;
      const examples = Object.keys(mediaOf(content)?.examples ?? {});
      expect(examples.length, `${route} ${status}`).toBeGreaterThan(0);
      for (const code of examples) expect(description).toContain(`\`${code}\`: `);
      if (['429', '503'].includes(status)) expect(headers, `${route} ${status}`).toHaveProperty('Retry-After');
    }
  }
});

test.each(EXAMPLE_FILES)('has examples in %s that a new host answers as described', async (file) => {
  const ownHost = await startApiHost();
  const replayed = await replay(ownHost, readExamples(file));
  await ownHost.stop();
  const wrong = replayed.flatMap(({ live, status }) => {
    const { method, path } = apiRoutes[live.call];
    const response = document.paths[path]?.[method.toLowerCase()]?.responses[String(status)];
    const schema = mediaOf(response?.content)?.schema;
    if (schema === undefined) return `${live.call} answered ${status}, which is not described`;
    const fault = compile(schema)(live.output ?? live.error);
    return fault === null ? [] : `${live.call} (${live.title}): ${fault}`;
  });
  expect(wrong).toEqual([]);
});
