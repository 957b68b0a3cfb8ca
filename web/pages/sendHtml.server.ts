import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, compressText } from '../http/compress.server.ts';

/** Sends a document in the best encoding that the browser accepts. `vary`: the headers that it depends on, besides the encoding. */
export async function sendHtml(request: FastifyRequest, reply: FastifyReply, html: string, vary = ''): Promise<FastifyReply> {
  const { body, encoding } = await compressText(html, acceptedEncoding(request.headers['accept-encoding']));
  if (encoding) reply.header('content-encoding', encoding);
  return reply.header('vary', `Accept-Encoding${vary}`).type('text/html; charset=utf-8').send(body);
}
