import type { ErrorCode } from './errors.ts';

/** What a connection may ask of either host before it is a request that anybody looks at. Times in milliseconds. */
export interface ConnectionLimits {
  /** From the first byte, or from opening, to the end of the headers */
  headersMs: number;
  /** To the end of the body */
  requestMs: number;
  /** Between two requests; longer than the usual balancer keeps its own (60 s) */
  keepAliveMs: number;
  /** Nothing moved in either direction while an answer is due: longer than the slowest call */
  silenceMs: number;
  /** How often the above are looked at */
  checkMs: number;
  /** What a host that stops gives to answers that are under way */
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

/** {@link ConnectionLimits} as Fastify takes them. Only `livePath` may be upgraded: elsewhere the header is ignored. */
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
      // A body behind an upgrade that nobody makes would be read by nobody, and waited for.
      shouldUpgradeCallback: ({ method, url = '' }: { method?: string | undefined; url?: string | undefined }) =>
        method === 'GET' && url.split('?', 1)[0] === livePath,
    },
  };
}

/** Failures of the connection itself: their status is HTTP's own, their code the nearest of the catalogue. */
export const CONNECTION_FAILURES = {
  408: { code: 'ERR_BAD_REQUEST', reason: 'Request Timeout', message: 'The request did not arrive in time.' },
  431: { code: 'ERR_PAYLOAD_TOO_LARGE', reason: 'Request Header Fields Too Large', message: 'The headers are too large.' },
  400: { code: 'ERR_BAD_REQUEST', reason: 'Bad Request', message: 'The request could not be read.' },
} as const satisfies Record<number, { code: ErrorCode; reason: string; message: string }>;

const STATUS_OF: Readonly<Record<string, keyof typeof CONNECTION_FAILURES>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

interface PendingAnswer {
  readonly headersSent: boolean;
  readonly req: { readonly complete: boolean };
}

/** What Node keeps on a connection while a request on it has no whole answer yet. */
function isAnswer(value: unknown): value is PendingAnswer {
  return typeof value === 'object' && value !== null && 'headersSent' in value && 'req' in value;
}

interface BrokenSocket {
  readonly writable: boolean;
  write(text: string): unknown;
  destroySoon(): void;
}

/** Says what was wrong with what is no request (`code` as Node names it), and ends the connection. */
export function refuseConnection(socket: BrokenSocket, code: string | undefined, requestId: string): void {
  // While an earlier request is being answered, this would be read as its answer, or as a part of it.
  const current: unknown = Reflect.get(socket, '_httpMessage');
  const isAnswering = isAnswer(current) && (current.headersSent || current.req.complete);
  if (socket.writable && !isAnswering) socket.write(answerToBrokenRequest(code, requestId));
  socket.destroySoon();
}

function answerToBrokenRequest(code: string | undefined, requestId: string): string {
  const status = STATUS_OF[code ?? ''] ?? 400;
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
