import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { SendRequest } from '../../renderer/api/httpTransport.ts';

/** Connections to the API host stay open between the calls of all pages. */
const nearAgent = new http.Agent({ keepAlive: true });
const farAgent = new https.Agent({ keepAlive: true });

/**
 * Requests of the web host to the API host at `apiUrl`, with nothing between them and Node: a page waits for several, and a
 * client library took as long for each as the page's elements take.
 */
export function createHostRequests(apiUrl: string): SendRequest {
  const { protocol, hostname, port, pathname } = new URL(apiUrl);
  const isFar = protocol === 'https:';
  const start = isFar ? https.request : http.request;
  const target = { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port, agent: isFar ? farAgent : nearAgent };
  const base = pathname.replace(/\/$/, '');

  return ({ method, path, query, body, headers, timeoutMs, signal }) =>
    new Promise((resolve, reject) => {
      const request = start(
        {
          ...target,
          method,
          path: base + path + queryText(query),
          headers: {
            ...headers,
            accept: 'application/json',
            // Over a network a list is worth compressing; beside us it is not.
            ...(isFar && { 'accept-encoding': 'gzip' }),
            ...(body !== null && { 'content-length': Buffer.byteLength(body) }),
          },
          timeout: timeoutMs,
          ...(signal && { signal }),
        },
        (answer) => {
          const { statusCode: status = 0 } = answer;
          const isGzip = answer.headers['content-encoding'] === 'gzip';
          readText(isGzip ? unzipped(answer) : answer).then((text) => resolve({ status, text }), reject);
        },
      );
      request.on('error', reject);
      request.on('timeout', () => request.destroy(new Error(`timeout of ${timeoutMs} ms`)));
      request.end(body ?? undefined);
    });
}

/** Ends in an error as what it reads does. */
function unzipped(answer: Readable): Readable {
  return pipeline(answer, createGunzip(), () => undefined);
}

/** By events: an iterator's promises for each part take longer than the reading. */
function readText(stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stream.setEncoding('utf8');
    stream.on('data', (part: string) => (text += part));
    stream.on('end', () => resolve(text));
    stream.on('error', reject);
  });
}

/** "?a=1&b=2"; what is undefined is left out. */
function queryText(query: Readonly<Record<string, unknown>> | null): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return '';
  return `?${given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&')}`;
}
