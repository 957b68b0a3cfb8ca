import { apiRoutes, type CallInput, type CallName, type CallOutput } from '../../../contract/api/index.ts';
import { IDEMPOTENCY_KEY_HEADER, ORDER_TOKEN_HEADER } from '../../../contract/api/orders.ts';

/** An answer of the host that is no success. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly details: unknown;

  constructor(call: string, status: number, body: { code?: string; message?: string; details?: unknown }) {
    super(`${call}: ${status} ${body.code ?? ''} ${body.message ?? ''}`);
    this.status = status;
    this.code = body.code ?? '';
    this.details = body.details;
  }
}

const TIMEOUT_MS = 60_000;

export interface CallOptions {
  orderToken?: string;
  idempotencyKey?: string;
  /** The address that the host counts this client by */
  clientAddress?: string;
  /** Additional headers */
  headers?: Record<string, string>;
}

/** One call of the contract over HTTP. Throws Refusal for an answer that is no success, and fetch's errors for none. */
export async function callApi<Name extends CallName>(
  url: string,
  name: Name,
  input: CallInput<Name>,
  options: CallOptions = {},
): Promise<CallOutput<Name>> {
  const { method, path } = apiRoutes[name];
  const address = new URL(path, url);
  if (method === 'GET') for (const [field, value] of Object.entries(input)) address.searchParams.set(field, String(value));
  const answer = await fetch(address, {
    method,
    headers: {
      ...options.headers,
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...(options.orderToken !== undefined && { [ORDER_TOKEN_HEADER]: options.orderToken }),
      ...(options.idempotencyKey !== undefined && { [IDEMPOTENCY_KEY_HEADER]: options.idempotencyKey }),
      ...(options.clientAddress !== undefined && { 'x-forwarded-for': options.clientAddress }),
    },
    ...(method === 'POST' && { body: JSON.stringify(input) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Refusal(name, answer.status, parse(text));
  return JSON.parse(text) as CallOutput<Name>;
}

function parse(text: string): { code?: string; message?: string; details?: unknown } {
  try {
    return JSON.parse(text) as { code?: string; message?: string };
  } catch {
    return { message: text.slice(0, 300) };
  }
}
