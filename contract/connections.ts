import { ownValue } from './tables/ownValue.ts';
import type { ErrorCode } from './errors.ts';

/** Limits of a connection to the API host or the web host, enforced before a request is routed. Times in milliseconds. */
export interface ConnectionLimits {
  /** From the first byte, or from opening the connection, to the end of the headers */
  headersMs: number;
  /** From the first byte to the end of the body */
  requestMs: number;
  /** Idle time between two requests; longer than the 60 s of usual load balancers, so that they close first */
  keepAliveMs: number;
  /** Idle time while a response is due; longer than the slowest call */
  silenceMs: number;
  /** Interval at which Node checks the limits above */
  checkMs: number;
  /** Time that a stopping host gives to unfinished responses */
  closingMs: number;
  /** Request line and headers together */
  headerBytes: number;
  headers: number;
  connections: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 72_000,
  silenceMs: 240_000,
  checkMs: 2_000,
  closingMs: 5_000,
  headerBytes: 16 * 1024,
  headers: 100,
  connections: 20_000,
};

/** Returns {@link ConnectionLimits} as Fastify options. Only `livePath` may be upgraded; other paths ignore the header. */
export function connectionOptions(limits: ConnectionLimits, livePath: string) {
  return {
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.silenceMs,
    http: {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      maxHeaderSize: limits.headerBytes,
      // A refused upgrade would leave the request's body unread, and Node would wait for it.
      shouldUpgradeCallback: ({ method, url = '' }: { method?: string | undefined; url?: string | undefined }) =>
        method === 'GET' && url.split('?', 1)[0] === livePath,
    },
  };
}

/** Failures of the connection itself by HTTP status, each with the closest code of the error catalogue. */
export const CONNECTION_FAILURES = {
  408: { code: 'ERR_BAD_REQUEST', reason: 'Request Timeout', message: 'The request did not arrive in time.' },
  431: { code: 'ERR_PAYLOAD_TOO_LARGE', reason: 'Request Header Fields Too Large', message: 'The headers are too large.' },
  400: { code: 'ERR_BAD_REQUEST', reason: 'Bad Request', message: 'The request could not be read.' },
} as const satisfies Record<number, { code: ErrorCode; reason: string; message: string }>;

/** A refused request: its HTTP status and the fields of the error response. */
export interface HeaderRefusal {
  status: 400 | 431;
  code: ErrorCode;
  message: string;
}

/**
 * Returns why the headers of a request are refused: too many headers, or more than one Host. Node ignores the second Host, but a
 * proxy in front may have used it. Returns null for a request to serve. `rawHeaders`: Node's list of names and values in turn.
 */
export function refuseHeaders(rawHeaders: readonly string[], limits: ConnectionLimits): HeaderRefusal | null {
  if (rawHeaders.length > 2 * limits.headers) {
    const { code, message } = CONNECTION_FAILURES[431];
    return { status: 431, code, message };
  }
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts < 2 ? null : { status: 400, code: 'ERR_BAD_REQUEST', message: 'A request must have one Host header.' };
}

const STATUS_OF: Readonly<Record<string, keyof typeof CONNECTION_FAILURES>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** What a host needs to know of a response: Node's `ServerResponse` fits. */
interface Response {
  readonly headersSent: boolean;
  readonly closed: boolean;
  readonly req: { readonly complete: boolean };
}

/** The unfinished responses of each connection. Connections are compared by identity and are not kept alive. */
export interface OpenResponses {
  add(connection: object, response: Response): void;
  /** True while the client could read bytes written to the connection as part of the response to an earlier request. */
  isAnswering(connection: object): boolean;
}

export function createOpenResponses(): OpenResponses {
  const responses = new WeakMap<object, Response[]>();
  // Those that have ended are dropped here: a listener for the end of each one would cost more.
  const openOf = (connection: object) => (responses.get(connection) ?? []).filter(({ closed }) => !closed);
  return {
    add: (connection, response) => void responses.set(connection, [...openOf(connection), response]),
    isAnswering: (connection) => openOf(connection).some((response) => response.headersSent || response.req.complete),
  };
}

/**
 * Returns the HTTP response to a request that could not be parsed, headers and body, ready to be written to the connection.
 * `code` is Node's code of the parser error.
 */
export function brokenRequestResponse(code: string | undefined, requestId: string): string {
  const status = ownValue(STATUS_OF, code ?? '') ?? 400;
  const failure = CONNECTION_FAILURES[status];
  const body = JSON.stringify({ code: failure.code, message: failure.message, requestId });
  return [
    `HTTP/1.1 ${status} ${failure.reason}`,
    'connection: close',
    'cache-control: no-store',
    'content-type: application/json; charset=utf-8',
    `content-length: ${body.length}`,
    `x-request-id: ${requestId}`,
    '',
    body,
  ].join('\r\n');
}
