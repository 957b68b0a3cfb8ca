import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { refuseHeaders, type ConnectionLimits } from '../contract/connections.ts';
import type { RequestQuota } from '../contract/requestLimit.ts';
import { isSignedCall } from './accounts/apiKeys/apiCaller.ts';
import { serialize, validate } from './compileSchemas.ts';
import type { RequestLimits } from './requestLimits.ts';
import { hotReadFailures } from './routes/route.ts';

/** A read that is answered so often that the usual hooks would take longer than its answer. */
export interface HotRead {
  /** Of its query */
  input: TSchema | undefined;
  output: TSchema;
  /** The headers of its answer, besides those of every answer */
  headers: Readonly<Record<string, string>>;
  /** Returns the answer to a valid query, or its text in UTF-8. Whatever it throws, the route answers the request. */
  answer(query: unknown, request: FastifyRequest): unknown;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    hotRead?: HotRead;
  }
}

interface HotRoute {
  /** "GET /path" */
  name: string;
  hotRead: HotRead;
  /** Names and values in turn */
  headers: readonly string[];
}

interface HotReadOptions {
  limits: RequestLimits;
  connections: ConnectionLimits;
  /** Returns the headers of every answer of a path. */
  commonHeaders: (path: string) => Readonly<Record<string, string>>;
}

/**
 * Answers the hot reads from one hook, which must be the first: the others don't run then. It leaves to the route a signed call, a request
 * with a body, an invalid query, a request above a limit, and an answer that throws.
 */
export function answerHotReads(app: FastifyInstance, { limits, connections, commonHeaders }: HotReadOptions): void {
  const routes = new Map<string, HotRoute>();
  const addressOf = createAddresses();
  const isValid = createQueryCheck();
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.hotRead === undefined || method !== 'GET') return;
    const headers = Object.entries({ ...commonHeaders(url), ...config.hotRead.headers }).flat();
    routes.set(url, { name: `GET ${url}`, hotRead: config.hotRead, headers });
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const route = raw.method === 'GET' ? routes.get(pathOf(raw)) : undefined;
    if (!route || hasBody(raw) || isSignedCall(request) || refuseHeaders(raw.rawHeaders, connections)) return done();
    const address = addressOf(request);
    const quota = limits.take(route.name, address);
    if (!quota) return done();
    const continueAsUsual = (): void => {
      limits.giveBack(route.name, address);
      done();
    };
    const fail = (error: unknown): void => {
      hotReadFailures.set(request, error);
      continueAsUsual();
    };
    const send = ({ text, encoding, length }: Body): void => {
      reply.hijack();
      reply.raw.writeHead(200, headersOf(route, request.id, quota, length)).end(text, encoding);
    };
    try {
      const { output, answer } = route.hotRead;
      if (!isValid(request, route.hotRead)) return continueAsUsual();
      const found = answer(request.query, request);
      if (found instanceof Promise) {
        found.then((later) => send(bodyOf(output, later))).catch(fail);
        return;
      }
      send(bodyOf(output, found));
    } catch (error) {
      fail(error);
    }
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

function pathOf({ url = '' }: IncomingMessage): string {
  const question = url.indexOf('?');
  return question < 0 ? url : url.slice(0, question);
}

function headersOf({ headers }: HotRoute, requestId: string, { most, left, seconds }: RequestQuota, length: number): string[] {
  return [
    ...headers,
    'x-request-id',
    requestId,
    'ratelimit-limit',
    String(most),
    'ratelimit-remaining',
    String(left),
    'ratelimit-reset',
    String(seconds),
    'content-length',
    String(length),
  ];
}

interface Body {
  text: string;
  encoding: 'latin1' | 'utf8';
  /** In bytes */
  length: number;
}

/** The bytes of texts as characters, because Node writes these and the headers at once, without converting them again. */
const bodies = new WeakMap<Buffer, Body>();

function bodyOf(output: TSchema, answer: unknown): Body {
  if (Buffer.isBuffer(answer)) {
    const body = bodies.get(answer) ?? { text: answer.toString('latin1'), encoding: 'latin1', length: answer.length };
    bodies.set(answer, body);
    return body;
  }
  const text = serialize(output, answer);
  const length = Buffer.byteLength(text);
  return { text, encoding: length === text.length ? 'latin1' : 'utf8', length };
}

const MOST_QUERIES = 2_000;
const LONGEST_URL = 512;

/** Returns a function that returns whether the query of a request is valid. It remembers the URLs of valid ones. */
function createQueryCheck(): (request: FastifyRequest, hotRead: HotRead) => boolean {
  const valid = new Set<string>();
  return ({ url, query }, { input }) => {
    if (!input || valid.has(url)) return true;
    if ('error' in validate(input, query)) return false;
    if (valid.size >= MOST_QUERIES) valid.clear();
    if (url.length <= LONGEST_URL) valid.add(url);
    return true;
  };
}

const MOST_ADDRESSES = 10_000;
/** An IPv6 address has up to 45 characters. */
const LONGEST_HEADER = 64;

/** Returns a function that returns `request.ip`. Reading a proxy's header takes longer than finding it among recent ones. */
function createAddresses(): (request: FastifyRequest) => string {
  const recent = new Map<string, string>();
  return (request) => {
    const { socket, headers } = request.raw;
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded !== 'string' || forwarded.length > LONGEST_HEADER) return request.ip;
    const key = `${socket.remoteAddress} ${forwarded}`;
    const known = recent.get(key);
    if (known !== undefined) return known;
    if (recent.size >= MOST_ADDRESSES) recent.clear();
    const address = request.ip;
    recent.set(key, address);
    return address;
  };
}
