import type { FastifyRequest } from 'fastify';

/** The parts of a request that say under which address the site was asked. */
export type Asked = Pick<FastifyRequest, 'protocol' | 'host'>;

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The site's own origin, without a slash at the end: as configured, otherwise as asked for. A Host header that is none
 * (it would end up in canonical links and in the policy) counts as localhost.
 */
export function siteOrigin(publicOrigin: string | null, { protocol, host }: Asked): string {
  return publicOrigin ?? `${protocol}://${HOST.test(host) ? host : 'localhost'}`;
}

export const isHttps = (publicOrigin: string | null, { protocol }: Asked): boolean =>
  publicOrigin ? publicOrigin.startsWith('https:') : protocol === 'https';
