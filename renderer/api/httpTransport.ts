import type { AxiosInstance } from 'axios';
import { apiRoutes, type CallInput, type CallName, type CallOptions, type CallOutput } from '../../contract/api/index.ts';
import { IDEMPOTENCY_KEY_HEADER, ORDER_TOKEN_HEADER } from '../../contract/api/orders.ts';
import type { Route } from '../../contract/api/route.ts';
import { ApiError, isErrorCode } from '../../contract/errors.ts';
import type { Transport } from '../../contract/platform.ts';
import { parseAnswer } from './parseAnswer.ts';

/**
 * Calls over HTTP with axios, which is loaded with the first call: a page that was rendered with its data works without.
 * `baseUrl` is "" in a page (same origin). Rejects with an ApiError and nothing else, an abort apart.
 */
export function createHttpTransport({ baseUrl, headers = {} }: { baseUrl: string; headers?: Record<string, string> }): Transport {
  let client: Promise<AxiosInstance> | null = null;
  const loadClient = () =>
    (client ??= import('axios').then(({ default: axios }) =>
      axios.create({
        baseURL: baseUrl,
        headers,
        withCredentials: true,
        responseType: 'text',
        transformResponse: (text: unknown) => text,
        validateStatus: () => true,
      }),
    ));

  return {
    async call<Name extends CallName>(name: Name, input: CallInput<Name>, options: CallOptions = {}): Promise<CallOutput<Name>> {
      const route: Omit<Route<never, unknown>, 'types'> = apiRoutes[name];
      const inQuery = route.method === 'GET' || route.inputIn === 'query';
      let answer: { status: number; data: unknown };
      try {
        const http = await loadClient();
        answer = await http.request({
          method: route.method,
          url: route.path,
          timeout: route.timeoutMs,
          ...(inQuery && { params: input }),
          // A POST whose input is in its query still says what it is: axios would call an empty one a form.
          ...(route.method === 'POST' && { data: inQuery ? '{}' : JSON.stringify(input) }),
          headers: {
            ...(route.method === 'POST' && { 'content-type': 'application/json' }),
            ...(options.orderToken && { [ORDER_TOKEN_HEADER]: options.orderToken }),
            ...(options.idempotencyKey && { [IDEMPOTENCY_KEY_HEADER]: options.idempotencyKey }),
          },
          ...(options.signal && { signal: options.signal }),
        });
      } catch (cause) {
        options.signal?.throwIfAborted();
        throw unreachable(cause instanceof Error ? cause.message : 'unknown');
      }
      return readAnswer(answer) as CallOutput<Name>;
    },
  };
}

/** No answer at all: said with the catalogue's code, so that a screen has one kind of failure to show. */
const unreachable = (reason: string) => new ApiError('ERR_SERVICE_UNAVAILABLE', `The service did not answer (${reason}).`);

function readAnswer({ status, data }: { status: number; data: unknown }): unknown {
  let body: unknown;
  try {
    body = typeof data === 'string' && data !== '' ? parseAnswer(data) : null;
  } catch {
    throw unreachable(`answer ${status} is no JSON`);
  }
  if (status >= 200 && status < 300) return body;
  throw toApiError(status, body);
}

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
  return unreachable(`status ${status}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
