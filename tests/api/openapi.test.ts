import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiRoutes } from '../../contract/api/index.ts';
import { NUMBER_FIELDS } from '../../contract/client/numberFields.ts';
import { parseAnswer } from '../../contract/client/parseAnswer.ts';
import type { Json, JsonObject } from '../../server/documentation/components.ts';
import { EXAMPLE_FILES, readExamples } from '../../server/documentation/examples.ts';
import { startApiHost, type ApiHost } from './host.ts';
import { assertOpenApi, createChecker, type Check } from './packages.ts';
import { replay } from './replay.ts';

interface Media {
  schema: Json;
  examples?: Record<string, { value: Json }>;
}
interface Components {
  schemas: JsonObject;
  responses: JsonObject;
  examples: JsonObject;
  securitySchemes: JsonObject;
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
let document: JsonObject & { paths: Record<string, Record<string, DescribedCall>>; components: JsonObject & Components };
/** The paths, with each response and example in place of its reference. */
let paths: Record<string, Record<string, DescribedCall>>;
let compile: (schema: Json) => Check;

beforeAll(async () => {
  host = await startApiHost();
  document = (await host.app.inject({ url: '/api/openapi.json' })).json();
  paths = resolve(document.paths as unknown as Json) as unknown as typeof paths;
  compile = createChecker(document);
});
afterAll(() => host.stop());

/** Replaces references to responses and examples. A schema stays one, because it may contain itself. */
function resolve(value: Json): Json {
  if (Array.isArray(value)) return value.map(resolve);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref: reference } = value;
  const pattern = /^#\/components\/(responses|examples)\/(.+)$/;
  const [, section, name = ''] = (typeof reference === 'string' && pattern.exec(reference)) || [];
  if (section) return resolve(document.components[section as 'responses' | 'examples'][name] ?? null);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolve(part)]));
}

const calls = (): [string, DescribedCall][] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]): [string, DescribedCall] => [`${method.toUpperCase()} ${path}`, call]),
  );
const mediaOf = (content: Record<string, Media> | undefined): Media | undefined =>
  content?.['application/json'] ?? content?.['text/csv'];

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
  const create = paths['/api/v1/orders/public/create']?.['post'];
  expect(mediaOf(create?.responses['200']?.content)?.schema).toEqual({ $ref: '#/components/schemas/Order' });
  expect(JSON.stringify(document)).not.toMatch(/\(D\d+\)|§\d/);
});

test('names headers as usual, and says what a field means', () => {
  const create = paths['/api/v1/orders/public/create']?.['post'];
  expect(create).toMatchObject({ parameters: [{ in: 'header', name: 'Idempotency-Key', required: false }] });
  const refund = paths['/api/v1/orders/public/request-refund']?.['post'];
  expect(refund).toMatchObject({ parameters: [{ in: 'header', name: 'X-Order-Token', required: false }] });
  const { PairData } = document.components.schemas as { PairData: { properties: Record<string, { description?: string }> } };
  expect(PairData.properties['amountToGet']?.description).toBe('What arrives after all fees, in instrumentTo');
});

test('says with security schemes how each call authenticates', () => {
  const signature = { apiKey: [], apiTimestamp: [], apiNonce: [], apiSignature: [] };
  const sessions = [{ session: [] }, { sessionCookie: [] }];
  expect(Object.keys(document.components.securitySchemes)).toEqual([
    ...sessions.flatMap((scheme) => Object.keys(scheme)),
    ...Object.keys(signature),
  ]);
  const create = paths['/api/v1/orders/public/create']?.['post'];
  expect(create).toMatchObject({ security: [{}, signature, ...sessions] });
  expect(create?.responses['403']?.description).toMatch(/blacklist.*Origin is another site.*INACTIVE/s);
  expect(paths['/api/v1/users/account-data']?.['get']).toMatchObject({ security: sessions });
  expect(paths['/api/v1/users/local/authenticate']?.['post']).not.toHaveProperty('security');
  // OpenAPI ignores a parameter of this name.
  expect(JSON.stringify(paths)).not.toContain('"name":"Authorization"');
});

test('stores each example and each common response once', () => {
  const { examples, responses } = document.components;
  for (const parts of [examples, responses]) {
    const texts = Object.values(parts).map((part) => JSON.stringify(part));
    expect(new Set(texts).size).toBe(texts.length);
  }
  const inline = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap((call) => Object.values(call.responses)),
  );
  const texts = inline.filter((response) => !('$ref' in response)).map((response) => JSON.stringify(response));
  expect(new Set(texts).size).toBe(texts.length);
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
    const response = paths[path]?.[method.toLowerCase()]?.responses[String(status)];
    const schema = mediaOf(response?.content)?.schema;
    if (schema === undefined) return `${live.call} answered ${status}, which is not described`;
    const fault = compile(schema)(live.output ?? live.error);
    return fault === null ? [] : `${live.call} (${live.title}): ${fault}`;
  });
  expect(wrong).toEqual([]);
});

/** Adds the names of the numeric fields in a described schema to `found`. Each component is read once. */
function collectNumbers(schema: Json, name: string, found: Set<string>, read: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return;
  if (Array.isArray(schema)) {
    for (const part of schema) collectNumbers(part, name, found, read);
    return;
  }
  const { $ref: reference, type, properties = {}, ...parts } = schema;
  if (typeof reference === 'string' && !read.has(reference)) {
    read.add(reference);
    collectNumbers(document.components.schemas[reference.split('/').at(-1) ?? ''] ?? null, name, found, read);
  }
  if (type === 'integer' || type === 'number') found.add(name);
  for (const [field, part] of Object.entries(properties as JsonObject)) collectNumbers(part, field, found, read);
  collectNumbers(Object.values(parts), name, found, read);
}

test('derives the fields that clients read as numbers from all responses (D87)', () => {
  const found = new Set<string>();
  const read = new Set<string>();
  for (const [, { responses }] of calls()) {
    for (const { content } of Object.values(responses)) collectNumbers(mediaOf(content)?.schema ?? null, '', found, read);
  }
  expect([...NUMBER_FIELDS].toSorted()).toEqual([...found].toSorted());
});

test.each(EXAMPLE_FILES)('has responses in %s that clients read as the host writes them', (file) => {
  // No schema describes the rows of an export.
  for (const { call, output, error } of readExamples(file).filter(({ call }) => call !== 'accountEnd.export')) {
    expect({ call, read: parseAnswer(JSON.stringify(output ?? error)) }).toEqual({ call, read: output ?? error });
  }
});
