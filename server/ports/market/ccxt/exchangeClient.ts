import type { Exchange } from 'ccxt';
import { ConfigurationError } from '../../../env.ts';

type ApiUrls = Exchange['urls']['api'];
export interface ExchangeClientOptions {
  /** Sends every call to another host instead: a proxy, or a test's own server. */
  origin?: string;
  /** Least time between two calls; the exchange's own rule when absent. */
  callGapMs?: number;
}

type ExchangeClass = new (options: Record<string, unknown>) => Exchange;

/**
 * A public client of a real exchange, through ccxt, which is loaded only now: it is large, and unused by most hosts.
 * ccxt gives numbers as text (`number: String`), so that no price is ever a JavaScript number (D2).
 * Throws a ConfigurationError for an unknown exchange.
 */
export async function openExchange(exchange: string, { origin, callGapMs }: ExchangeClientOptions = {}): Promise<Exchange> {
  const ccxt = await import('ccxt');
  const found: unknown = /^[a-z0-9]+$/.test(exchange) ? Reflect.get(ccxt.default, exchange) : undefined;
  const isExchange = (value: unknown): value is ExchangeClass =>
    typeof value === 'function' && value.prototype instanceof ccxt.Exchange;
  if (!isExchange(found)) throw new ConfigurationError(`MARKET_EXCHANGES names "${exchange}", which ccxt does not know.`);
  const client = new found({
    number: String,
    enableRateLimit: true,
    timeout: 10_000,
    ...(callGapMs !== undefined && { rateLimit: callGapMs }),
  });
  if (!client.has['fetchTickers']) {
    throw new ConfigurationError(`MARKET_EXCHANGES names "${exchange}", which does not give all its prices at once.`);
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
