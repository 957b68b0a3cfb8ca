import { loadOnce } from './loadOnce.ts';

export interface ServiceCall {
  method?: 'GET' | 'POST';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Until the end of the answer, in ms */
  timeoutMs: number;
  /** The longest answer, in bytes after decompression */
  mostBytes?: number;
}

export interface ServiceAnswer {
  /** A redirect is not followed. */
  status: number;
  /** The time of the service, if its answer has one */
  date: string | null;
  text: string;
}

export type CallService = (call: ServiceCall) => Promise<ServiceAnswer>;

const MOST_BYTES = 1_000_000;

/** Many hosts call no service. */
const loadAxios = loadOnce(async () => (await import('axios')).default);

/**
 * Calls a service of an operator's choice (D93): card provider, blog, webhook, heartbeat. Proxies of the environment are not used. Rejects
 * without an answer in time, and for one that is too long, with an Error that has nothing of the call: its headers may be secret.
 */
export const callService: CallService = async (call) => {
  const { method = 'GET', url, headers = {}, body, timeoutMs, mostBytes = MOST_BYTES } = call;
  const axios = await loadAxios();
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await axios
    .request<string>({
      method,
      url,
      headers: { ...headers },
      data: body,
      adapter: 'http',
      proxy: false,
      maxRedirects: 0,
      maxContentLength: mostBytes,
      signal,
      responseType: 'text',
      // What was signed is sent as it is, and what is signed is read as it came.
      transformRequest: (data: unknown) => data,
      transformResponse: (data: unknown) => data,
      validateStatus: () => true,
    })
    .catch((error: { message?: string; code?: string }) => {
      const reason = signal.aborted ? `No answer within ${timeoutMs} ms` : error.message || error.code || 'No answer';
      return new Error(reason);
    });
  if (answer instanceof Error) throw answer;
  const date: unknown = answer.headers['date'];
  return { status: answer.status, date: typeof date === 'string' ? date : null, text: answer.data };
};
