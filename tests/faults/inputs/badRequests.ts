import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Json } from './goodInput.ts';
import { CONTROL_CHARACTERS, DEEP, DEEP_TEXT, hasControlCharacter, hostileKey, hostileOther, hostileText } from './hostile.ts';
import type { Operation } from './operations.ts';
import { placesOf, replaceAt, valueAt, type Place } from './places.ts';

export interface BadRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
  /** No host may accept it; otherwise any honest answer will do. */
  mustFail: boolean;
}

type Change = { value: Json; mustFail: boolean };

const JSON_TYPE = { 'content-type': 'application/json' };

/** Everything that is wrong about a call: its values, its shape, its text, what it says of itself. */
export function badRequests(operation: Operation, good: Json): fc.Arbitrary<BadRequest> {
  const changed = changes(operation, good).map((change) => write(operation, change));
  const headers = hostileHeaders.map((extra) => {
    const request = goodRequest(operation, good);
    return { ...request, headers: { ...request.headers, ...extra } };
  });
  return fc.oneof(
    { weight: 6, arbitrary: changed },
    { weight: 2, arbitrary: operation.place === 'body' ? brokenBodies(operation, good) : brokenQueries(operation, good) },
    { weight: 1, arbitrary: headers },
  );
}

/** The request that the bad ones are made of. */
export const goodRequest = (operation: Operation, good: Json): BadRequest => write(operation, { value: good, mustFail: false });

function changes({ input, place: within }: Operation, good: Json): fc.Arbitrary<Change> {
  const places = placesOf(input);
  const fields = places.filter(({ path }) => path.length > 0);
  const objects = places.filter(({ schema }) => schema.properties);
  const required = fields.filter(({ isRequired, path }) => isRequired && path.length === 1);
  const more = fc.tuple(fc.constantFrom(...objects), hostileKey, fc.oneof(hostileText, hostileOther)).map(addField(good));
  if (fields.length === 0) return more;
  const choose = fc.constantFrom(...fields);
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc
        .tuple(choose, hostileText)
        .map(([place, text]) => ({ ...put(good, place, text), mustFail: hasControlCharacter(text) })),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(choose, fc.constantFrom(...CONTROL_CHARACTERS)).map(([place, character]) => {
        const value = valueAt(good, place.path);
        return { ...put(good, place, `${typeof value === 'string' ? value : ''}${character}`), mustFail: true };
      }),
    },
    { weight: 2, arbitrary: fc.tuple(choose, hostileOther).map(([place, other]) => put(good, place, other, within === 'body')) },
    ...(required.length > 0
      ? [{ weight: 1, arbitrary: fc.constantFrom(...required).map((place) => put(good, place, undefined)) }]
      : []),
    { weight: 2, arbitrary: more },
  );
}

/** A query has nothing but texts, so that no type in it is wrong. */
function put(good: Json, { path, schema }: Place, replacement: Json | undefined, isBody = false): Change {
  const isText = schema.type === 'string' && schema.const === undefined;
  const isWrongType = isText && typeof replacement !== 'string';
  return { value: replaceAt(good, path, replacement) ?? null, mustFail: replacement === undefined || (isBody && isWrongType) };
}

function addField(good: Json) {
  return ([{ path, schema }, key, value]: [Place, string, Json]): Change => {
    const object = valueAt(good, path);
    const entries = typeof object === 'object' && object !== null ? Object.entries(object) : [];
    const isNew = !Object.hasOwn(schema.properties ?? {}, key);
    return {
      value: replaceAt(good, path, Object.fromEntries([...entries, [key, value]])) ?? null,
      mustFail: isNew && schema.additionalProperties === false,
    };
  };
}

function write({ method, path, place }: Operation, { value, mustFail }: Change): BadRequest {
  if (place === 'body') {
    return { method, url: path, headers: JSON_TYPE, payload: toText(value), mustFail };
  }
  return { method, url: `${path}?${toQuery(value)}`, headers: {}, mustFail };
}

const toText = (value: Json): string => JSON.stringify(value).replaceAll(`"${DEEP}"`, DEEP_TEXT);

