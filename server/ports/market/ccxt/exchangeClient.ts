import type { Exchange } from 'ccxt';
import { ConfigurationError } from '../../../settings/configurationError.ts';

type ApiUrls = Exchange['urls']['api'];
export interface ExchangeClientOptions {
  /** Sends every call to this host instead: a proxy, or a test's server. */
  origin?: string;
  /** Minimum ms between two calls. Default: the exchange's rate limit. */
  callGapMs?: number;
}

/** An account at an exchange. Never logged. */
export interface ExchangeAccess {
  apiKey: string;
  secret: string;
  /** Options of ccxt's client */
  options: Record<string, unknown>;
}

type ExchangeClass = new (options: Record<string, unknown>) => Exchange;

/**
 * Returns a client of a real exchange: of its public calls, or with `access` of an account there. Loads ccxt on demand: it is large, and most hosts don't use it. ccxt returns
 * numbers as text (`number: String`), so that no price is ever a JavaScript number (D2). Throws a ConfigurationError for an
 * unknown exchange.
 */
export async function openExchange(
  exchange: string,
  { origin, callGapMs, access }: ExchangeClientOptions & { access?: ExchangeAccess } = {},
): Promise<Exchange> {
  const ccxt = await import('ccxt');
  const found: unknown = /^[a-z0-9]+$/.test(exchange) ? Reflect.get(ccxt.default, exchange) : undefined;
  const isExchange = (value: unknown): value is ExchangeClass =>
    typeof value === 'function' && value.prototype instanceof ccxt.Exchange;
  if (!isExchange(found)) throw new ConfigurationError(`MARKET_EXCHANGES names "${exchange}", which ccxt does not know.`);
  const client = new found({
    number: String,
    enableRateLimit: true,
    timeout: 10_000,
    ...access,
    ...(callGapMs !== undefined && { rateLimit: callGapMs }),
  });
  if (!client.has['fetchTickers']) {
    throw new ConfigurationError(`MARKET_EXCHANGES names "${exchange}", which can not return all its prices in one call.`);
  }
  if (origin !== undefined) client.urls.api = withOrigin(client.urls.api, origin);
  return client;
}

function withOrigin(urls: ApiUrls, origin: string): ApiUrls {
  return Object.fromEntries(
    Object.entries(urls).map(([name, url]) => [
      name,
      typeof url === 'object' ? withOrigin(url, origin) : origin + String(url).replace(/^https?:\/\/[^/]+/, ''),
    ]),
  );
}
