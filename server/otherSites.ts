import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiRoutes } from '../contract/api/index.ts';
import { IDEMPOTENCY_KEY_HEADER, ORDER_TOKEN_HEADER } from '../contract/api/orders.ts';
import { OPEN_CALLS } from '../contract/api/signedCalls.ts';
import { splitUrl } from '../contract/paths/cleanUrl.ts';

const OPEN_PATHS: ReadonlySet<string> = new Set(OPEN_CALLS.map((name) => apiRoutes[name].path));
const OPEN_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id',
};
/** A foreign page may send no session and no signature of an API key: no page may hold such a secret. */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': `content-type, ${IDEMPOTENCY_KEY_HEADER}, ${ORDER_TOKEN_HEADER}`,
  'access-control-max-age': '86400',
};

/**
 * Lets the pages of all sites make the calls of guests (Fetch standard, CORS). Browsers send no cookies with them, because `*` excludes
 * credentials. Call this before the request limits, so that a page can read their refusals.
 */
export function openToOtherSites(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isOpen(request)) reply.headers(OPEN_HEADERS);
    done();
  });
  app.addHook('preHandler', (request, reply, done) => {
    if (request.method === 'OPTIONS' && isOpen(request)) void reply.headers(PREFLIGHT).code(204).send();
    else done();
  });
}

/** Returns the headers that let the pages of all sites read the answers of a path; none for the calls of customers. */
export const openHeaders = (path: string): Readonly<Record<string, string>> => (OPEN_PATHS.has(path) ? OPEN_HEADERS : {});

const isOpen = ({ url }: FastifyRequest): boolean => OPEN_PATHS.has(splitUrl(url).path);