function toQuery(value: Json): string {
  const pairs = Object.entries(value ?? {}).flatMap(([key, inner]: [string, Json]) =>
    (Array.isArray(inner) && inner.length > 0 ? inner : [inner]).map(
      (one) => [key, typeof one === 'string' && one !== DEEP ? one : toText(one)] as const,
    ),
  );
  return pairs.map(([key, text]) => `${encode(key)}=${encode(text)}`).join('&');
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

function brokenQueries({ method, path }: Operation, good: Json): fc.Arbitrary<BadRequest> {
  const query = toQuery(good);
  const tails = [
    '%',
    '%zz=1',
    'a=%c0%ae',
    '%00=%00',
    '__proto__[x]=1',
    '__proto__=1',
    'constructor[prototype][x]=1',
    ';x=1',
    '&&&===',
    '#x',
    '\\',
  ];
  return fc.oneof(
    fc.constantFrom(...tails).map((tail) => ({ method, url: `${path}?${query}&${tail}`, headers: {}, mustFail: false })),
    fc.constantFrom(...query.split('&')).map((again) => ({
      method,
      url: `${path}?${query}&${again}`,
      headers: {},
      mustFail: query !== '',
    })),
    fc.constantFrom('PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY').map((method) => ({
      method,
      url: `${path}?${query}`,
      headers: {},
      mustFail: true,
    })),
  );
}

function brokenBodies({ method, path, input }: Operation, good: Json): fc.Arbitrary<BadRequest> {
  const text = toText(good);
  const asJson = (payload: string | Buffer, mustFail = true): BadRequest => ({
    method,
    url: path,
    headers: JSON_TYPE,
    payload,
    mustFail,
  });
  const as = (type: string, payload: string | Buffer = text): BadRequest => ({
    method,
    url: path,
    headers: { 'content-type': type },
    payload,
    mustFail: true,
  });
  const packed = (encoding: string, payload: Buffer): BadRequest => ({
    method,
    url: path,
    headers: { ...JSON_TYPE, 'content-encoding': encoding },
    payload,
    mustFail: true,
  });
  const isNullable = input.anyOf?.some(({ type }) => type === 'null') ?? false;
  // A call that needs no field takes an empty object.
  const isEmptyEnough = (input.required ?? []).length === 0;
  const isFine = (written: string): boolean => isEmptyEnough && written.replaceAll(/\s/g, '') === '{}';
  return fc.oneof(
    fc.nat(Math.max(0, text.length - 1)).map((length) => asJson(text.slice(0, length), length > 0)),
    hostileOther.map((value) => asJson(toText(value), !isNullable && value !== DEEP && !isFine(toText(value)))),
    hostileText.map((value) => asJson(value, !['', 'null'].includes(value.trim()) && !isFine(value))),
    fc.constantFrom(
      asJson(`\uFEFF${text}`, false),
      asJson(`${text}${text}`),
      asJson(`${text},`),
      asJson(text.replaceAll('"', "'")),
      asJson(`/* */${text}`),
      asJson(`{"__proto__":{"admin":true},${text.slice(1)}`),
      asJson(`{"constructor":{"prototype":{"admin":true}},${text.slice(1)}`),
      asJson(DEEP_TEXT),
      asJson('{"a":'.repeat(8_000) + '1' + '}'.repeat(8_000)),
      asJson(Buffer.from(text, 'utf16le')),
      asJson(Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xfe, 0x7d])])),
      asJson(`{"x":"${'x'.repeat(100_000)}"}`),
      as('text/plain'),
      as('application/xml', '<x/>'),
      as('application/x-www-form-urlencoded', 'a=1'),
      as('multipart/form-data; boundary=x', '--x--'),
      as('application/json-patch+json'),
      as('application/jsonx'),
      as('nonsense'),
      as(`application/${'x'.repeat(2_000)}`),
      packed('gzip', gzipSync(text)),
      packed('gzip', gzipSync(Buffer.alloc(10_000_000))),
      packed('br, gzip', Buffer.from(text).subarray(1)),
    ),
  );
}

const HEADERS = [
  'idempotency-key',
  'x-order-token',
  'x-forwarded-for',
  'cookie',
  'accept',
  'accept-encoding',
  'accept-version',
  'accept-language',
  'if-none-match',
  'range',
  'authorization',
  'origin',
  'host',
  'x-request-id',
  'content-encoding',
  'upgrade',
];

/** Node's parser lets nothing else through. */
const hostileHeaders = fc
  .tuple(fc.constantFrom(...HEADERS), hostileText)
  .map(([name, text]) => ({ [name]: text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 8_000) }));
