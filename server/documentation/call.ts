import type { CallName } from '../../contract/api/index.ts';
import type { ErrorCode } from '../../contract/errors.ts';

/**
 * When a call returns an error. A plain text: `resources/api/examples.json` has an example, which a real host returned. An
 * object: the error can't be provoked by a request, so its example is here.
 */
export type ErrorCase = string | { when: string; message: string; details?: Record<string, unknown> };

export interface CallHeader {
  name: string;
  description: string;
  required: boolean;
  schema: Record<string, string | number>;
}

/** Returns the usual spelling of a header's name, in which documents show it: `X-Order-Token`. */
export function properName(header: string): string {
  return header.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** What the API description says of a call beyond its route and schemas. Texts are Markdown. */
export interface CallDescription {
  /** Name of the call's function in generated clients */
  operationId: string;
  summary: string;
  description: string;
  /**
   * The call needs a session and has its errors; a change also refuses foreign origins. `OPTIONAL`: a guest can make it too.
   * `COOKIE`: only the session of a browser can make it.
   */
  session?: 'READ' | 'CHANGE' | 'OPTIONAL' | 'COOKIE';
  /** Headers beyond those of a session or signature */
  headers?: readonly CallHeader[];
  /** Errors of this call beyond those that every call, or every call with a session, has. */
  errors?: Partial<Record<ErrorCode, ErrorCase>>;
}

/** `instruments.all` is the same route as `instruments.list`. */
type DescribedCall = Exclude<CallName, 'instruments.all'>;
type CallsOf<Area extends string> = Extract<DescribedCall, `${Area}.${string}`>;
export type CallDescriptions<Area extends string> = Record<CallsOf<Area>, CallDescription>;
