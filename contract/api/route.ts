/** One call: what client and server must agree on. `Input` is the query of a GET and the body of a POST. */
export interface Route<Input, Output> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly timeoutMs: number;
  /** Where a POST puts its input, when not in the body (D52). */
  readonly inputIn?: 'query';
  /** Never there at run time: carries the types. */
  readonly types?: (input: Input) => Output;
}

export type InputOf<R> = R extends Route<infer Input, unknown> ? Input : never;
export type OutputOf<R> =
  R extends Route<never, infer Output> ? Output : R extends Route<infer _Input, infer Output> ? Output : never;

type Options = { timeoutMs?: number; inputIn?: 'query' };

export const get = <Input, Output>(path: string, timeoutMs: number): Route<Input, Output> => ({ method: 'GET', path, timeoutMs });

export const post = <Input, Output>(path: string, timeoutMs: number, options: Options = {}): Route<Input, Output> => ({
  method: 'POST',
  path,
  timeoutMs,
  ...options,
});
