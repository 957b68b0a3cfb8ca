import { readFile } from 'node:fs/promises';
import { ChainUnavailableError } from '../chainGateway.ts';
import { fieldOf, parseNumbersAsText, resultOf, RpcError, unreachable } from '../nodeAnswers.ts';

const REQUEST_TIMEOUT_MS = 20_000;
const UNAUTHORIZED = 401;
/** Calls of one request: an answer of a few hundred kilobytes, which a node gives in time */
const MAX_BATCH = 500;

/** How a node is reached. */
export interface NodeAddress {
  /** "http://user:password@host:port". Never logged with its user and password. */
  url: string;
  /** The file into which a node writes a new password at each start, instead of one in the URL */
  cookieFile?: string | undefined;
}

export type RpcParameter = string | number | boolean | readonly string[];
export interface RpcCall {
  method: string;
  parameters?: readonly RpcParameter[];
}

/**
 * A client of a node's JSON-RPC interface. Numbers of answers are returned as their source text: a JavaScript number would lose digits
 * of an amount. Throws RpcError, and ChainUnavailableError when the node can't be reached.
 */
export interface RpcClient {
  call(method: string, parameters?: readonly RpcParameter[]): Promise<unknown>;
  /** Makes several calls, many of them in one request. Returns an answer or an RpcError for each of them. */
  batch(calls: readonly RpcCall[]): Promise<unknown[]>;
}

export function createRpcClient({ url, cookieFile }: NodeAddress): RpcClient {
  const { origin, pathname, username, password } = new URL(url);
  const address = `${origin}${pathname}`;
  let credentials = username === '' ? null : `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;

  async function authorization(isAnew: boolean): Promise<string> {
    if (cookieFile !== undefined && (credentials === null || isAnew)) {
      credentials = await readFile(cookieFile, 'utf8').then((text) => text.trim(), unreachable);
    }
    return `Basic ${Buffer.from(credentials ?? ':').toString('base64')}`;
  }

  async function request(body: unknown): Promise<unknown> {
    const post = async (isAnew: boolean) =>
      await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: await authorization(isAnew) },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      }).catch(unreachable);
    let response = await post(false);
    // The node was restarted and has a new password.
    if (response.status === UNAUTHORIZED && cookieFile !== undefined) response = await post(true);
    if (response.status === UNAUTHORIZED) throw new ChainUnavailableError('the node refuses the user or the password');
    const text = await response.text().catch(unreachable);
    try {
      return parseNumbersAsText(text);
    } catch {
      throw new ChainUnavailableError(`the node answers with status ${response.status} and no JSON`);
    }
  }

  async function requestAll(calls: readonly RpcCall[]): Promise<unknown[]> {
    const answers = await request(
      calls.map(({ method, parameters = [] }, id) => ({ jsonrpc: '1.0', id, method, params: parameters })),
    );
    if (!Array.isArray(answers) || answers.length !== calls.length)
      throw new ChainUnavailableError('the node leaves out answers');
    // The protocol doesn't promise their order.
    const byId = new Map<unknown, unknown>(answers.map((answer: unknown) => [Number(fieldOf(answer, 'id')), resultOf(answer)]));
    return calls.map((_call, id) => byId.get(id) ?? null);
  }

  return {
    async call(method, parameters = []) {
      const answer = resultOf(await request({ jsonrpc: '1.0', id: 0, method, params: parameters }));
      if (answer instanceof RpcError) throw answer;
      return answer;
    },
    async batch(calls) {
      const answers: unknown[] = [];
      for (let start = 0; start < calls.length; start += MAX_BATCH) {
        answers.push(...(await requestAll(calls.slice(start, start + MAX_BATCH))));
      }
      return answers;
    },
  };
}
