import type { SendRequest } from '../../contract/client/httpTransport.ts';
import { queryText } from '../../contract/client/queryText.ts';

/**
 * Returns the function that sends requests to the page's own host, with or without its cookies. They reject after `timeoutMs`, or when
 * `signal` aborts.
 */
export const pageRequests =
  (credentials: 'same-origin' | 'omit'): SendRequest =>
  async ({ method, path, query, body, headers, timeoutMs, signal }) => {
    const stop = new AbortController();
    const abort = () => stop.abort(signal?.reason);
    const timer = setTimeout(() => stop.abort(new Error(`timeout of ${timeoutMs} ms`)), timeoutMs);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    try {
      const answer = await fetch(path + queryText(query), {
        method,
        headers,
        body,
        credentials,
        signal: stop.signal,
      });
      return { status: answer.status, text: await answer.text() };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  };
