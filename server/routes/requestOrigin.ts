import type { FastifyRequest } from 'fastify';

/**
 * Returns the origin of the request, or localhost if it is invalid. Used only by sandbox hosts, which send no e-mails: the client
 * controls the Host header, so it must not get into a real e-mail.
 */
export function requestOrigin({ protocol, host }: FastifyRequest): string {
  const origin = `${protocol}://${host}`;
  return URL.canParse(origin) && new URL(origin).origin === origin.toLowerCase() ? origin : 'http://localhost';
}
