import type { AxiosInstance } from 'axios';
import type { SendRequest } from '../../contract/client/httpTransport.ts';

/** Requests to the page's own host. axios is loaded with the first request, because a rendered page needs none. */
export function createBrowserRequests(): SendRequest {
  let client: Promise<AxiosInstance> | null = null;
  const loadClient = () =>
    (client ??= import('axios').then(({ default: axios }) =>
      axios.create({
        withCredentials: true,
        responseType: 'text',
        transformResponse: (text: unknown) => text,
        validateStatus: () => true,
      }),
    ));

  return async ({ method, path, query, body, headers, timeoutMs, signal }) => {
    const http = await loadClient();
    const { status, data } = await http.request<unknown>({
      method,
      url: path,
      timeout: timeoutMs,
      headers,
      ...(query && { params: query }),
      ...(body !== null && { data: body }),
      ...(signal && { signal }),
    });
    return { status, text: typeof data === 'string' ? data : '' };
  };
}
