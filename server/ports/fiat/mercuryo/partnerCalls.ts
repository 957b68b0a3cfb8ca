import { callService } from '../../../common/callService.ts';
import { ProviderRefusal, ProviderUnavailableError, type RefusalKind } from '../fiatProvider.ts';
import type { PartnerAccess } from '../fiatSettings.ts';

const TIMEOUT_MS = 20_000;
const MOST_BYTES = 5_000_000;
/** Numbers that JSON carries without quotes stay texts, so that no amount becomes a JavaScript number (D2). */
const EXACT = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

export type Json = null | boolean | string | Json[] | { [key: string]: Json };

export interface PartnerCall {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string>;
  body?: Record<string, string | boolean>;
  /** The customer's token; absent: the call is authorised as the partner */
  token?: string;
  /** The customer's IP address; absent: the call concerns no customer */
  address?: string;
}

/** Parses JSON. Every number becomes its text as it was received. Throws a SyntaxError. */
export function parseExact(text: string): Json {
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    if (typeof value !== 'number') return value;
    const source = context?.source ?? '';
    return EXACT.test(source) ? source : String(value);
  }) as Json;
}

/** Returns a field of an object; undefined for anything else. */
export function field(value: Json | undefined, ...path: string[]): Json | undefined {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined;
    found = found[name];
  }
  return found;
}

/** Returns a text. Throws a ProviderUnavailableError that names the field. */
export function textOf(value: Json | undefined, ...path: string[]): string {
  const found = field(value, ...path);
  if (typeof found === 'string' && found !== '') return found;
  throw new ProviderUnavailableError(`The provider's answer has no ${path.join('.')}.`);
}

/** By the provider's message: its codes are not documented for each call. */
const REFUSALS: readonly [RegExp, RefusalKind][] = [
  [/already (?:registered|exists)/i, 'ALREADY_REGISTERED'],
  [/user (?:is )?not found|unknown user/i, 'UNKNOWN_CUSTOMER'],
  [/kyc/i, 'VERIFICATION_NEEDED'],
  [/off limits|amount/i, 'AMOUNT'],
];

/** Creates the function that makes a call of the partner API and returns its `data`. https://oor-api.redoc.ly */
export function createPartnerCalls(access: PartnerAccess) {
  return async ({ method, path, query = {}, body, token, address }: PartnerCall): Promise<Json> => {
    const url = `${access.apiUrl}${path}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`;
    const { status, text } = await callService({
      method,
      url,
      timeoutMs: TIMEOUT_MS,
      mostBytes: MOST_BYTES,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': access.partnerName,
        ...(token === undefined ? { 'sdk-partner-token': access.partnerToken } : { 'b2b-bearer-token': token }),
        ...(address !== undefined && { 'b2b-user-ip': address }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      // Never the URL's query or the headers: they name the customer.
      throw new ProviderUnavailableError(`${method} ${path} got no answer.`, { cause: error });
    });
    const json = parsed(text, `${method} ${path}`);
    const data = field(json, 'data');
    if (status === 200 && data !== undefined) return data;
    const message = field(json, 'message');
    if (status >= 500 || typeof message !== 'string') throw new ProviderUnavailableError(`${method} ${path} answered ${status}.`);
    if (status === 401) throw new ProviderRefusal('TOKEN_ENDED', message);
    throw new ProviderRefusal(REFUSALS.find(([pattern]) => pattern.test(message))?.[1] ?? 'OTHER', message);
  };
}

function parsed(text: string, call: string): Json {
  try {
    return parseExact(text);
  } catch (error) {
    throw new ProviderUnavailableError(`${call} did not answer with JSON.`, { cause: error });
  }
}
