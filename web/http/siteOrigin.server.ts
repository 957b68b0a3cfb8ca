import type { FastifyRequest } from 'fastify';

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Returns the function that gives the site's origin without a trailing slash: the configured one, or else the request's. An
 * invalid Host header counts as localhost, because the origin appears in canonical links and in the CSP.
 */
export const siteOrigin =
  (publicOrigin: string | null) =>
  ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string =>
    publicOrigin ?? `${protocol}://${HOST.test(host) ? host : 'localhost'}`;
