import { pipeline, type Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { acceptedEncoding } from '../http/compress.server.ts';

const WORTH_BYTES = 1_000;
const TEXT = /^(?:application\/(?:json|javascript)|text\/|image\/svg)/;

/** The used part of a reply: the proxy's and the host's replies have different generic types. */
interface Answer {
  statusCode: number;
  getHeader(name: string): unknown;
  hasHeader(name: string): boolean;
  header(name: string, value: string): unknown;
  removeHeader(name: string): unknown;
  send(stream: Readable): unknown;
}

/**
 * Forwards an answer of the API host and compresses public text. Private answers stay uncompressed, because the compressed
 * length reveals information about the contents.
 */
export function compressedAnswer(request: Pick<FastifyRequest, 'headers' | 'log'>, reply: Answer, stream: Readable): void {
  const encoding = isWorthwhile(reply) ? acceptedEncoding(request.headers['accept-encoding']) : null;
  if (encoding === null) {
    reply.send(stream);
    return;
  }
  const etag = reply.getHeader('etag');
  if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`);
  reply.header('content-encoding', encoding);
  reply.header('vary', 'Accept-Encoding');
  reply.removeHeader('content-length');
  const compressor = encoding === 'br' ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : createGzip();
  pipeline(stream, compressor, (error) => {
    // The client's or the API host's connection was closed.
    if (error) request.log.debug({ err: error }, 'answer cut short');
  });
  reply.send(compressor);
}

function isWorthwhile(reply: Answer): boolean {
  const length = Number(reply.getHeader('content-length') ?? Infinity);
  return (
    reply.statusCode === 200 &&
    length >= WORTH_BYTES &&
    !reply.hasHeader('content-encoding') &&
    !reply.hasHeader('set-cookie') &&
    !/no-store|private/.test(headerText(reply, 'cache-control')) &&
    TEXT.test(headerText(reply, 'content-type'))
  );
}

function headerText(reply: Answer, name: string): string {
  const value = reply.getHeader(name);
  return typeof value === 'string' ? value : '';
}
