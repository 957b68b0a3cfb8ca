import axios from 'axios';
import type { SendRequest } from '../../contract/client/httpTransport.ts';
import { queryText } from '../../contract/client/queryText.ts';

/** Longer than any answer of a host, in bytes. */
const MAX_ANSWER_BYTES = 5_000_000;
const MAX_BODY_BYTES = 1_000_000;

/** `fetch` of a session of Electron: it uses the proxies and the certificates of the system. */
export type Fetch = (request: string | Request, options?: RequestInit) => Promise<Response>;

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
  const client = axios.create({
    baseURL: apiUrl,
    adapter: 'fetch',
    env: { fetch: (request, options) => fetch(request instanceof URL ? request.href : request, options) },
    // Neither cookies nor answers are kept on the disk.
    withCredentials: false,
    fetchOptions: { redirect: 'error', cache: 'no-store' },
    // Read here: axios's own limit leaves the connection open.
    responseType: 'stream',
    maxBodyLength: MAX_BODY_BYTES,
    transformRequest: (data: unknown) => data,
    transformResponse: (data: unknown) => data,
    validateStatus: () => true,
  });
  return async ({ method, path, query, body, headers, timeoutMs, signal }) => {
    const stop = new AbortController();
    const signals = [stop.signal, AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
    const ask = async () => {
      const { status, data } = await client.request<ReadableStream<Uint8Array> | null>({
        method,
        url: path + queryText(query),
        headers: { ...headers, ...own() },
        data: body,
        signal: AbortSignal.any(signals),
      });
      return { status, text: await readText(data) };
    };
    // Never what axios adds to an error: the headers have the token.
    const answer = await ask().catch((error: { message?: string }) => new Error(error.message || 'No answer'));
    if (!(answer instanceof Error)) return answer;
    // Ends the connection, over which the host would go on sending.
    stop.abort();
    throw answer;
  };
}

async function readText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) throw new Error('The answer is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
