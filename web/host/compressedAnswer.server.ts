import { pipeline, type Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { acceptedEncoding } from './compress.server.ts';

const WORTH_BYTES = 1_000;
const TEXT = /^(?:application\/(?:json|javascript)|text\/|image\/svg)/;

/** The part of a reply that is used here: the proxy's replies and the host's differ in their generic types only. */
interface Answer {
  statusCode: number;
  getHeader(name: string): unknown;
  hasHeader(name: string): boolean;
  header(name: string, value: string): unknown;
  removeHeader(name: string): unknown;
  send(stream: Readable): unknown;
}

/**
 * Sends on an answer of the API host, compressed when it is a public text that came uncompressed. What is private stays as
 * it is: the length of a compressed answer tells about its contents.
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
    // The customer's connection went away, or the API host's: either way there is nobody left to tell.
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
