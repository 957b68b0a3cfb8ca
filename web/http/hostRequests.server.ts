import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { SendRequest } from '../../contract/client/httpTransport.ts';
import { queryText } from '../../contract/client/queryText.ts';

/** Keeps connections to the API host open between calls. */
const nearAgent = new http.Agent({ keepAlive: true });
const farAgent = new https.Agent({ keepAlive: true });

/**
 * Sends requests to the API host at `apiUrl` with Node's own client. A page waits for several calls, and a client library took
 * as long for each as rendering the page's elements.
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
            // On the same machine, compressing costs more than it saves.
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

/** Collects a response body. Rejects with the stream's error. */
function unzipped(answer: Readable): Readable {
  return pipeline(answer, createGunzip(), () => undefined);
}

/** Uses events: an async iterator's promises take longer than the reading. */
function readText(stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stream.setEncoding('utf8');
    stream.on('data', (part: string) => (text += part));
    stream.on('end', () => resolve(text));
    stream.on('error', reject);
  });
}
