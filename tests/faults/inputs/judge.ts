import { CONNECTION_FAILURES } from '../../../contract/connections.ts';
import { ERROR_STATUS, isErrorCode } from '../../../contract/errors.ts';

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** Words that only a program says. */
const INSIDE =
  /\bat .+:\d+:\d+|node_modules|\.[cm]?[jt]s\b|sqlite|postgres|kysely|\bselect\b.+\bfrom\b|\binsert into\b|TypeError|RangeError|undefined|\[object/i;
const LONGEST = 4_000;
/** A request that reaches no call: its path or its content type is wrong. */
const OF_NO_CALL: readonly string[] = ['ERR_NOT_FOUND', 'ERR_BAD_REQUEST'];
const ANSWERS: readonly string[] = ['order', 'pairData', 'refundInfo'];

/**
 * What is wrong with an answer to a bad request (`requestText` is its text); null when nothing is. `codes` are those that the
 * document names for this call.
 */
export function judge(
  { status, headers, body }: Answer,
  { requestText, mustFail, codes }: { requestText: string; mustFail: boolean; codes: readonly string[] },
): string | null {
  if (status < 400) return mustFail ? `accepted with ${status}: ${body.slice(0, 200)}` : null;
  if (status >= 500) return `answered ${status}: ${body.slice(0, 300)}`;
  const said = parse(body);
  if (!said) return `answered ${status} without the error body: ${body.slice(0, 200)}`;
  const { code, message, requestId, details } = said;
  const isOfConnection = Object.hasOwn(CONNECTION_FAILURES, status);
  if (!isErrorCode(code)) return `the code is not in the catalogue: ${body.slice(0, 200)}`;
  if (ERROR_STATUS[code] !== status && !isOfConnection) return `${code} came with ${status}`;
  if (!codes.includes(code) && !isOfConnection && !OF_NO_CALL.includes(code)) return `${code} is not described for this call`;
  if (typeof message !== 'string' || message === '') return `no message: ${body.slice(0, 200)}`;
  if (typeof requestId !== 'string' || requestId === '' || requestId !== headers['x-request-id'])
    return 'the request id is not the one of the header';
  const [inside] = INSIDE.exec(message) ?? [];
  if (inside !== undefined && !requestText.includes(inside)) return `the message tells of the inside: ${message.slice(0, 300)}`;
  const { length } = JSON.stringify({ ...said, details: withoutAnswers(details) });
  if (length > LONGEST) return `${length} characters to say what is wrong`;
  return null;
}

/** What the catalogue promises with a refusal is an answer of its own, as long as that (D4, D7). */
function withoutAnswers(details: unknown): unknown {
  if (typeof details !== 'object' || details === null) return details;
  return Object.fromEntries(Object.entries(details).filter(([name]) => !ANSWERS.includes(name)));
}

function parse(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
