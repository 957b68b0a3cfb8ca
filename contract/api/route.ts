import { DEFAULT_TIMEOUT_MS } from '../limits.ts';

/** The contract of an API call. `Input` is the query of a GET and the body of a POST. */
export interface Route<Input, Output> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly timeoutMs: number;
  /** Set if a POST sends its input in the query (D52). */
  readonly inputIn?: 'query';
  /** The largest body in bytes, if it is more than the usual 64 KiB */
  readonly bodyBytes?: number;
  /** Set if the answer is a text instead of JSON, such as a CSV file */
  readonly isText?: true;
  /** Carries the types; undefined at run time. */
  readonly types?: (input: Input) => Output;
}

export type InputOf<R> = R extends Route<infer Input, unknown> ? Input : never;
export type OutputOf<R> =
  R extends Route<never, infer Output> ? Output : R extends Route<infer _Input, infer Output> ? Output : never;

/** The input or output of a call that has none */
export type None = Record<string, never>;

export const get = <Input, Output>(path: string, timeoutMs = DEFAULT_TIMEOUT_MS): Route<Input, Output> => ({
  method: 'GET',
  path,
  timeoutMs,
});

/** A GET whose answer is a text. */
export const getText = <Input>(path: string, timeoutMs = DEFAULT_TIMEOUT_MS): Route<Input, string> => ({
  ...get<Input, string>(path, timeoutMs),
  isText: true,
});

export const post = <Input, Output>(
  path: string,
  options: { timeoutMs?: number; inputIn?: 'query'; bodyBytes?: number } = {},
): Route<Input, Output> => ({ method: 'POST', path, timeoutMs: DEFAULT_TIMEOUT_MS, ...options });
