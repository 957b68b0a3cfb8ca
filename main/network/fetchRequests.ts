import type { SendRequest } from '../../contract/client/httpTransport.ts';
import { queryText } from '../../contract/client/queryText.ts';

/** Longer than any answer of a host, in bytes. */
const MAX_ANSWER_BYTES = 5_000_000;
const MAX_BODY_BYTES = 1_000_000;

/** `fetch` of a session of Electron: it uses the proxies and the certificates of the system. */
export type Fetch = (url: string, options: RequestInit) => Promise<Response>;

interface FetchOptions {
  /** "https://exchange.example.org" */
  apiUrl: string;
  fetch: Fetch;
  /** Headers of each request, such as the token of the session */
  headers: () => Readonly<Record<string, string>>;
}

/**
 * Returns the function that sends a request to the host. It rejects after the request's time, when its signal aborts, for a redirect,
 * which could take the token to another host, and for an answer without end.
 */
export function createFetchRequests({ apiUrl, fetch, headers: own }: FetchOptions): SendRequest {
  return async ({ method, path, query, body, headers, timeoutMs, signal }) => {
    if (body !== null && Buffer.byteLength(body) > MAX_BODY_BYTES) throw new Error('The request is too large.');
    const stop = new AbortController();
    const timeout = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(apiUrl + path + queryText(query), {
      method,
      headers: { ...headers, ...own() },
      body,
      redirect: 'error',
      // Neither cookies nor answers are kept on the disk.
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.any([stop.signal, timeout, ...(signal ? [signal] : [])]),
    });
    try {
      return { status: answer.status, text: await readText(answer.body) };
    } catch (error) {
      // Ends the connection, over which the host would go on sending.
      stop.abort();
      throw error;
    }
  };
}

async function readText(body: Response['body']): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) throw new Error('The answer is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
