import type { Instrument } from '../../contract/api/instruments.ts';
import type { CallInput, CallName, CallOutput } from '../../contract/api/index.ts';
import type { Transport } from '../../contract/platform.ts';
import { createHttpTransport } from '../../renderer/api/httpTransport.ts';
import { cached, cachedByKey } from './cached.server.ts';
import { createHostRequests } from './hostRequests.server.ts';

/** What the web host itself asks of the API host, remembered for a short while. Each rejects with an ApiError when nothing is known. */
export interface ApiClient {
  instruments(): Promise<readonly Instrument[]>;
  pairs(): Promise<CallOutput<'pairs.list'>>;
  /** Locale → message key → text, for the path of a page without its locale prefix. */
  seo(page: string): Promise<CallOutput<'seo.page'>>;
}

const INSTRUMENTS_LIFETIME_MS = 60_000;
const PAIRS_LIFETIME_MS = 10 * 60_000;
const SEO_LIFETIME_MS = 60_000;
const SEO_PAGES = 2_000;
/** A page does not wait longer for its description. */
const SEO_TIMEOUT_MS = 2_000;

export function createApiClient(apiUrl: string, now: () => number = Date.now): ApiClient {
  const transport: Transport = createHttpTransport(createHostRequests(apiUrl));
  const call = <Name extends CallName>(name: Name, input: CallInput<Name>, signal?: AbortSignal) =>
    transport.call(name, input, signal ? { signal } : {});
  return {
    instruments: cached(() => call('instruments.list', {}), { lifetimeMs: INSTRUMENTS_LIFETIME_MS, now }),
    pairs: cached(() => call('pairs.list', {}), { lifetimeMs: PAIRS_LIFETIME_MS, now }),
    seo: cachedByKey((page) => call('seo.page', { page }, AbortSignal.timeout(SEO_TIMEOUT_MS)), {
      lifetimeMs: SEO_LIFETIME_MS,
      limit: SEO_PAGES,
      now,
    }),
  };
}
