import { ownValue } from '../tables/ownValue.ts';
import type { CallInput, CallOptions, CallOutput, CallName } from '../api/index.ts';
import { IDEMPOTENCY_KEY_HEADER, ORDER_TOKEN_HEADER } from '../api/orders.ts';
import { pageCalls } from '../api/pageCalls.ts';
import type { Route } from '../api/route.ts';
import { ApiError, isErrorCode, type ErrorCode } from '../errors.ts';
import type { Transport } from '../platform.ts';
import { parseAnswer } from './parseAnswer.ts';

export interface HttpRequest {
  method: 'GET' | 'POST';
  /** Path from the root of the host: "/api/v1/health" */
  path: string;
  query: Readonly<Record<string, unknown>> | null;
  /** JSON body of a POST. */
  body: string | null;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  signal: AbortSignal | null;
}

/** Sends a request to the API host and resolves to its answer, whatever the status. Rejects without an answer in time. */
export type SendRequest = (request: HttpRequest) => Promise<{ status: number; text: string }>;

/**
 * Creates a transport over HTTP. Calls reject only with an ApiError, or with the abort reason. `more`: calls besides those of the table
 * of all clients, by name. Their amounts are strings, so that their answers are parsed as they are.
 */
export function createHttpTransport(
  send: SendRequest,
  headers: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, AnyRoute>> = {},
): Transport {
  return {
    async call<Name extends CallName>(name: Name, input: CallInput<Name>, options: CallOptions = {}): Promise<CallOutput<Name>> {
      const own = ownValue(more, name);
      const route = own ?? (isPageCall(name) ? pageCalls[name] : await loadRoute(name));
      const { method, path, timeoutMs } = route;
      const inQuery = method === 'GET' || route.inputIn === 'query';
      let answer: { status: number; text: string };
      try {
        answer = await send({
          method,
          path,
          query: inQuery ? { ...input } : null,
          // A POST with its input in the query still needs a content type.
          body: method === 'GET' ? null : inQuery ? '{}' : JSON.stringify(input),
          headers: {
            ...headers,
            ...(method === 'POST' && { 'content-type': 'application/json' }),
            ...(options.orderToken && { [ORDER_TOKEN_HEADER]: options.orderToken }),
            ...(options.idempotencyKey && { [IDEMPOTENCY_KEY_HEADER]: options.idempotencyKey }),
          },
          timeoutMs,
          signal: options.signal ?? null,
        });
      } catch (cause) {
        options.signal?.throwIfAborted();
        throw unreachable(cause instanceof Error ? cause.message : 'unknown');
      }
      return readAnswer(answer, route.isText === true, own ? JSON.parse : parseAnswer) as CallOutput<Name>;
    },
  };
}

export type AnyRoute = Omit<Route<never, unknown>, 'types'>;

function isPageCall(name: CallName): name is keyof typeof pageCalls {
  return Object.hasOwn(pageCalls, name);
}

/** Loads the table of all calls, which pages of guests do without. */
async function loadRoute(name: CallName): Promise<AnyRoute> {
  try {
    return (await import('../api/index.ts')).apiRoutes[name];
  } catch {
    throw unreachable('the table of calls could not be loaded');
  }
}

/** Returns the error for a missing answer, with a code of the catalogue, so that screens handle one kind of error. */
const unreachable = (reason: string) => new ApiError('ERR_SERVICE_UNAVAILABLE', `The service did not answer (${reason}).`);

function readAnswer(
  { status, text }: { status: number; text: string },
  isText: boolean,
  parse: (text: string) => unknown,
): unknown {
  const hasSucceeded = status >= 200 && status < 300;
  if (isText && hasSucceeded) return text;
  let body: unknown;
  try {
    body = text === '' ? null : parse(text);
  } catch {
    if (hasSucceeded) throw unreachable(`answer ${status} is no JSON`);
  }
  if (hasSucceeded) return body;
  throw toApiError(status, body);
}

/**
 * Refusals of a proxy, without a code. Every other response without one may come from a proxy that does not reach the host: read as a refusal,
 * it would end a session, or forget an order that exists.
 */
const REFUSAL_OF_PROXY: Partial<Record<number, ErrorCode>> = { 413: 'ERR_PAYLOAD_TOO_LARGE', 429: 'ERR_TOO_MANY_REQUESTS' };

function toApiError(status: number, body: unknown): ApiError {
  if (isRecord(body) && isErrorCode(body['code'])) {
    const { code, message, details, requestId } = body;
    return new ApiError(
      code,
      typeof message === 'string' ? message : code,
      isRecord(details) ? details : undefined,
      typeof requestId === 'string' ? requestId : '',
    );
  }
  const refusal = REFUSAL_OF_PROXY[status];
  return refusal ? new ApiError(refusal, `The request was refused with status ${status}.`) : unreachable(`status ${status}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
