import type { FastifyRequest } from 'fastify';

/** The parts of a request that determine the site's origin. */
export type Asked = Pick<FastifyRequest, 'protocol' | 'host'>;

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Returns the site's origin without a trailing slash: the configured one, or else the request's. An invalid Host header counts
 * as localhost, because the origin appears in canonical links and in the CSP.
 */
export function siteOrigin(publicOrigin: string | null, { protocol, host }: Asked): string {
  return publicOrigin ?? `${protocol}://${HOST.test(host) ? host : 'localhost'}`;
}

export const isHttps = (publicOrigin: string | null, { protocol }: Asked): boolean =>
  publicOrigin ? publicOrigin.startsWith('https:') : protocol === 'https';
